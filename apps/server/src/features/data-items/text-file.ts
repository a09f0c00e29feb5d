import type { Readable } from 'node:stream'
import { EncodingDetector } from '@fleetdeck/contract/detect-encoding'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import { csvRows } from '../../platform/files/csv.ts'

/** Reads as much of the file as is needed to tell its encoding: the whole file if it is valid UTF-8. */
export async function detectEncoding(
  content: Readable,
  { isCut = false }: { isCut?: boolean | undefined } = {},
): Promise<TextEncoding> {
  const detector = new EncodingDetector()
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) if (detector.add(chunk)) break
    return detector.end({ isCut })
  } finally {
    content.destroy()
  }
}

export interface FileRow {
  /** Counted from 1, as in an editor. */
  line: number
  cells: string[]
  /** Bytes of the file that have been read so far. */
  read: number
  /** The row was longer than the maximum. */
  isTooLong?: true
  /** The row does not end within the memory limit; the rest of the file is not read. */
  isEndless?: true
}

/** Maximum characters of a CSV row in memory while its end is searched. */
const maxRowLength = 8 * 1024 * 1024

interface TextFile {
  content: Readable
  encoding: TextEncoding
  /** Characters of one row; the rest is cut off. */
  maxLength: number
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

/** The lines of a text, including empty ones. */
export async function* readLines(file: TextFile): AsyncGenerator<FileRow> {
  let rest = ''
  let line = 0
  let isTooLong = false
  let bytes = 0
  const row = (text: string): FileRow => {
    line += 1
    const cut = isTooLong || text.length > file.maxLength
    isTooLong = false
    const plain = text.endsWith('\r') ? text.slice(0, -1) : text
    return { line, cells: [plain.slice(0, file.maxLength)], read: bytes, ...(cut && { isTooLong: true }) }
  }
  for await (const { text, read } of toText(file)) {
    bytes = read
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield row(part)
    if (rest.length > file.maxLength) {
      isTooLong = true
      rest = rest.slice(0, file.maxLength)
    }
  }
  if (rest !== '') yield row(rest)
}

/** The rows of a CSV, with cells as written. */
export async function* readCsvRows(file: TextFile): AsyncGenerator<FileRow> {
  let bytes = 0
  async function* pieces() {
    for await (const { text, read } of toText(file)) {
      bytes = read
      yield text
    }
  }
  for await (const row of csvRows(pieces(), { maxRowLength })) {
    const isTooLong = row.isEndless || row.cells.some((cell) => cell.length > file.maxLength)
    yield { ...row, read: bytes, ...(isTooLong && { isTooLong: true as const }) }
  }
}
