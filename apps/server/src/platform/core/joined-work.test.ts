import { expect, test } from 'vitest'
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
  await work.settled()
  const joined = [work.run(), work.run()]
  expect(count).toBe(1)
  gate.reject(new Error('away'))
  await Promise.all([...joined, work.settled()])
  expect(failures).toEqual([new Error('away')])
  gate = Promise.withResolvers()
  gate.resolve()
  await work.run()
  expect(count).toBe(2)
})
