import type { Readable } from 'node:stream'

/** GB 18030 holds all of GBK and GB 2312. */
export type Encoding = 'utf-8' | 'utf-16le' | 'gb18030'

/** How a text file is written: by its mark, else UTF-8 where every byte fits, else GBK. Reads all of it. */
export async function encodingOf(content: Readable): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030'
    throw error
  } finally {
    content.destroy()
  }
}

export interface FileRow {
  /** As an editor counts them, from 1. */
  line: number
  cells: string[]
  /** Bytes of the file that have been read by then. */
  read: number
  /** There was more than may be kept. */
  isTooLong?: true
}

interface TextFile {
  content: Readable
  encoding: Encoding
  /** Characters of one row; of more, the rest is left out. */
  most: number
}

async function* textOf({ content, encoding }: TextFile) {
  const decoder = new TextDecoder(encoding)
  let read = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    read += chunk.byteLength
    yield { text: decoder.decode(chunk, { stream: true }), read }
  }
  yield { text: decoder.decode(), read }
}

/** The lines of a text, empty ones too. */
export async function* linesOf(file: TextFile): AsyncGenerator<FileRow> {
  let rest = ''
  let line = 0
  let isTooLong = false
  let bytes = 0
  const row = (text: string): FileRow => {
    line += 1
    const cut = isTooLong || text.length > file.most
    isTooLong = false
    const plain = text.endsWith('\r') ? text.slice(0, -1) : text
    return { line, cells: [plain.slice(0, file.most)], read: bytes, ...(cut && { isTooLong: true }) }
  }
  for await (const { text, read } of textOf(file)) {
    bytes = read
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield row(part)
    if (rest.length > file.most) {
      isTooLong = true
      rest = rest.slice(0, file.most)
    }
  }
  if (rest !== '') yield row(rest)
}

/** The rows of a CSV (RFC 4180); what it calls formulas are texts like all else. */
export async function* csvRowsOf(file: TextFile): AsyncGenerator<FileRow> {
  const reader = new CsvReader(file.most)
  for await (const { text, read } of textOf(file)) {
    for (const row of reader.feed(text)) yield { ...row, read }
  }
  const last = reader.end()
  if (last) yield { ...last, read: Number.MAX_SAFE_INTEGER }
}

type CsvRow = Omit<FileRow, 'read'>

class CsvReader {
  readonly #most: number
  #cells: string[] = []
  #cell = ''
  #state: 'plain' | 'quoted' | 'quoteInQuoted' = 'plain'
  #line = 1
  #rowLine = 1
  #isTooLong = false

  constructor(most: number) {
    this.#most = most
  }

  *feed(text: string): Generator<CsvRow> {
    for (const character of text) {
      if (character === '\n') this.#line += 1
      if (this.#state === 'quoted') this.#inQuotes(character)
      else if (character === '"' && (this.#state === 'quoteInQuoted' || this.#cell === '')) this.#quote()
      else if (character === ',') this.#endCell()
      else if (character === '\n') yield this.#endRow()
      else this.#plain(character)
    }
  }

  end(): CsvRow | undefined {
    return this.#cell === '' && this.#cells.length === 0 ? undefined : this.#endRow()
  }

  #inQuotes(character: string) {
    if (character === '"') this.#state = 'quoteInQuoted'
    else this.#add(character)
  }

  #quote() {
    if (this.#state === 'quoteInQuoted') this.#add('"')
    this.#state = 'quoted'
  }

  #plain(character: string) {
    this.#state = 'plain'
    this.#add(character)
  }

  #add(character: string) {
    if (this.#cell.length < this.#most) this.#cell += character
    else this.#isTooLong = true
  }

  #endCell() {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'plain'
  }

  #endRow(): CsvRow {
    // The carriage return of a line's end; inside quotes it would be the text's own.
    if (this.#cell.endsWith('\r')) this.#cell = this.#cell.slice(0, -1)
    this.#endCell()
    const row = {
      line: this.#rowLine,
      cells: this.#cells,
      ...(this.#isTooLong && { isTooLong: true as const }),
    }
    this.#cells = []
    this.#isTooLong = false
    this.#rowLine = this.#line
    return row
  }
}
