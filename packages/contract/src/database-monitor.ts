import { z } from 'zod'
import { clearCall } from './calls.ts'
import { time } from './endpoint.ts'

export const DatabaseInfo = z.object({
  /** `embedded` is in the data folder. */
  kind: z.enum(['embedded', 'postgresql']),
  version: z.string(),
  databaseName: z.string(),
  /** Bytes. */
  size: z.number(),
  startedAt: time.nullable(),
  /** Connections of this server: open, idle, and calls that wait for one. */
  pool: z.object({ most: z.number(), open: z.number(), free: z.number(), waiting: z.number() }),
  /** Connections of the database, by state. */
  connections: z.array(z.object({ state: z.string(), count: z.number() })),
  tables: z.array(
    z.object({
      name: z.string(),
      /** Bytes, with indexes. */
      bytes: z.number(),
      indexBytes: z.number(),
      /** As the database estimates them. */
      rows: z.number(),
      deadRows: z.number(),
    }),
  ),
  /** Statements that wait for a lock. */
  locks: z.array(
    z.object({
      pid: z.number(),
      blockedBy: z.array(z.number()),
      mode: z.string(),
      relation: z.string(),
      waitMs: z.number(),
      statement: z.string(),
    }),
  ),
})
export type DatabaseInfo = z.output<typeof DatabaseInfo>

/** A statement without its parameters, as executed by the answering server since its start. */
export const StatementInfo = z.object({
  statement: z.string(),
  count: z.number(),
  errors: z.number(),
  totalMs: z.number(),
  averageMs: z.number(),
  maxMs: z.number(),
  lastAt: time,
})
export type StatementInfo = z.output<typeof StatementInfo>

export const databaseMonitor = {
  info: {
    method: 'GET',
    path: '/system/monitor/druid/info',
    permission: 'system/monitor/druid/list',
    data: DatabaseInfo,
  },
  statements: {
    method: 'GET',
    path: '/system/monitor/druid/statements',
    permission: 'system/monitor/druid/list',
    query: z.strictObject({ by: z.enum(['totalMs', 'maxMs', 'count', 'averageMs']).default('totalMs') }),
    data: z.object({ serverName: z.string(), since: time, list: z.array(StatementInfo) }),
  },
  /** Resets the statistics. */
  reset: clearCall('/system/monitor/druid/statements', { permission: 'system/monitor/druid/reset' }),
} as const
