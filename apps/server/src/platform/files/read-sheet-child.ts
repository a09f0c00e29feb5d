import { read, SSF, utils, type WorkSheet } from '@e965/xlsx'
import { csvFileRows } from './csv.ts'
import type { SheetAnswer, SheetOrder } from './sheet.ts'
import { unpackedBook } from './unpacked-book.ts'

/** Maximum cells and characters of an answer. */
const cellLimit = 25_000_000
const textLimit = 50 * 1024 * 1024
/** Maximum characters of a row of a csv. */
const maxRowLength = 8 * 1024 * 1024

/** First bytes of xlsx and xls in hex. */
const [zip, compound] = ['504b0304', 'd0cf11e0']

async function readBook({ content, rowLimit, columnLimit }: SheetOrder): Promise<SheetAnswer> {
  const bytes = Buffer.from(content)
  const beginning = bytes.toString('hex', 0, 4)
  // The library would read any other file as text.
  if (beginning !== zip && beginning !== compound) return { refused: 'unreadable' }
  const book = beginning === zip ? await unpackedBook(bytes) : bytes
  if (!Buffer.isBuffer(book)) return book
  // Reads one row more than allowed, to detect the excess.
  const options = { sheetRows: rowLimit + 2, cellFormula: false, cellHTML: false, cellNF: true, dense: true }
  const { Sheets, SheetNames, Workbook } = read(book, options)
  const sheet = Sheets[SheetNames[0] ?? '']
  const reference = sheet?.['!ref']
  if (!sheet || !reference) return { rows: [] }
  showTimes(sheet, Workbook?.WBProps?.date1904 === true)
  const range = utils.decode_range(reference)
  range.e.c = Math.min(range.e.c, range.s.c + columnLimit - 1)
  if ((range.e.c - range.s.c + 1) * (range.e.r - range.s.r + 1) > cellLimit)
    return { refused: 'tooBigInside' }
  const cells = utils.sheet_to_json<unknown[]>(sheet, {
    header: 1,
    range,
    raw: false,
    defval: '',
    blankrows: true,
  })
  return bounded(
    cells.map((row) => row.map((cell) => String(cell ?? '').trim())),
    rowLimit,
  )
}

/** Dates and times are read in the format of the product, whatever the file shows. */
function showTimes(sheet: WorkSheet, date1904: boolean) {
  for (const row of sheet['!data'] ?? [])
    for (const cell of row ?? []) {
      if (cell?.t !== 'n' || typeof cell.z !== 'string' || !/y/i.test(cell.z) || !SSF.is_date(cell.z))
        continue
      const format = /h/i.test(cell.z) ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'
      cell.w = SSF.format(format, cell.v, { date1904 })
    }
}

async function readCsv({ content, rowLimit, columnLimit }: SheetOrder): Promise<SheetAnswer> {
  const rows: string[][] = []
  for await (const { cells, isEndless } of csvFileRows(content, maxRowLength)) {
    if (isEndless) return { refused: 'unreadable' }
    rows.push(cells.slice(0, columnLimit))
    if (rows.length > rowLimit + 1) break
  }
  return bounded(rows, rowLimit)
}

/**
 * Rows without the empty cells at their ends: a file of few bytes may have millions. A text that many cells share takes
 * little of the file, but is sent with each of them.
 */
function bounded(rows: string[][], rowLimit: number): SheetAnswer {
  if (rows.length > rowLimit + 1) return { refused: 'tooManyRows' }
  let length = 0
  for (const row of rows) {
    row.length = row.findLastIndex((cell) => cell !== '') + 1
    for (const cell of row) length += cell.length
  }
  return length > textLimit ? { refused: 'tooBigInside' } : { rows }
}

async function answerTo(order: SheetOrder): Promise<SheetAnswer> {
  try {
    return await (order.kind === 'csv' ? readCsv(order) : readBook(order))
  } catch {
    return { refused: 'unreadable' }
  }
}

process.once('message', (order: SheetOrder) => {
  answerTo(order)
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1))
})
