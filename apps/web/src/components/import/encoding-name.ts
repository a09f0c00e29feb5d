import type { TextEncoding } from '@fleetdeck/contract/text-encodings'

const names: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  big5: 'Big5 (繁體中文)',
  gb18030: 'GBK / GB 18030 (简体中文)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}

/** Users know encodings by these names. */
export const encodingName = (encoding: TextEncoding) => names[encoding]
