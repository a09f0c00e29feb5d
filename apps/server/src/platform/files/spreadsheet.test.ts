import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { UserId } from '@fleetdeck/contract/ids'
import { Archive } from '@fleetdeck/zip/archive'
import { expect, test } from 'vitest'
import type { FileStore, NewFile } from './file-store.ts'
import { type Column, exportRows } from './spreadsheet.ts'

async function saved<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: Column<Row>[],
  { isTemplate = false, maxRows }: { isTemplate?: boolean; maxRows?: number } = {},
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const store = {
    save: async (content: Readable, file: NewFile) => {
      for await (const chunk of content) chunks.push(chunk)
      return { ...file, fileName: file.originalName }
    },
  }
  const content = { name: 'people', ownerId: UserId.parse(1), rows, columns, isTemplate }
  await exportRows(store as unknown as FileStore, content, maxRows)
  return Buffer.concat(chunks)
}
async function written<Row>(rows: Iterable<Row>, columns: Column<Row>[]) {
  const book = read(await saved(rows, columns), { type: 'buffer' })
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}
async function xmlOf(content: Buffer, name: string): Promise<string> {
  const archive = await Archive.open(content)
  const entry = (await archive.allEntries()).find(({ fileName }) => fileName === name)
  if (!entry) throw new Error(`no ${name}`)
  return String(await buffer(archive.read(entry)))
}
const sheetName = 'xl/worksheets/sheet1.xml'
const one: Column<string>[] = [{ title: 'Name', value: (row) => row }]
const two: Column<[string, number | null]>[] = [
  { title: 'Name', value: ([name]) => name },
  { title: 'Count', value: ([, count]) => count },
]

test('a spreadsheet program reads what was written', async () => {
  expect(await written([['<李&"雷">', 3] as [string, number | null], ['😀 b', null]], two)).toEqual([
    ['Name', 'Count'],
    ['<李&"雷">', 3],
    ['😀 b'],
  ])
})

test('every row and every cell says where it is, as strict readers require', async () => {
  const rows: [string, number | null][] = [
    ['wang', 3],
    ['', 5],
    ['chen', Number.NaN],
  ]
  const xml = await xmlOf(await saved(rows, two), sheetName)
  expect(xml.match(/<row r="\d+"|<c r="\w+"/g)).toEqual(
    ['<row r="1"', '<c r="A1"', '<c r="B1"', '<row r="2"', '<c r="A2"', '<c r="B2"'].concat([
      '<row r="3"',
      '<c r="B3"',
      '<row r="4"',
      '<c r="A4"',
    ]),
  )
  expect(xml).toContain('<c r="B2"><v>3</v></c>')
  expect(xml).not.toMatch(/<row>|<c[ >](?!r=)/)
})

const sheetsOf = (content: Buffer) => {
  const book = read(content, { type: 'buffer' })
  return book.SheetNames.map((name) => [
    name,
    utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }).flat(),
  ])
}

test('more rows than a sheet can have go on in a further sheet, below the titles again', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => `row ${at + 1}`)
  const content = await saved(rows, one, { maxRows: 3 })
  expect(sheetsOf(content)).toEqual([
    ['Sheet1', ['Name', 'row 1', 'row 2', 'row 3']],
    ['Sheet2', ['Name', 'row 4', 'row 5', 'row 6']],
    ['Sheet3', ['Name', 'row 7']],
  ])
  expect(await xmlOf(content, 'xl/worksheets/sheet2.xml')).toContain('<c r="A1" s="1" t="inlineStr">')
  expect(sheetsOf(await saved(rows.slice(0, 6), one, { maxRows: 3 }))).toHaveLength(2)
  expect(sheetsOf(await saved([], one, { maxRows: 3 }))).toEqual([['Sheet1', ['Name']]])
})

test('rows are read to their end or given up with the file', async () => {
  let isOver = false
  async function* rows() {
    try {
      for (let at = 0; ; at += 1) {
        if (at === 5) throw new Error('database away')
        yield `row ${at}`
      }
    } finally {
      isOver = true
    }
  }
  await expect(saved(rows(), one, { maxRows: 3 })).rejects.toThrow('database away')
  expect(isOver).toBe(true)
})

test('columns beyond Z have two letters', async () => {
  const columns = Array.from({ length: 53 }, (_, at) => ({ title: `T${at}`, value: () => '' }))
  const references = (await xmlOf(await saved([], columns), sheetName)).match(/(?<=<c r=")\w+/g)
  expect([references?.[25], references?.[26], references?.[52]]).toEqual(['Z1', 'AA1', 'BA1'])
})

test('columns are as wide as their titles and first rows, and the bold titles stay in view', async () => {
  const rows: [string, number | null][] = [
    ['设备编号十二号', 3],
    ['x'.repeat(500), 4],
  ]
  const xml = await xmlOf(await saved(rows.slice(0, 1), two), sheetName)
  expect(xml.match(/(?<= width=")\d+/g)).toEqual(['16', '8'])
  expect((await xmlOf(await saved(rows, two), sheetName)).match(/(?<= width=")\d+/g)).toEqual(['60', '8'])
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(xml).toContain('<c r="A1" s="1" t="inlineStr">')
})

test('the cells of a template are texts with drop-down lists, long ones too', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `Department & ${at}`)
  const columns: Column<string>[] = [
    { title: 'Account', value: (row) => row },
    { title: 'Status', value: () => 'Enabled', words: ['Enabled', 'Disabled'] },
    { title: 'Department', value: () => '', words: names, hasOtherWords: true },
    { title: 'Posts', value: () => '', words: [] },
  ]
  const content = await saved(['wang'], columns, { isTemplate: true })
  const xml = await xmlOf(content, sheetName)
  expect(xml.match(/<dataValidation .*?<\/formula1>/g)).toEqual([
    '<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="B2:B10001"><formula1>Lists!$A$1:$A$2</formula1>',
    '<dataValidation type="list" allowBlank="1" sqref="C2:C10001"><formula1>Lists!$B$1:$B$100</formula1>',
  ])
  expect(xml.indexOf('<dataValidations')).toBeGreaterThan(xml.indexOf('</sheetData>'))
  expect(xml).toContain('style="2"/>')
  const book = read(content, { type: 'buffer' })
  expect(utils.sheet_to_json(book.Sheets.Lists ?? {}, { header: 1 }).slice(0, 3)).toEqual([
    ['Enabled', names[0]],
    ['Disabled', names[1]],
    [undefined, names[2]],
  ])
  expect(book.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1])
})

test('texts that would run as formulas are prefixed with a tab', async () => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1']
  const rows = (await written(dangerous, one)).slice(1).map(([cell]) => String(cell))
  expect(rows).toHaveLength(dangerous.length)
  for (const cell of rows) expect(cell[0]).toBe('\t')
})

test('characters that XML cannot represent are omitted, and long texts are truncated to the limit of a cell', async () => {
  const [, broken, long] = await written(['a\u0000b\ud800c', 'x'.repeat(40_000)], one)
  expect(broken).toEqual(['abc'])
  expect(String(long?.[0])).toHaveLength(32_767)
})

test('texts that look like numbered characters stay as they are', async () => {
  expect((await written(['_x0041_b', 'a_x000d_'], one)).slice(1)).toEqual([['_x0041_b'], ['a_x000d_']])
})
