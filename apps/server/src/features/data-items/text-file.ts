import type { Readable } from 'node:stream'
import { csvRows } from '../../platform/files/csv.ts'

/** GB 18030 holds all of GBK and GB 2312. */
export type Encoding = 'utf-8' | 'utf-16le' | 'gb18030'

/** How a text file is written: by its mark, else UTF-8 where every byte fits, else GBK. Reads all of it. */
export async function detectEncoding(content: Readable): Promise<Encoding> {
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
  /** It has no end within what may be held in memory; the rest of the file is not read. */
  isEndless?: true
}

/** Characters of a row of a CSV that are held in memory while its end is looked for. */
const maxRowLength = 8 * 1024 * 1024

interface TextFile {
  content: Readable
  encoding: Encoding
  /** Characters of one row; of more, the rest is left out. */
  most: number
}

async function* toText({ content, encoding }: TextFile) {
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
  for await (const { text, read } of toText(file)) {
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

/** The rows of a CSV, its cells as they are written. */
export async function* csvRowsOf(file: TextFile): AsyncGenerator<FileRow> {
  let bytes = 0
  async function* pieces() {
    for await (const { text, read } of toText(file)) {
      bytes = read
      yield text
    }
  }
  for await (const row of csvRows(pieces(), { maxRowLength })) {
    const isTooLong = row.isEndless || row.cells.some((cell) => cell.length > file.most)
    yield { ...row, read: bytes, ...(isTooLong && { isTooLong: true as const }) }
  }
}
