import { databaseMonitor } from '@fleetdeck/contract/database-monitor'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { OpenDb } from '../../platform/db/open-db.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './database-monitor.queries.ts'

const shownStatements = 100
const rounded = (ms: number) => Math.round(ms * 100) / 100

export function databaseMonitorRoutes(
  app: FastifyInstance,
  { db, serverName }: Deps,
  { kind, pool, statements }: Pick<OpenDb, 'kind' | 'pool' | 'statements'>,
) {
  implement(app, databaseMonitor, {
    // Sequentially: the embedded database has one session.
    info: async () => ({
      kind,
      ...(await queries.databaseInfo(db)),
      pool: {
        most: pool.options.max,
        open: pool.totalCount,
        free: pool.idleCount,
        waiting: pool.waitingCount,
      },
      connections: await queries.connectionStates(db),
      tables: await queries.tableSizes(db),
      locks: await queries.waitingLocks(db),
    }),

    statements: async ({ query: { by } }) => {
      const all = statements.list().map(({ totalMs, maxMs, ...times }) => ({
        ...times,
        totalMs: rounded(totalMs),
        maxMs: rounded(maxMs),
        averageMs: rounded(totalMs / times.count),
      }))
      const list = all.sort((a, b) => b[by] - a[by]).slice(0, shownStatements)
      return { serverName, since: statements.since, list }
    },

    reset: async () => {
      statements.reset()
      return null
    },
  })
}
