import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { BoundedQueue, QueuePerKey } from './bounded-queue.ts'

/** Works that end on request, and which of them run. */
function heldWorks() {
  const running: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const work = (n: number) => async () => {
    running.push(n)
    ends[n] = Promise.withResolvers()
    await ends[n].promise
    return n
  }
  return { running, work, end: (n: number) => ends[n]?.resolve() }
}

test('works run one after the other; one too many is refused with the time until a retry', async () => {
  const queue = new BoundedQueue(2)
  const { running, work, end } = heldWorks()
  const results = [0, 1, 2].map((n) => queue.run(work(n)))
  expect(running).toEqual([0])
  const refused = await queue.run(work(3)).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ errorName: 'tooManyRequests', values: { seconds: 1 } })
  for (const n of [0, 1, 2]) {
    await expect.poll(() => running).toContain(n)
    end(n)
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2])
  expect(running).toEqual([0, 1, 2])
  expect(queue.isIdle).toBe(true)
})

test('one that fails does not delay the next', async () => {
  const queue = new BoundedQueue(1)
  const failed = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('keys wait for their own works only', async () => {
  const queues = new QueuePerKey(1)
  const { running, work, end } = heldWorks()
  const results = [queues.run('a', work(0)), queues.run('a', work(1)), queues.run('b', work(2))]
  await expect.poll(() => running).toEqual([0, 2])
  await expect(queues.run('a', work(3))).rejects.toMatchObject({ errorName: 'tooManyRequests' })
  end(0)
  await expect.poll(() => running).toEqual([0, 2, 1])
  end(1)
  end(2)
  expect(await Promise.all(results)).toEqual([0, 1, 2])
})
