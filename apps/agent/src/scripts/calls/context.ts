import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import { type AgentTexts, fill } from '../../texts.ts'
import { isOcrInstalled } from '../../vision/ocr/ocr-packages.ts'
import { ScreenLooks } from '../../vision/screen-looks.ts'
import { Elements } from '../elements/elements.ts'
import { Fingers } from '../fingers/fingers.ts'
import type { SettingChanges } from '../setting-changes.ts'

/** What the calls of one run work with. */
export interface CallContext {
  driver: DeviceDriver
  texts: AgentTexts
  /** Settings that the script changed, until it has ended. */
  changes: SettingChanges
  /** Aborted when the script has ended. */
  signal: AbortSignal
  looks: ScreenLooks
  fingers: Fingers
  elements: Elements
}

export function createContext(
  given: Pick<CallContext, 'driver' | 'texts' | 'signal' | 'changes'>,
): CallContext {
  const fingers = new Fingers(given.driver, given.texts)
  return { ...given, looks: new ScreenLooks(given), fingers, elements: new Elements({ ...given, fingers }) }
}

/** What the driver can do at present, derived from its methods and what it reports as missing. */
export async function capabilitiesOf(
  driver: DeviceDriver,
  options?: { assumed?: boolean },
): Promise<Set<Capability>> {
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
    unicodeTyping: driver.typeText,
    links: driver.apps,
    intents: driver.apps,
    notifications: driver.notifications,
    ...{ rotation: driver.settings, brightness: driver.settings, volume: driver.settings },
    ...{ wifi: driver.settings, screenPower: driver.settings },
    files: driver.files,
    ...{ modules: true, typescript: true },
  }
  const missing = new Set(await driver.missing?.(options))
  return new Set((Object.keys(can) as Capability[]).filter((name) => can[name] && !missing.has(name)))
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
