import { Readable } from 'node:stream'
import type { UserId } from '@fleetdeck/contract/ids'
import { siteMs } from '../core/site-clock.ts'
import { type Cell, cellWidth, columnName, rowXml } from './cell-xml.ts'
import type { FileStore } from './file-store.ts'
import { formats, type NamedSheet, workbookParts, worksheetStart } from './workbook-parts.ts'
import { zipped } from './zip-writer.ts'

export interface Column<Row> {
  title: string
  value: (row: Row) => Cell
  /** The drop-down list of its cells. */
  words?: readonly string[]
  /** Its cells may also contain other texts, such as several of the words. */
  hasOtherWords?: boolean
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Characters that are buffered before they are compressed; widths of columns follow from the rows among them. */
const chunkLength = 64 * 1024
const widths = { min: 8, max: 60 } as const
/** The last row with drop-down lists: programs that keep them by cell take long for whole columns. */
const lastRow = 10_001
const listsName = 'Lists'
/** Excel reads 1,048,576 rows of a sheet, titles included. */
const maxSheetRows = 1_048_575

interface Export<Row> {
  name: string
  ownerId: UserId
  columns: Column<Row>[]
  /** Read while writing, so that memory does not grow with their number. */
  rows: Iterable<Row> | AsyncIterable<Row>
  /** A file to fill in: its cells are texts, so that spreadsheet programs do not change what is typed. */
  isTemplate?: boolean
}
type Content<Row> = Pick<Export<Row>, 'columns' | 'rows' | 'isTemplate'>
/** Names of sheets are plain words. */
interface NamedRows<Row> extends Pick<Export<Row>, 'columns' | 'rows'> {
  name: string
}

/**
 * Writes rows as a spreadsheet for one download; its name is the page's, followed by the time.
 * @param maxRows of a sheet, below its titles; further ones follow in a further sheet
 */
export const exportRows = <Row>(
  files: FileStore,
  { name, ownerId, ...content }: Export<Row>,
  maxRows = maxSheetRows,
) => saveWorkbook(files, { name, ownerId, sheets: sheetsOf(content, maxRows) })

/** The same with several sheets. */
export const exportSheets = <Row>(
  files: FileStore,
  { name, ownerId, sheets }: { name: string; ownerId: UserId; sheets: NamedRows<Row>[] },
) =>
  saveWorkbook(files, {
    name,
    ownerId,
    sheets: sheets.map((sheet) => ({ name: sheet.name, content: sheetXml(sheet) })),
  })

async function saveWorkbook(
  files: FileStore,
  { name, ownerId, sheets }: { name: string; ownerId: UserId; sheets: Parameters<typeof workbookParts>[0] },
): Promise<{ fileName: string }> {
  const saved = await files.save(Readable.from(zipped(workbookParts(sheets))), {
    originalName: `${name}_${siteMs()}.xlsx`,
    mediaType: spreadsheetType,
    ownerId,
    temporary: true,
    limit: 1 << 30,
  })
  return { fileName: saved.fileName }
}

/** Each sheet is read to its end before the next one is asked for. */
async function* sheetsOf<Row>(content: Content<Row>, maxRows: number): AsyncGenerator<NamedSheet> {
  const rows = iterate(content.rows)
  try {
    let next = await rows.next()
    const some = async function* () {
      for (let count = 0; count < maxRows && !next.done; count += 1) {
        yield next.value
        next = await rows.next()
      }
    }
    let number = 0
    do {
      number += 1
      yield { name: `Sheet${number}`, content: sheetXml({ ...content, rows: some() }) }
    } while (!next.done)
  } finally {
    await rows.return(undefined)
  }
  // Lists within the cells' own sheet are limited to 255 characters.
  const lists = content.columns.flatMap(({ words }) => (words?.length ? [words] : []))
  if (lists.length) yield { name: listsName, isHidden: true, content: [listsXml(lists)] }
}

async function* iterate<Row>(rows: Content<Row>['rows']): AsyncGenerator<Row, undefined> {
  yield* rows
}

async function* sheetXml<Row>({ columns, rows, isTemplate }: Content<Row>): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title)
  const format = isTemplate ? formats.text : 0
  const longest = titles.map(cellWidth)
  let waiting = rowXml(1, titles, formats.title)
  let number = 1
  let isBegun = false
  const take = () => {
    const text = isBegun ? waiting : sheetStart(longest, format) + waiting
    isBegun = true
    waiting = ''
    return text
  }
  for await (const row of rows) {
    const cells = columns.map((column) => plain(column.value(row)))
    if (!isBegun)
      for (const [at, cell] of cells.entries()) longest[at] = Math.max(longest[at] ?? 0, cellWidth(cell))
    number += 1
    waiting += rowXml(number, cells, format)
    if (waiting.length >= chunkLength) yield take()
  }
  yield `${take()}</sheetData>${dropDowns(columns)}</worksheet>`
}

/** The title row stays in view. */
function sheetStart(longest: number[], format: number): string {
  const cols = longest.map((length, index) => {
    const width = Math.min(widths.max, Math.max(widths.min, length + 2))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${format ? ` style="${format}"` : ''}/>`
  })
  return `${worksheetStart}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`
}

function dropDowns<Row>(columns: Column<Row>[]): string {
  let listed = 0
  const validations = columns.flatMap(({ words, hasOtherWords }, index) => {
    if (!words?.length) return []
    const [list, cell] = [columnName(listed), columnName(index)]
    listed += 1
    return `<dataValidation type="list" allowBlank="1"${hasOtherWords ? '' : ' showErrorMessage="1"'} sqref="${cell}2:${cell}${lastRow}"><formula1>${listsName}!$${list}$1:$${list}$${words.length}</formula1></dataValidation>`
  })
  if (validations.length === 0) return ''
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
}

/** One list per column. */
function listsXml(lists: (readonly string[])[]): string {
  const rows = Array.from({ length: Math.max(...lists.map((words) => words.length)) }, (_, row) =>
    rowXml(
      row + 1,
      lists.map((words) => words[row]),
      formats.text,
    ),
  )
  return `${worksheetStart}<sheetData>${rows.join('')}</sheetData></worksheet>`
}

/** A text that a spreadsheet would read as a formula gets a tab in front. */
function plain(value: Cell): Cell {
  return typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `\t${value}` : value
}
