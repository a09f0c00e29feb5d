import type { UserId } from '@fleetdeck/contract/ids'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Long work of a user, under way or ended: every server can tell how far it is. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Random, as the console names it. */
    jobId: text().notNull(),
    /** What kind of work it is. */
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
    /** A running job that has been silent for long has died with its server. */
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('jobs_job').on(t.jobId), index().on(t.createdAt)],
)
