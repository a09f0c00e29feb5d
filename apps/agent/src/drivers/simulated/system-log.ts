import type { SystemLogLine } from '@fleetdeck/contract/phone-tools'
import type { PhoneState } from './phone-state.ts'

type Line = Omit<SystemLogLine, 'time'>

/** Kept for who begins to read. */
const keptLines = 100

/** The system log of a simulated phone: what really happens on it, in the words of Android. */
export class SimulatedLog {
  readonly #now: () => number
  readonly #readers = new Set<(line: SystemLogLine) => void>()
  #lines: SystemLogLine[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** The newest ones, in order. */
  get lines(): readonly SystemLogLine[] {
    return this.#lines
  }

  write(...lines: Line[]): void {
    for (const line of lines) {
      const written = { ...line, time: this.#now() }
      this.#lines = [...this.#lines, written].slice(-keptLines)
      for (const read of this.#readers) read(written)
    }
  }

  follow(read: (line: SystemLogLine) => void, signal: AbortSignal): Promise<void> {
    for (const line of this.#lines) read(line)
    this.#readers.add(read)
    return new Promise((resolve) => {
      const end = () => {
        this.#readers.delete(read)
        resolve()
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
}

const system = 'system_server'

/** Of a phone that has booted. */
export const startLine: Line = {
  level: 'I',
  tag: 'SystemServiceManager',
  app: system,
  text: 'Starting phase 1000',
}

/** What Android writes about a change of state. */
export function systemLines(before: PhoneState, after: PhoneState): Line[] {
  return [
    ...screenLines(before, after),
    ...placeLines(before, after),
    ...installedLines(before, after),
    ...bodyLines(before, after),
  ]
}

function screenLines(before: PhoneState, after: PhoneState): Line[] {
  const lines: Line[] = []
  const power = (text: string) => lines.push({ level: 'I', tag: 'PowerManagerService', app: system, text })
  if (before.screen !== after.screen) {
    if (after.screen === 'off') power('Going to sleep due to power_button (uid 1000)')
    if (after.screen === 'booting') power('Rebooting, reason: shell')
    if (after.screen === 'on' && before.screen === 'off')
      power('Waking up from Asleep (reason=WAKE_REASON_POWER_BUTTON)')
    if (after.screen === 'on' && before.screen === 'booting') lines.push(startLine)
  }
  if (before.locked !== after.locked)
    lines.push({
      level: 'D',
      tag: 'KeyguardViewMediator',
      app: 'com.android.systemui',
      text: after.locked ? 'handleShow' : 'handleHide',
    })
  return lines
}

const appOf = ({ place, locked, screen }: PhoneState): string | undefined => {
  if (screen !== 'on' || locked) return undefined
  if (place.at === 'app') return place.app
  return place.at === 'installed' ? place.name : place.at === 'home' ? 'launcher' : 'systemui'
}

function placeLines(before: PhoneState, after: PhoneState): Line[] {
  const app = appOf(after)
  if (app === undefined || app === appOf(before)) return []
  return [
    {
      level: 'I',
      tag: 'ActivityTaskManager',
      app: system,
      text: `START u0 {act=android.intent.action.MAIN cmp=${app}/.MainActivity}`,
    },
    { level: 'D', tag: 'ActivityThread', app, text: `performResumeActivity ${app}.MainActivity` },
  ]
}

function installedLines(before: PhoneState, after: PhoneState): Line[] {
  const changed = (one: PhoneState, other: PhoneState) =>
    one.installed.filter((app) => !other.installed.includes(app))
  const line = (text: string): Line => ({ level: 'I', tag: 'PackageManager', app: system, text })
  return [
    ...changed(after, before).map((app) => line(`Package ${app} installed`)),
    ...changed(before, after).map((app) => line(`Package ${app} removed`)),
  ]
}

function bodyLines(before: PhoneState, after: PhoneState): Line[] {
  const lines: Line[] = []
  if (before.body.charging !== after.body.charging)
    lines.push({
      level: 'I',
      tag: 'BatteryService',
      app: system,
      text: `plugged=${after.body.charging} level=${Math.round(after.body.battery)}`,
    })
  const { position, language } = after
  if (position && position !== before.position)
    lines.push({
      level: 'D',
      tag: 'LocationManagerService',
      app: system,
      text: `gps provider location ${position.latitude},${position.longitude}`,
    })
  if (language !== before.language)
    lines.push({ level: 'I', tag: 'LocaleManagerService', app: system, text: `system locale ${language}` })
  return lines
}
