import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { Profile } from './profile.ts'

/** What can be told of a phone without hardware. */
const working: CheckCode[] = ['input', 'inputMethod', 'writeSettings', 'usbInstall', 'clock']
/** One model, as phones of its make come out of the box, so that a trial shows what must be mended. */
const untouched = 'Note 12'

export function checkSimulated({ identity, width, height, density }: Profile): CheckFinding[] {
  const found: CheckFinding[] = working.map((code) => ({ code, level: 'works', values: {} }))
  const size = { width: width * density, height: height * density }
  const all: CheckFinding[] = [...found, { code: 'displays', level: 'works', values: size }]
  if (identity.model !== untouched) return all
  return all.map((finding) =>
    finding.code === 'usbInstall'
      ? { ...finding, level: 'mustBeMended', way: 'xiaomi-usb-install' }
      : finding,
  )
}
