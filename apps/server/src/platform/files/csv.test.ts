import { decodedText } from '@fleetdeck/contract/detect-encoding'
import { expect, test } from 'vitest'
import { csvRows, csvTextRows } from './csv.ts'

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}
const maxRowLength = 1000
const parseCells = async (text: string | Uint8Array) =>
  (await all(csvTextRows(typeof text === 'string' ? text : decodedText(text), maxRowLength))).map(
    ({ cells }) => cells,
  )

test('rows are the same wherever the text is split', async () => {
  const text = 'name,content\r\n"a,b","say ""hi""\r\nthere"\r\n\r\n=1+1,😀\nlast,""'
  const rows = [
    { line: 1, cells: ['name', 'content'] },
    { line: 2, cells: ['a,b', 'say "hi"\r\nthere'] },
    { line: 4, cells: [''] },
    { line: 5, cells: ['=1+1', '😀'] },
    { line: 6, cells: ['last', ''] },
  ]
  expect(await all(csvRows([text], { maxRowLength }))).toEqual(rows)
  expect(await all(csvRows([...text], { maxRowLength }))).toEqual(rows)
  const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
  expect(await all(csvRows(bytes, { maxRowLength }))).toEqual(rows)
})

test('misplaced quotes belong to the text, and an unclosed one ends with the file', async () => {
  expect(await parseCells('5" x,a"b"\n"a" b,c\nd,"open ""\n,e')).toEqual([
    ['5" x', 'a"b"'],
    ['"a" b', 'c'],
    ['d', 'open "\n,e'],
  ])
})

test('a row without an end is reported, and nothing after it is buffered', async () => {
  let isClosed = false
  async function* pieces() {
    try {
      yield 'a,b\n"'
      for (;;) yield 'x'.repeat(50)
    } finally {
      isClosed = true
    }
  }
  expect(await all(csvRows(pieces(), { maxRowLength }))).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [], isEndless: true },
  ])
  expect(isClosed).toBe(true)
})

test('a whole file may be separated by semicolons or tabs, use either line end, and have spaces around its cells', async () => {
  expect(await parseCells('a;b,c;d\r1 ;" 2 ";\r\n3;4;5\n')).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2', ''],
    ['3', '4', '5'],
  ])
  expect(await parseCells('a\tb\n1,2\t3')).toEqual([
    ['a', 'b'],
    ['1,2', '3'],
  ])
  expect(await parseCells('')).toEqual([])
})

test('a whole file is UTF-8 or UTF-16 by its byte order mark, UTF-8 if valid, and else Big5 or GBK', async () => {
  const rows = [['账号', '1']]
  expect(await parseCells('账号,1')).toEqual(rows)
  expect(await parseCells('\ufeff账号,1')).toEqual(rows)
  const utf16 = Buffer.from('\ufeff账号,1', 'utf16le')
  expect(await parseCells(utf16)).toEqual(rows)
  expect(await parseCells(utf16.swap16())).toEqual(rows)
  expect(await parseCells(Uint8Array.of(0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0x31))).toEqual(rows)
  // 裝置編號,群組
  const big5 = Buffer.from('b8cbb86dbd73b8b92cb873b2d5', 'hex')
  expect(await parseCells(big5)).toEqual([['裝置編號', '群組']])
})
