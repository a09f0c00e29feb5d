import { read, SSF, utils, type WorkSheet } from '@e965/xlsx'
import { readText } from '@fleetdeck/contract/detect-encoding'
import { fileColumnLimit, previewBytes } from '@fleetdeck/contract/file-columns'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import { csvTextRows } from './csv.ts'
import type { SheetAnswer, SheetOrder } from './sheet.ts'
import { unpackedBook } from './unpacked-book.ts'

/** Maximum cells and characters of an answer. */
const cellLimit = 25_000_000
const textLimit = 50 * 1024 * 1024
/** Maximum characters of a row of a csv. */
const maxRowLength = 8 * 1024 * 1024

/** First bytes of xlsx and xls in hex. */
const [zip, compound] = ['504b0304', 'd0cf11e0']

/** Rows that are read, with blank ones. */
const mostRows = ({ rowLimit }: SheetOrder) => 2 * rowLimit + 2

async function readBook(order: SheetOrder): Promise<SheetAnswer> {
  const { content } = order
  const bytes = Buffer.from(content)
  const beginning = bytes.toString('hex', 0, 4)
  // The library would read any other file as text.
  if (beginning !== zip && beginning !== compound) return { refused: 'unreadable' }
  const book = beginning === zip ? await unpackedBook(bytes) : bytes
  if (!Buffer.isBuffer(book)) return book
  const options = {
    sheetRows: mostRows(order),
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    dense: true,
  }
  const { Sheets, SheetNames, Workbook } = read(book, options)
  const sheet = Sheets[SheetNames[0] ?? '']
  const reference = sheet?.['!ref']
  if (!sheet || !reference) return { rows: [], encoding: null }
  showTimes(sheet, Workbook?.WBProps?.date1904 === true)
  const range = usedRange(sheet, utils.decode_range(reference).s.c)
  if (range.e.c - range.s.c >= fileColumnLimit) return { refused: 'tooManyColumns' }
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
    null,
    order,
  )
}

/** To the last cell with a value: a sheet may be formatted far beyond. */
function usedRange(sheet: WorkSheet, firstColumn: number) {
  const end = { r: 0, c: firstColumn }
  for (const [r, row] of (sheet['!data'] ?? []).entries()) {
    const c = (row ?? []).findLastIndex((cell) => cell !== undefined && cell.t !== 'z' && cell.v !== '')
    if (c < 0) continue
    end.r = r
    end.c = Math.max(end.c, c)
  }
  return { s: { r: 0, c: firstColumn }, e: end }
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

async function readCsv(order: SheetOrder): Promise<SheetAnswer> {
  const { beginning, rowLimit } = order
  const isCut = beginning === 'cut' || (beginning === 'whole' && order.content.length > previewBytes)
  const content = isCut ? order.content.subarray(0, previewBytes) : order.content
  const { encoding, text } = readText(content, { encoding: order.encoding, isCut })
  const rows: string[][] = []
  let filled = 0
  for await (const { cells, isEndless } of csvTextRows(text, maxRowLength)) {
    if (isEndless) return { refused: 'unreadable' }
    const width = widthOf(cells)
    if (width > fileColumnLimit) return { refused: 'tooManyColumns' }
    rows.push(width === 0 ? [] : cells)
    if (width > 0) filled += 1
    if (filled > rowLimit + 1 || rows.length >= mostRows(order)) break
  }
  return bounded(rows, encoding, order)
}

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1

/**
 * Rows without the empty cells at their ends: a file of few bytes may have millions. A text that many cells share takes
 * little of the file, but is sent with each of them.
 */
function bounded(rows: string[][], encoding: TextEncoding | null, order: SheetOrder): SheetAnswer {
  let length = 0
  let filled = 0
  for (const row of rows) {
    row.length = widthOf(row)
    if (row.length > 0) filled += 1
    for (const cell of row) length += cell.length
  }
  const isLonger = filled > order.rowLimit + 1 || rows.length >= mostRows(order)
  if (isLonger && !order.beginning) return { refused: 'tooManyRows' }
  return length > textLimit ? { refused: 'tooBigInside' } : { rows, encoding }
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
