import { expect, test } from 'vitest'
import { HeldFrame } from './held-frame.ts'
import { LookWorkers } from './look-workers.ts'
import type { strangeLooks } from './testing/strange-worker.ts'

const workers = (more: { threads?: number; idleMs?: number; limitMs?: number } = {}) =>
  new LookWorkers<typeof strangeLooks>({
    file: new URL('./testing/strange-worker.ts', import.meta.url),
    threads: 1,
    decodedBytes: 1_000_000,
    idleMs: 50,
    limitMs: 20_000,
    heapMegabytes: 64,
    ...more,
  })

/** A look that occupies the thread until it is released. */
function occupy(pool: ReturnType<typeof workers>, phone: number) {
  const signal = new SharedArrayBuffer(4)
  const done = pool.run(phone, 'wait', [], signal)
  const release = () => {
    Atomics.store(new Int32Array(signal), 0, 1)
    Atomics.notify(new Int32Array(signal), 0)
  }
  return { done, release }
}

test('a thread starts with the first look and ends without work', async () => {
  const pool = workers()
  expect(pool.running).toBe(0)
  expect(await pool.run(0, 'echo', [], 'hello')).toBe('hello')
  expect(pool.running).toBe(1)
  await expect.poll(() => pool.running).toBe(0)
  expect(await pool.run(0, 'echo', [], 'again')).toBe('again')
})

test('a crash fails only the present look; those that wait get a new thread', async () => {
  const pool = workers()
  const phone = 0
  const crashed = pool.run(phone, 'crash', [], undefined)
  const next = pool.run(phone, 'echo', [], 'next')
  await expect(crashed).rejects.toMatchObject({ refusal: 'lookCrashed', values: ['exit 3'] })
  expect(await next).toBe('next')
})

test('a look that takes too long is stopped', async () => {
  const pool = workers({ limitMs: 5000 })
  await expect(pool.run(0, 'hang', [], undefined)).rejects.toMatchObject({
    refusal: 'lookTimeout',
    values: ['5'],
  })
  expect(await pool.run(0, 'echo', [], 'next')).toBe('next')
})

test('frames that the thread has dropped, or that another one had, are decoded again', async () => {
  const pool = workers({ idleMs: 60_000 })
  const phone = 0
  const side = 300
  const frames = Array.from({ length: 6 }, (_, at) =>
    HeldFrame.captured(at, {
      width: side,
      height: side,
      rgba: new Uint8ClampedArray(side * side * 4).fill(at),
    }),
  )
  const look = (...of: number[]) =>
    pool.run(
      phone,
      'first',
      of.map((at) => frames[at] as HeldFrame),
      undefined,
    )
  for (const at of [0, 1, 2, 3, 4, 5, 0, 0, 3]) expect(await look(at)).toEqual([at])
  expect(await look(1, 5)).toEqual([1, 5])
  expect(await look(0, 1, 2, 3, 4, 5)).toEqual([0, 1, 2, 3, 4, 5])
  await expect(pool.run(phone, 'crash', [], undefined)).rejects.toThrow()
  expect(await look(5)).toEqual([5])
})

test('an error of a look keeps its message', async () => {
  await expect(workers().run(0, 'fail', [], undefined)).rejects.toThrow('no such look')
})

test('phones take turns', async () => {
  const pool = workers()
  const [busy, quiet] = [0, 1]
  const { done, release } = occupy(pool, busy)
  const order: string[] = []
  const ask = async (phone: number, name: string) => order.push(await pool.run(phone, 'echo', [], name))
  const all = [ask(busy, 'busy 1'), ask(busy, 'busy 2'), ask(busy, 'busy 3'), ask(quiet, 'quiet 1')]
  release()
  await Promise.all([done, ...all])
  expect(order).toEqual(['busy 1', 'quiet 1', 'busy 2', 'busy 3'])
})

test('more than eight waiting looks of a phone, and two hundred of all phones, are refused', async () => {
  const pool = workers()
  const phone = 0
  const { done, release } = occupy(pool, phone)
  const own = Array.from({ length: 8 }, () => pool.run(phone, 'echo', [], 'own'))
  await expect(pool.run(phone, 'echo', [], 'ninth')).rejects.toMatchObject({ refusal: 'looksBusy' })
  const others = Array.from({ length: 192 }, (_, at) => pool.run(1 + at, 'echo', [], 'other'))
  await expect(pool.run(193, 'echo', [], 'last')).rejects.toMatchObject({ refusal: 'looksBusy' })
  release()
  expect(await Promise.all([done, ...own, ...others])).toHaveLength(201)
})

test('phones are spread over the threads', async () => {
  const pool = workers({ threads: 2, idleMs: 60_000 })
  await Promise.all([pool.run(0, 'echo', [], 'a'), pool.run(1, 'echo', [], 'b')])
  expect(pool.running).toBe(2)
})
