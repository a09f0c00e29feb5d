import type { Readable } from 'node:stream'
import { read, utils } from '@e965/xlsx'
import { UserId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import type { FileStore, NewFile } from './file-store.ts'
import { type Column, exportRows } from './spreadsheet.ts'

async function written<Row>(rows: Iterable<Row>, columns: Column<Row>[]) {
  const chunks: Buffer[] = []
  const store = {
    save: async (content: Readable, file: NewFile) => {
      for await (const chunk of content) chunks.push(chunk)
      return { ...file, fileName: file.originalName }
    },
  }
  await exportRows(store as unknown as FileStore, { name: 'people', ownerId: UserId.parse(1), rows, columns })
  const book = read(Buffer.concat(chunks), { type: 'buffer' })
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}
const one: Column<string>[] = [{ title: 'Name', value: (row) => row }]

test('a spreadsheet program reads what was written', async () => {
  const columns: Column<[string, number | null]>[] = [
    { title: 'Name', value: ([name]) => name },
    { title: 'Count', value: ([, count]) => count },
  ]
  expect(await written([['<李&"雷">', 3] as [string, number | null], ['😀 b', null]], columns)).toEqual([
    ['Name', 'Count'],
    ['<李&"雷">', 3],
    ['😀 b'],
  ])
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
