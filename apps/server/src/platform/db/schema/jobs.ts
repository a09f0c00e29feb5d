import type { UserId } from '@fleetdeck/contract/ids'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Long-running jobs of users, in progress or finished: every server can report the progress. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Random id, used by the console. */
    jobId: text().notNull(),
    /** Kind of job. */
    kind: text().notNull(),
    ownerId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    /** Rows, devices … */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    result: jsonb(),
    createdAt: createdAt(),
    /** A running job without a recent heartbeat died with its server. */
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('jobs_job').on(t.jobId), index().on(t.createdAt)],
)
