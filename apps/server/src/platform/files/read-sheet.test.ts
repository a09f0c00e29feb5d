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

test('columns beyond the limit are ignored, and a row too many is refused', async () => {
  const read = (text: string) =>
    readSheet(
      { content: async () => Buffer.from(text), kind: 'csv', rowLimit: 1, columnLimit: 2 },
      new AbortController().signal,
    )
  expect(await read('a,b,c\n1,2,3')).toEqual({
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  })
  expect(await read('a\n1\n2')).toEqual({ refused: 'tooManyRows' })
})

test('empty cells at the end of a row are left out', async () => {
  const content = async () => Buffer.from('a,,b,,\n,,,,\nc')
  const task = { content, kind: 'csv', rowLimit: 5 } as const
  expect(await readSheet(task, new AbortController().signal)).toEqual({ rows: [['a', '', 'b'], [], ['c']] })
})
