import { reportEverySeconds } from '@fleetdeck/contract/unusable-phones'
import { gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Reports of agents older than this are not the present state: the agent has stopped, or cannot reach the server. */
export const oldestReport = sql`now() - make_interval(secs => ${3 * reportEverySeconds})`

export const isFreshReport = (reportedAt: PgColumn): SQL => gt(reportedAt, oldestReport)
