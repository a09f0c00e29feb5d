import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { askChild, type ChildLimits, LimitExceeded } from './limited-child.ts'
import type { ChildOrder } from './testing/child.ts'

const wide: ChildLimits = { seconds: 60, heapMegabytes: 64, megabytes: 300 }
const ask = (order: ChildOrder, limits: Partial<ChildLimits> = {}, signal = new AbortController().signal) =>
  askChild(
    new URL('./testing/child.ts', import.meta.url),
    { order },
    { limits: { ...wide, ...limits }, signal },
  )

test('a child answers, with a lower priority than the server', async () => {
  const { priority } = (await ask('answer')) as { priority: number }
  expect(priority).toBeGreaterThan(getPriority())
})

test('a child that takes too long is killed', async () => {
  await expect(ask('loop', { seconds: 1 })).rejects.toThrow(LimitExceeded)
})

test('a child that fills its heap ends with the limit', async () => {
  await expect(ask('fillHeap')).rejects.toThrow(LimitExceeded)
})

test.runIf(process.platform === 'linux')('a child that fills its memory with buffers is killed', async () => {
  await expect(ask('fillBuffers')).rejects.toThrow('more than 300 MB')
})

test('a child that crashes, and one that is not needed any more, give no answer', async () => {
  await expect(ask('crash')).rejects.toThrow('exit 3')
  const ended = new AbortController()
  const waiting = ask('wait', {}, ended.signal)
  ended.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(ask('answer', {}, ended.signal)).rejects.toThrow('stopped')
})
