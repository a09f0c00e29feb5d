import type { TextEncoding } from './text-encodings.ts'

/** Level 1 of each: the common characters. */
const isCommonBig5 = (lead: number, trail: number) =>
  lead >= 0xa4 && lead <= 0xc6 && ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1)
const isCommonGbk = (lead: number, trail: number) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1

/** Characters of two bytes that are enough to tell the encodings apart. */
const maxJudged = 10_000

/**
 * Finds the encoding of a text that arrives in chunks: by its byte order mark, else UTF-8 if it is valid, else Big5 or
 * GBK (GB 18030, which includes GB 2312). The codes of the last two overlap: the one in which more characters are
 * common ones is assumed.
 */
export class EncodingDetector {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #mark: TextEncoding | undefined
  #beginning: number[] = []
  /** The first byte of a character whose second one has not arrived. */
  #lead = 0
  #judged = 0
  #big5 = 0
  #gbk = 0

  /** @returns true once further chunks change nothing */
  add(chunk: Uint8Array): boolean {
    for (let at = 0; this.#beginning.length < 2 && at < chunk.length; at += 1)
      this.#beginning.push(chunk[at] ?? 0)
    const [first, second] = this.#beginning
    if (first === 0xff && second === 0xfe) this.#mark = 'utf-16le'
    if (first === 0xfe && second === 0xff) this.#mark = 'utf-16be'
    if (this.#mark) return true
    this.#judge(chunk)
    this.#isUtf8 &&= decodes(() => this.#utf8.decode(chunk, { stream: true }))
    return !this.#isUtf8 && this.#judged >= maxJudged
  }

  /** @param isCut the text continues: its last character may be incomplete */
  end({ isCut = false } = {}): TextEncoding {
    if (this.#mark) return this.#mark
    if (this.#isUtf8 && (isCut || decodes(() => this.#utf8.decode()))) return 'utf-8'
    return this.#big5 > this.#gbk ? 'big5' : 'gb18030'
  }

  #judge(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#judged >= maxJudged) return
      if (this.#lead === 0) {
        if (byte >= 0x80) this.#lead = byte
        continue
      }
      const lead = this.#lead
      this.#lead = 0
      this.#judged += 1
      if (isCommonBig5(lead, byte)) this.#big5 += 1
      if (isCommonGbk(lead, byte)) this.#gbk += 1
    }
  }
}

function decodes(decode: () => unknown): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

interface Reading {
  /** By default it is detected. */
  encoding?: TextEncoding | undefined
  /** The text continues: its last character may be incomplete. */
  isCut?: boolean
}

/** The text of a file, or of its beginning. */
export function readText(content: Uint8Array, { encoding: chosen, isCut = false }: Reading = {}) {
  const encoding = chosen ?? detectedEncoding(content, isCut)
  return { encoding, text: new TextDecoder(encoding).decode(content, { stream: isCut }) }
}

function detectedEncoding(content: Uint8Array, isCut: boolean): TextEncoding {
  const detector = new EncodingDetector()
  detector.add(content)
  return detector.end({ isCut })
}

/** The text of a whole file. */
export const decodedText = (content: Uint8Array) => readText(content).text
