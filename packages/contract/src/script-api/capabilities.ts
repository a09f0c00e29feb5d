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
] as const
export type Capability = (typeof capabilities)[number]
