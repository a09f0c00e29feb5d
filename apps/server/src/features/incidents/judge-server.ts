import { type IncidentKind, type IncidentValues, incidentSeverities } from '@fleetdeck/contract/incidents'
import type { AwayReason } from '../../platform/core/database-away.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { StorageTrouble } from '../../platform/storage/storage-watch.ts'

/** One thing that is wrong now. */
export interface Finding {
  kind: IncidentKind
  subject: string
  values: IncidentValues
  /** When the condition began, in seconds before now; by default now. */
  sinceSeconds?: number
}

/** The values that a server has about itself. Times in ms, sizes in bytes. */
export interface ServerFacts {
  redis: { isConnected: boolean; delayMs: number }
  database: {
    away: AwayReason | undefined
    /** How long it took to answer the simplest question. */
    answerMs: number
    /** By how much this server's clock is ahead of the database's; undefined when it was not read. */
    aheadMs: number | undefined
  }
  /** Why the store of the files cannot be used; undefined while it can. */
  storage: StorageTrouble | undefined
  /** The fullest with data of the server; undefined when none can be read. */
  disk: { free: number; total: number } | undefined
  certificateEndsAt: Date | undefined
  /** The 99th percentile of the last seconds. */
  loopDelayMs: number
  memory: { used: number; limit: number }
}

/** How long a condition must last before it opens an incident; ms. Others open immediately. */
export const holdMs: Partial<Record<IncidentKind, number>> = {
  redisAway: 10_000,
  redisSlow: 30_000,
  databaseAway: 5000,
  databaseSlow: 30_000,
  storageAway: 10_000,
  clockOff: 15_000,
  loopLate: 60_000,
  memoryFull: 30_000,
}

const slowMs = 1000
const leastFree = 0.1
const certificateDays = 14
const mostAheadMs = 5000
const lateMs = 200
const mostMemory = 0.9

const dayMs = 86_400_000
const megabyte = 1024 * 1024
const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(1, whole))

/** Values of the sentence of each kind that a server judges about itself; undefined while all is well. */
const judges = {
  redisAway: ({ redis }) => (redis.isConnected ? undefined : {}),
  redisSlow: ({ redis: { isConnected, delayMs } }) =>
    isConnected && delayMs > slowMs ? { ms: Math.round(delayMs) } : undefined,
  databaseAway: ({ database: { away } }) => (away ? { reason: away } : undefined),
  databaseSlow: ({ database: { away, answerMs } }) =>
    !away && answerMs > slowMs ? { ms: Math.round(answerMs) } : undefined,
  storageAway: ({ storage }) => storage,
  diskFull: ({ disk }) =>
    disk && disk.free < leastFree * disk.total
      ? { percent: percent(disk.free, disk.total), freeMegabytes: Math.round(disk.free / megabyte) }
      : undefined,
  certificateEnds: ({ certificateEndsAt: endsAt }, now) => {
    const days = endsAt ? Math.floor((endsAt.getTime() - now) / dayMs) : undefined
    return endsAt && days !== undefined && days < certificateDays
      ? { date: endsAt.toISOString().slice(0, 10), days: Math.max(0, days) }
      : undefined
  },
  clockOff: ({ database: { aheadMs = 0 } }) =>
    Math.abs(aheadMs) > mostAheadMs ? { seconds: Math.round(Math.abs(aheadMs) / 1000) } : undefined,
  loopLate: ({ loopDelayMs }) => (loopDelayMs > lateMs ? { ms: Math.round(loopDelayMs) } : undefined),
  memoryFull: ({ memory: { used, limit } }) =>
    used > mostMemory * limit
      ? { percent: percent(used, limit), usedMegabytes: Math.round(used / megabyte) }
      : undefined,
} satisfies Partial<Record<IncidentKind, (facts: ServerFacts, now: number) => IncidentValues | undefined>>

/**
 * Problems of a server.
 * @param now ms since 1970
 */
export function judgeServer(serverName: string, facts: ServerFacts, now = siteMs()): Finding[] {
  return Object.entries(judges).flatMap(([kind, judge]) => {
    const values = judge(facts, now)
    return values ? [{ kind: kind as keyof typeof judges, subject: serverName, values }] : []
  })
}

export const severityOf = ({ kind }: Finding) => incidentSeverities[kind]
