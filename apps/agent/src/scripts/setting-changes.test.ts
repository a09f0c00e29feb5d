import { expect, test } from 'vitest'
import { SettingChanges } from './setting-changes.ts'

/** Settings in memory, whose changes can be undone. */
function phone() {
  const values: Record<string, number> = { brightness: 50, volume: 70 }
  const set = (name: string, value: number) => async () => {
    const before = values[name] ?? 0
    values[name] = value
    return async () => {
      values[name] = before
    }
  }
  return { values, set }
}
const noFailure = (error: unknown) => {
  throw error
}

test('every setting gets its value from before the first change', async () => {
  const { values, set } = phone()
  const changes = new SettingChanges()
  await changes.change('brightness', false, set('brightness', 10))
  await changes.change('brightness', false, set('brightness', 20))
  await changes.change('volume', false, set('volume', 0))
  expect(values).toEqual({ brightness: 20, volume: 0 })
  await changes.restore(noFailure)
  expect(values).toEqual({ brightness: 50, volume: 70 })
})

test('a kept value stays, and a later change returns to it', async () => {
  const { values, set } = phone()
  const changes = new SettingChanges()
  await changes.change('brightness', false, set('brightness', 10))
  await changes.change('brightness', true, set('brightness', 20))
  await changes.change('volume', true, set('volume', 5))
  await changes.change('volume', false, set('volume', 0))
  await changes.restore(noFailure)
  expect(values).toEqual({ brightness: 20, volume: 5 })
})

test('a failure is reported and restores the others; a change after the end is undone immediately', async () => {
  const { values, set } = phone()
  const changes = new SettingChanges()
  await changes.change('brightness', false, set('brightness', 10))
  await changes.change('volume', false, async () => () => Promise.reject(new Error('unplugged')))
  const failures: unknown[] = []
  await changes.restore((error) => failures.push(error))
  expect(failures).toEqual([new Error('unplugged')])
  expect(values.brightness).toBe(50)
  await changes.change('brightness', false, set('brightness', 30))
  expect(values.brightness).toBe(50)
})
