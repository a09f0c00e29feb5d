import { expect, test } from 'vitest'
import { backOffMs, connectTurns, pause } from './back-off.ts'

const backOff = { firstMs: 500, limitMs: 30_000 }

test('waits double up to the limit', () => {
  const longest = [0, 1, 2, 3, 6, 50].map((attempt) => backOffMs(backOff, attempt, () => 1))
  expect(longest).toEqual([500, 1000, 2000, 4000, 30_000, 30_000])
})

test('half of each wait is random', () => {
  expect(backOffMs(backOff, 3, () => 0)).toBe(2000)
})

test('an aborted wait ends immediately', async () => {
  const calling = new AbortController()
  const waiting = pause(1e6, calling.signal)
  calling.abort()
  await waiting
  await pause(1e6, calling.signal)
})

/** Random numbers that are the same in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * When phones that lost their server together at 0 try to connect, until it is back; ms. Phones of one program share
 * its turns.
 */
function attempts(phones: number, programs: number, backAtMs: number): number[] {
  const random = seeded(7)
  let now = 0
  const turns = Array.from({ length: programs }, () => connectTurns(15, () => now))
  const due = Array.from({ length: phones }, (_, phone) => ({ phone, attempt: 0, at: 0, isTurn: false }))
  for (const one of due) one.at = backOffMs(backOff, one.attempt++, random)
  const tried: number[] = []
  while (due.length) {
    due.sort((a, b) => a.at - b.at)
    const [next] = due
    if (!next) break
    now = next.at
    next.isTurn = !next.isTurn
    if (next.isTurn) next.at += turns[next.phone % programs]?.() ?? 0
    else {
      tried.push(now)
      if (now >= backAtMs) due.shift()
      else next.at += backOffMs(backOff, next.attempt++, random)
    }
  }
  return tried
}

const mostIn = (times: number[], windowMs: number) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length))

test('300 phones of one program that lose their server together return as a steady flow', () => {
  for (const backAtMs of [0, 2000, 60_000]) {
    const tried = attempts(300, 1, backAtMs)
    expect(mostIn(tried, 100)).toBeLessThanOrEqual(7)
    expect(tried.filter((at) => at >= backAtMs)).toHaveLength(300)
    expect(Math.max(...tried)).toBeLessThan(backAtMs + 35_000)
  }
})

test('300 programs with a phone each spread over the wait when their server is away for a while', () => {
  const tried = attempts(300, 300, 60_000).filter((at) => at >= 60_000)
  expect(mostIn(tried, 100)).toBeLessThan(15)
  expect(mostIn(tried, 1000)).toBeLessThan(60)
})
