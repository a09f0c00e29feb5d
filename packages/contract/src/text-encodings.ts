import { z } from 'zod'

/** Of text files, by the labels of the Encoding standard. GB 18030 includes GBK and GB 2312. */
export const TextEncoding = z.enum(['utf-8', 'big5', 'gb18030', 'utf-16le', 'utf-16be'])
export type TextEncoding = z.output<typeof TextEncoding>
