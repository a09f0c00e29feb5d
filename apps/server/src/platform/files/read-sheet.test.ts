import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

test('reading ends when the server stops, also for files that wait', async () => {
  const stop = new AbortController()
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const task = { content: () => promise, kind: 'csv', rowLimit: 1 } as const
  const readings = [1, 2].map(() => readSheet(task, stop.signal))
  stop.abort(new Error('the server stops'))
  resolve(Buffer.from('a'))
  for (const reading of readings) await expect(reading).rejects.toThrow('the server stops')
})

const read = (text: string, options: { rowLimit: number; beginning?: 'whole' | 'cut' }) =>
  readSheet({ content: async () => Buffer.from(text), kind: 'csv', ...options }, new AbortController().signal)

test('a row or a column too many is refused; blank rows do not count', async () => {
  const rows = [['a'], ['1']]
  expect(await read('a\n1', { rowLimit: 1 })).toEqual({ rows, encoding: 'utf-8' })
  expect(await read('a\n1\n2', { rowLimit: 1 })).toEqual({ refused: 'tooManyRows' })
  expect(await read('a\n1\n,,\n', { rowLimit: 1 })).toEqual({ rows: [...rows, []], encoding: 'utf-8' })
  expect(await read(`a\n1${'\n'.repeat(100_000)}`, { rowLimit: 1 })).toEqual({ refused: 'tooManyRows' })
  expect(await read('a,'.repeat(501), { rowLimit: 1 })).toEqual({ refused: 'tooManyColumns' })
  expect(await read(`${'a,'.repeat(500)},,,`, { rowLimit: 1 })).toMatchObject({ encoding: 'utf-8' })
})

test('of a preview only the beginning is read', async () => {
  const line = 'x'.repeat(1000)
  const text = `${line}\n`.repeat(1000)
  const answer = await read(text, { rowLimit: 200, beginning: 'whole' })
  expect('rows' in answer && answer.rows.length).toBe(202)
  expect(
    await read(`a\n"${'x'.repeat(9 * 1024 * 1024)}`, { rowLimit: 200, beginning: 'whole' }),
  ).toMatchObject({
    rows: [['a'], [expect.any(String)]],
  })
})

test('empty cells at the end of a row are left out', async () => {
  const content = async () => Buffer.from('a,,b,,\n,,,,\nc')
  const task = { content, kind: 'csv', rowLimit: 5 } as const
  expect(await readSheet(task, new AbortController().signal)).toEqual({
    rows: [['a', '', 'b'], [], ['c']],
    encoding: 'utf-8',
  })
})
