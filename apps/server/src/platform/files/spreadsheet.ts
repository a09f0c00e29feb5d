import { Readable } from 'node:stream'
import type { UserId } from '@fleetdeck/contract/ids'
import { siteMs } from '../core/site-clock.ts'
import type { FileStore } from './file-store.ts'
import { zipped } from './zip-writer.ts'

type Cell = string | number | null | undefined
export interface Column<Row> {
  title: string
  value: (row: Row) => Cell
}

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Characters per cell, Excel's own limit. */
const cellLimit = 32_767
/** Characters that are buffered before they are compressed. */
const chunkLength = 64 * 1024

interface Export<Row> {
  name: string
  ownerId: UserId
  columns: Column<Row>[]
  /** Read while writing, so that memory does not grow with their number. */
  rows: Iterable<Row> | AsyncIterable<Row>
}

/** Writes rows as a spreadsheet for one download; its name is the page's, followed by the time. */
export async function exportRows<Row>(
  files: FileStore,
  { name, ownerId, columns, rows }: Export<Row>,
): Promise<{ fileName: string }> {
  const saved = await files.save(Readable.from(workbook(columns, rows)), {
    originalName: `${name}_${siteMs()}.xlsx`,
    mediaType: spreadsheetType,
    ownerId,
    temporary: true,
    limit: 1 << 30,
  })
  return { fileName: saved.fileName }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The minimum that spreadsheet programs accept as xlsx (ECMA-376): one sheet with texts in its cells. */
function workbook<Row>(columns: Column<Row>[], rows: Export<Row>['rows']): AsyncIterable<Buffer> {
  const relation = (type: string, target: string) =>
    `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`
  return zipped([
    {
      name: '[Content_Types].xml',
      content: [
        `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${openXml}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${openXml}.worksheet+xml"/></Types>`,
      ],
    },
    { name: '_rels/.rels', content: [relation('officeDocument', 'xl/workbook.xml')] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ],
    },
    { name: 'xl/_rels/workbook.xml.rels', content: [relation('worksheet', 'worksheets/sheet1.xml')] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, rows) },
  ])
}

async function* sheet<Row>(columns: Column<Row>[], rows: Export<Row>['rows']): AsyncGenerator<string> {
  let waiting = `${xml}<worksheet xmlns="${main}"><sheetData>${rowXml(columns.map((column) => column.title))}`
  for await (const row of rows) {
    waiting += rowXml(columns.map((column) => plain(column.value(row))))
    if (waiting.length < chunkLength) continue
    yield waiting
    waiting = ''
  }
  yield `${waiting}</sheetData></worksheet>`
}

const rowXml = (cells: Cell[]) => `<row>${cells.map(cellXml).join('')}</row>`

function cellXml(value: Cell): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, cellLimit))}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that XML 1.0 cannot represent are omitted. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

const escaped = (text: string) =>
  text.replace(unwritable, '').replace(/[&<>]/g, (character) => entities[character] ?? '')

/** A text that a spreadsheet would read as a formula gets a tab in front. */
function plain(value: Cell): Cell {
  return typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `\t${value}` : value
}
