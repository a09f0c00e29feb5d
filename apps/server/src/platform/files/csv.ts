import { parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'

interface CsvRow {
  /** The line where the row begins, from 1, as in an editor. */
  line: number
  cells: string[]
  /** The row did not end within maxRowLength; the rest is not read. */
  isEndless?: true
}

interface CsvOptions {
  delimiter?: string
  lineEnds?: string[]
  maxRowLength: number
}

/**
 * Rows of a CSV (RFC 4180) that arrives in chunks. Cells are plain text: formulas and numbers stay as written.
 * Misplaced quotes belong to the text; an unclosed quote ends with the file.
 */
export async function* csvRows(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string>,
  { delimiter = ',', lineEnds = ['\r\n', '\n'], maxRowLength }: CsvOptions,
): AsyncGenerator<CsvRow> {
  const syntax = { delimiter, record_delimiter: lineEnds, relax_quotes: true, relax_column_count: true }
  let unclosed = ''
  const parser = parse({
    ...syntax,
    raw: true,
    // The only remaining error: the file ends inside quotes.
    skip_records_with_error: true,
    on_skip: (_error, raw = '') => {
      unclosed = raw
    },
  })
  let line = 1
  const toRow = (cells: string[]): CsvRow => {
    const row = { line, cells }
    line += 1 + cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
    return row
  }
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    parser.write(piece)
    for (let next: ParsedRow | null = parser.read(); next; next = parser.read()) {
      length = 0
      yield toRow(next.record)
    }
    if (length > maxRowLength) {
      yield { line, cells: [], isEndless: true }
      return
    }
  }
  parser.end()
  for await (const { record } of parser as AsyncIterable<ParsedRow>) yield toRow(record)
  for (const cells of parseText(unclosed && `${unclosed}"`, syntax)) yield toRow(cells)
}

interface ParsedRow {
  record: string[]
}

const pieceBytes = 65_536

/**
 * Rows of the text of a file, cells trimmed. The separator is a semicolon or tab where the first line has more of them than
 * commas.
 */
export async function* csvTextRows(text: string, maxRowLength: number): AsyncGenerator<CsvRow> {
  const bytes = Buffer.from(text)
  function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      yield bytes.subarray(start, start + pieceBytes)
  }
  const options = { delimiter: detectDelimiter(text), lineEnds: ['\r\n', '\n', '\r'], maxRowLength }
  for await (const row of csvRows(pieces(), options))
    yield { ...row, cells: row.cells.map((cell) => cell.trim()) }
}

function detectDelimiter(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
