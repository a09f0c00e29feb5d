import { expect, test } from 'vitest'
import { Batches } from './batches.ts'

test('requests that arrive together are answered in one batch, each with its own answer', async () => {
  const rounds: number[][] = []
  const batches = new Batches<number, number>(async (asks) => {
    rounds.push(asks)
    return asks.map((ask) => ask * 10)
  }, 3)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((ask) => batches.ask('a', ask)))
  expect(answers).toEqual([10, 20, 30, 40, 50])
  expect(rounds).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('requests with different keys are not mixed, and a failure only affects its own batch', async () => {
  const batches = new Batches<string, string>(async (asks) => {
    if (asks.includes('bad')) throw new Error('refused')
    return asks
  }, 10)
  const bad = batches.ask('a', 'bad')
  const beside = batches.ask('a', 'good')
  const other = batches.ask('b', 'good')
  await expect(bad).rejects.toThrow('refused')
  await expect(beside).rejects.toThrow('refused')
  expect(await other).toBe('good')
  expect(await batches.ask('a', 'good')).toBe('good')
})
