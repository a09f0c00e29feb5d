import type { SampleValues, ServerInfo } from '@fleetdeck/contract/service-monitor'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

/** One row: the identity of this installation, and its licence. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    serial: text().notNull(),
    createdAt: createdAt(),
    /** The latest time seen by any server: a clock that is set back does not go below it. */
    clockAt: createdAt(),
    authCode: text(),
    /** The store of the files, and when a server last began to use it. */
    fileStore: jsonb().$type<{ id: string; address: string }>(),
    fileStoreAt: moment(),
  },
  (t) => [check('installation_one', sql`${t.id} = 1`)],
)

/** Processes of this installation, and their values for the service monitor. */
export const servers = pgTable('servers', {
  serverName: text().primaryKey(),
  facts: jsonb().$type<ServerInfo>().notNull(),
  startedAt: moment().notNull(),
  heardAt: moment().notNull(),
  /** It stopped in order: its silence is no incident. */
  stoppedAt: moment(),
})

export const serverSamples = pgTable(
  'server_samples',
  {
    serverName: text()
      .notNull()
      .references(() => servers.serverName, { onDelete: 'cascade' }),
    at: moment().notNull(),
    values: jsonb().$type<SampleValues>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverName, t.at] }), index('server_samples_at').on(t.at)],
)
