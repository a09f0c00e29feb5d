import { expect, onTestFinished, test, vi } from 'vitest'
import { JoinedWork } from './joined-work.ts'

test('work in progress is joined, and done again afterwards, also after a failure', async () => {
  const failures: unknown[] = []
  let gate = Promise.withResolvers<void>()
  let count = 0
  const work = new JoinedWork(
    () => {
      count += 1
      return gate.promise
    },
    (error) => failures.push(error),
  )
  await work.close()
  const joined = [work.run(), work.run()]
  expect(count).toBe(1)
  gate.reject(new Error('away'))
  await Promise.all([...joined, work.close()])
  expect(failures).toEqual([new Error('away')])
  gate = Promise.withResolvers()
  gate.resolve()
  await work.run()
  expect(count).toBe(2)
})

test('repeated work is done until it is closed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let times = 0
  const work = new JoinedWork(
    async () => {
      times += 1
    },
    () => undefined,
  ).repeat(1000)
  await vi.advanceTimersByTimeAsync(2500)
  expect(times).toBe(2)
  await work.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(times).toBe(2)
})
