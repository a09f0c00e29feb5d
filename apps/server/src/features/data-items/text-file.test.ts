import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { detectEncoding, readCsvRows, readLines } from './text-file.ts'

const chunks = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
    { objectMode: true },
  )
const file = (
  text: string | Buffer,
  encoding: 'utf-8' | 'gb18030' = 'utf-8',
  size = 3,
  maxLength = 1000,
) => ({
  content: chunks(Buffer.from(text), size),
  encoding,
  maxLength,
})
const gbk = Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x31, 0x0a, 0xc3, 0xdc, 0xc2, 0xeb]) // 账号1, 密码
async function all<T>(rows: AsyncGenerator<T>) {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

test('a file is UTF-8 if it is valid, UTF-16 by its byte order mark, and GBK otherwise', async () => {
  expect(await detectEncoding(chunks(Buffer.from('账号1\n密码'), 2))).toBe('utf-8')
  expect(await detectEncoding(chunks(gbk, 3))).toBe('gb18030')
  expect(await detectEncoding(chunks(Buffer.from('\ufeffab', 'utf16le'), 4))).toBe('utf-16le')
  expect(await detectEncoding(chunks(Buffer.from([0xfe, 0xff, 0, 0x61]), 1))).toBe('utf-16be')
})

test('Big5 and GBK are told apart by their common characters, wherever the file is split', async () => {
  // 帳號密碼, 手機號碼, 台北市
  const big5 = Buffer.from('b162b8b9b14bbd580aa4e2bef7b8b9bd580aa578a55fa5ab', 'hex')
  for (const size of [1, 2, 3, 100]) {
    expect(await detectEncoding(chunks(big5, size))).toBe('big5')
    expect(await detectEncoding(chunks(gbk, size))).toBe('gb18030')
  }
})

test('lines are read completely wherever the file is split, in either encoding', async () => {
  const cells = async (text: string | Buffer, encoding?: 'gb18030') =>
    (await all(readLines(file(text, encoding)))).map((row) => row.cells[0])
  expect(await cells('\ufeff第一行\r\n\r\n😀\nlast')).toEqual(['第一行', '', '😀', 'last'])
  expect(await cells(gbk, 'gb18030')).toEqual(['账号1', '密码'])
  expect(await cells('')).toEqual([])
})

test('a line that is too long is marked and truncated, and the next is read normally', async () => {
  const rows = await all(readLines(file(`${'x'.repeat(50)}\nshort`, 'utf-8', 7, 10)))
  expect(rows.map(({ line, cells, isTooLong }) => [line, cells[0], isTooLong])).toEqual([
    [1, 'x'.repeat(10), true],
    [2, 'short', undefined],
  ])
})

test('quotes in a CSV contain commas, line ends and quotes; formulas are texts', async () => {
  const rows = await all(
    readCsvRows(file('name,content\r\n"a,b","say ""hi""\nthere"\r\n=1+1,\'; drop table\r\nlast')),
  )
  expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
    [1, ['name', 'content']],
    [2, ['a,b', 'say "hi"\nthere']],
    [4, ['=1+1', "'; drop table"]],
    [5, ['last']],
  ])
})
