import type { PhoneState } from './phone-state.ts'
import type { PhoneTexts } from './texts.ts'

/** Lines for the phone's log that describe a change of state. */
export function describeChange(before: PhoneState, after: PhoneState, texts: PhoneTexts): string[] {
  return [
    ...describeScreen(before, after, texts),
    ...(after.screen === 'on' && !after.locked ? describePlace(before, after, texts) : []),
    ...describeCharging(before, after, texts),
  ]
}

function describeScreen(before: PhoneState, after: PhoneState, { log }: PhoneTexts): string[] {
  const lines: string[] = []
  if (before.screen !== after.screen && after.screen === 'off') lines.push(log.screenOff)
  if (before.screen === 'off' && after.screen === 'on') lines.push(log.screenOn)
  if (before.screen === 'booting' && after.screen === 'on') lines.push(log.booted)
  if (before.locked !== after.locked && after.screen !== 'booting')
    lines.push(after.locked ? log.locked : log.unlocked)
  return lines
}

function describePlace(before: PhoneState, after: PhoneState, { log, apps }: PhoneTexts): string[] {
  const { place } = after
  if (place.at === 'app') {
    const same = before.place.at === 'app' && before.place.app === place.app
    return same ? [] : [log.opened.replace('{0}', apps[place.app])]
  }
  if (place.at === before.place.at) return []
  if (place.at === 'installed') return [log.opened.replace('{0}', () => place.name)]
  return [place.at === 'home' ? log.home : log.recent]
}

function describeCharging(before: PhoneState, after: PhoneState, { log }: PhoneTexts): string[] {
  if (before.body.charging === after.body.charging) return []
  const line = after.body.charging ? log.plugged : log.unplugged
  return [line.replace('{0}', String(Math.round(after.body.battery)))]
}
