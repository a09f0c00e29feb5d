import { parentPort, workerData } from 'node:worker_threads'
import { read, utils } from '@e965/xlsx'
import type { SheetAnswer, SheetTask } from './read-sheet.ts'
import { unpacksWithin } from './unpacked-size.ts'

/** Maximum unpacked bytes of a spreadsheet. */
const unpackedLimit = 100 * 1024 * 1024
function answerTo({ content, rowLimit, columnLimit = 50 }: SheetTask): SheetAnswer {
  const bytes = Buffer.from(content)
  const isZip = bytes.readUInt32BE(0) === 0x504b0304
  const fits = isZip ? unpacksWithin(bytes, unpackedLimit) : true
  if (fits === undefined) return { refused: 'unreadable' }
  if (!fits) return { refused: 'tooBigInside' }
  // Reads one row more than allowed, to detect the excess.
  const book = read(bytes, { sheetRows: rowLimit + 2, cellFormula: false, cellHTML: false, dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const reference = sheet?.['!ref']
  if (!sheet || !reference) return { rows: [] }
  const range = utils.decode_range(reference)
  range.e.c = Math.min(range.e.c, range.s.c + columnLimit - 1)
  const cells = utils.sheet_to_json<unknown[]>(sheet, {
    header: 1,
    range,
    raw: false,
    defval: '',
    blankrows: true,
  })
  if (cells.length > rowLimit + 1) return { refused: 'tooManyRows' }
  return { rows: cells.map((row) => row.map((cell) => String(cell ?? '').trim())) }
}

function answer(): SheetAnswer {
  try {
    return answerTo(workerData as SheetTask)
  } catch {
    return { refused: 'unreadable' }
  }
}

parentPort?.postMessage(answer())
