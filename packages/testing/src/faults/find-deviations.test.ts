import { expect, test } from 'vitest'
import { type DeliveryRun, findDeviations, type SharedData } from './find-deviations.ts'

const run = (change: Partial<DeliveryRun> = {}): DeliveryRun => ({
  ...{ id: 1, script: 'pops', phone: 'A1', state: 'succeeded', reason: null, hasError: false, lastAt: 5000 },
  lines: ['Script started', '1 begin', '2 took pool 1', '3 end'],
  ...change,
})
const shared: SharedData = { left: ['pool 2'], leased: [], todo: ['a'], done: ['b'], count: 0, items: 2 }
const deviations = (runs: DeliveryRun[], kills: number[] = [], data: Partial<SharedData> = {}) =>
  findDeviations(runs, { ...shared, ...data }, kills)

test('runs that ended as their scripts did, with all their lines, deviate in nothing', () => {
  const failed = { script: 'fails', state: 'failed', reason: 'exception', hasError: true, lines: ['1 end'] }
  const cut = { state: 'failed', reason: 'interrupted', lines: ['1 begin'] }
  expect(deviations([run(), run(failed), run(cut), run({ state: 'stopped', lines: [] })])).toEqual([])
})

test('missing and repeated lines, and wrong ends, are found', () => {
  const wrong: Partial<DeliveryRun>[] = [
    { lines: ['1 begin', '3 end'] },
    { lines: ['1 begin', '1 begin', '2 end'] },
    { lines: ['1 begin'] },
    { state: 'failed', reason: 'timeout' },
    { script: 'fails' },
    { script: 'fails', state: 'failed', reason: 'exception', lines: ['1 end'] },
    { state: 'failed', reason: 'interrupted' },
  ]
  for (const change of wrong) expect(deviations([run(change)]), JSON.stringify(change)).toHaveLength(1)
})

test('a script whose last line is just before a kill of its agent may count as interrupted', () => {
  const cut = run({ state: 'failed', reason: 'interrupted' })
  expect(deviations([cut], [5900])).toEqual([])
  expect(deviations([cut], [6100])).toHaveLength(1)
  expect(deviations([cut], [4900])).toHaveLength(1)
})

test('what was taken twice, is still there, or was lost, is found', () => {
  expect(deviations([run(), run({ id: 2 })])).toEqual(['pool 1 was taken twice'])
  expect(deviations([run()], [], { left: ['pool 1'] })).toEqual(['pool 1 was taken and is still there'])
  expect(deviations([run()], [], { leased: ['pool 1'] })).toEqual(['pool 1 was acknowledged and is leased'])
  expect(deviations([], [], { done: [] })).toEqual(['1 entries of the list were lost'])
  expect(deviations([], [], { done: ['a', 'b'] })).toEqual(['1 entries of the list are there twice'])
})
