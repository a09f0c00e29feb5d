import { expect, test } from 'vitest'
import { IncidentMemory } from './incident-memory.ts'
import { type Finding, judgeServer, type ServerFacts } from './judge-server.ts'

const gigabyte = 1024 ** 3
const now = Date.parse('2026-03-01T12:00:00Z')
const well: ServerFacts = {
  redis: { isConnected: true, delayMs: 900 },
  database: { away: undefined, answerMs: 900, aheadMs: -4900 },
  storage: undefined,
  disk: { free: 11 * gigabyte, total: 100 * gigabyte },
  certificateEndsAt: new Date('2026-03-15T12:00:00Z'),
  loopDelayMs: 199,
  memory: { used: 0.9 * gigabyte, limit: gigabyte },
}

test('a server within its limits has no incidents', () => {
  expect(judgeServer('one', well, now)).toEqual([])
})

test.each<[Partial<ServerFacts>, string, object]>([
  [{ redis: { isConnected: false, delayMs: 9000 } }, 'redisAway', {}],
  [{ redis: { isConnected: true, delayMs: 1200.4 } }, 'redisSlow', { ms: 1200 }],
  [{ database: { away: 'full', answerMs: 0, aheadMs: undefined } }, 'databaseAway', { reason: 'full' }],
  [{ database: { away: undefined, answerMs: 2000, aheadMs: 0 } }, 'databaseSlow', { ms: 2000 }],
  [{ database: { away: undefined, answerMs: 1, aheadMs: -61_000 } }, 'clockOff', { seconds: 61 }],
  [
    { storage: { address: 's3://fleet/', detail: 'ECONNREFUSED' } },
    'storageAway',
    { address: 's3://fleet/', detail: 'ECONNREFUSED' },
  ],
  [
    { disk: { free: 9 * gigabyte, total: 100 * gigabyte } },
    'diskFull',
    { percent: 9, freeMegabytes: 9 * 1024 },
  ],
  [
    { certificateEndsAt: new Date('2026-03-15T11:00:00Z') },
    'certificateEnds',
    { date: '2026-03-15', days: 13 },
  ],
  [{ certificateEndsAt: new Date('2026-02-01T11:00:00Z') }, 'certificateEnds', { days: 0 }],
  [{ loopDelayMs: 350.2 }, 'loopLate', { ms: 350 }],
  [{ memory: { used: gigabyte, limit: gigabyte } }, 'memoryFull', { percent: 100, usedMegabytes: 1024 }],
])('of %j it finds %s', (facts, kind, values) => {
  expect(judgeServer('one', { ...well, ...facts }, now)).toMatchObject([{ kind, subject: 'one', values }])
})

const late: Finding = { kind: 'loopLate', subject: 'one', values: { ms: 300 } }
const noSubject = ({ kind }: Finding) => kind

test('a peak is no incident; a lasting one is, since its start', () => {
  const memory = new IncidentMemory()
  expect(memory.note([late], 0)).toBe(false)
  memory.note([], 50_000)
  memory.note([late], 60_000)
  expect(memory.open()).toEqual([])
  for (let at = 65_000; at <= 120_000; at += 5000) memory.note([late], at)
  expect(memory.open()).toMatchObject([{ kind: 'loopLate', since: 60_000, seen: 120_000 }])
})

test('a condition that comes and goes stays one incident', () => {
  const memory = new IncidentMemory()
  const changes = Array.from({ length: 60 }, (_, n) => memory.note(n % 3 === 0 ? [late] : [], n * 5000))
  expect(changes.filter(Boolean)).toHaveLength(1)
  expect(memory.open()).toHaveLength(1)
})

test('changes that could not be written are written with their times, once, and no more than a hundred', () => {
  const memory = new IncidentMemory()
  const full: Finding = { kind: 'diskFull', subject: 'one', values: {} }
  for (let n = 0; n < 120; n += 1) {
    memory.note([full], n * 100_000)
    memory.note([], n * 100_000 + 50_000)
  }
  memory.note([full], 12_000_000)
  const unwritten = memory.unwritten()
  expect(unwritten.open.map(noSubject)).toEqual(['diskFull'])
  expect(unwritten.ended).toHaveLength(100)
  expect(unwritten.ended.at(-1)).toMatchObject({ since: 11_900_000, seen: 11_900_000 })
  memory.written(unwritten)
  expect(memory.unwritten()).toEqual({ open: [], ended: [] })
  memory.note([], 12_100_000)
  expect(memory.unwritten()).toEqual({ open: [], ended: [] })
})
