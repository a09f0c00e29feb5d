import { type GroupInput, maxSpreadMs } from '@fleetdeck/contract/wall-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startStep } from './group-steps.ts'
import { Outbox } from './outbox.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const touch = (action_type: 'touchDown' | 'touchMove' | 'touchUp'): GroupInput => ({
  action: 'canvas_action',
  action_type,
  x: 0,
  y: 0,
})
const type = (text: string): GroupInput => ({ action: 'typeText', text })

function startOutbox() {
  const sent: { frame: GroupInput; at: number }[] = []
  const outbox = new Outbox((frame) => sent.push({ frame, at: performance.now() }))
  const put = (frame: GroupInput, spreadMs: number) => outbox.put({ frame, step: startStep(frame) }, spreadMs)
  return { outbox, put, sent }
}

test('each input is sent within the bound of its delay, in the order of the inputs', () => {
  const { put, sent } = startOutbox()
  const given = new Map<GroupInput, number>()
  for (let n = 0; n < 300; n += 1) {
    const frame = type(String(n))
    given.set(frame, performance.now())
    put(frame, maxSpreadMs)
    vi.advanceTimersByTime(n % 40)
  }
  vi.advanceTimersByTime(maxSpreadMs + 10)
  expect(sent.map(({ frame }) => frame)).toEqual([...given.keys()])
  const delays = sent.map(({ frame, at }) => at - (given.get(frame) ?? 0))
  expect(Math.max(...delays)).toBeLessThanOrEqual(maxSpreadMs + 10)
  expect(Math.max(...delays)).toBeGreaterThan(maxSpreadMs / 2)
})

test('a gesture keeps its own timing, and no other gesture begins before it ends', () => {
  const { put, sent } = startOutbox()
  for (let n = 0; n < 20; n += 1) {
    put(touch('touchDown'), 1000)
    vi.advanceTimersByTime(30)
    put(touch('touchMove'), 1000)
    vi.advanceTimersByTime(70)
    put(touch('touchUp'), 1000)
  }
  vi.advanceTimersByTime(1100)
  expect(sent).toHaveLength(60)
  for (let n = 0; n < 60; n += 3) {
    const [down, move, up] = sent.slice(n, n + 3)
    expect([down, move, up].map((one) => one?.frame)).toEqual(
      (['touchDown', 'touchMove', 'touchUp'] as const).map(touch),
    )
    const begun = down?.at ?? 0
    expect(Math.abs((move?.at ?? 0) - begun - 30)).toBeLessThan(3)
    expect(Math.abs((up?.at ?? 0) - begun - 100)).toBeLessThan(3)
  }
})

test('without a delay inputs are sent immediately, but after those that are still waiting', () => {
  const { put, sent } = startOutbox()
  put(type('a'), 0)
  expect(sent).toHaveLength(1)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  put(type('b'), 1000)
  put(type('c'), 0)
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(510)
  expect(sent.map(({ frame }) => frame)).toEqual([type('a'), type('b'), type('c')])
  vi.restoreAllMocks()
})

test('what is dropped is never sent, and is returned as gestures, keys and texts', () => {
  const { outbox, put, sent } = startOutbox()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const step of ['touchDown', 'touchMove', 'touchUp'] as const) put(touch(step), 1000)
  put(type('a'), 1000)
  expect(outbox.drop().map(({ what }) => what.kind)).toEqual(['touch', 'text'])
  vi.advanceTimersByTime(2000)
  expect(sent).toEqual([])
  vi.restoreAllMocks()
})
