import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import { type AgentTexts, fill } from '../../texts.ts'
import { isOcrInstalled } from '../../vision/ocr/ocr-packages.ts'
import { ScreenLooks } from '../../vision/screen-looks.ts'
import { Elements } from '../elements/elements.ts'
import { Fingers } from '../fingers/fingers.ts'

/** What the calls of one run work with. */
export interface CallContext {
  driver: DeviceDriver
  texts: AgentTexts
  /** Aborted when the script has ended. */
  signal: AbortSignal
  looks: ScreenLooks
  fingers: Fingers
  elements: Elements
}

export function createContext(given: Pick<CallContext, 'driver' | 'texts' | 'signal'>): CallContext {
  const fingers = new Fingers(given.driver, given.texts)
  return { ...given, looks: new ScreenLooks(given), fingers, elements: new Elements({ ...given, fingers }) }
}

/** What the driver can do, derived from its methods. */
export function capabilitiesOf(driver: DeviceDriver): Set<Capability> {
  const can: Partial<Record<Capability, unknown>> = {
    pixels: driver.readFrame,
    ocr: driver.readFrame && isOcrInstalled(),
    elements: driver.readTree,
    pinch: driver.canPinch,
    typing: driver.typeText,
    keys: driver.pressKey,
    clipboard: driver.readClipboard,
    apps: driver.launch,
    shell: driver.runShell,
  }
  return new Set((Object.keys(can) as Capability[]).filter((name) => can[name]))
}

/** A method of the driver that not every phone has. */
export function needed<Name extends keyof DeviceDriver>(
  { driver, texts }: Pick<CallContext, 'driver' | 'texts'>,
  name: Name,
): NonNullable<DeviceDriver[Name]> {
  const method = driver[name]
  if (!method) throw new Error(fill(texts.unsupported, name))
  return (typeof method === 'function' ? method.bind(driver) : method) as NonNullable<DeviceDriver[Name]>
}
