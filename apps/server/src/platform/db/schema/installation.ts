import type { SampleValues, ServerInfo } from '@fleetdeck/contract/service-monitor'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

/** One row: which installation this is, and what it is authorized to. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    serial: text().notNull(),
    createdAt: createdAt(),
    /** The latest moment that any server has seen: a clock that is set back does not go behind it. */
    clockAt: createdAt(),
    authCode: text(),
  },
  (t) => [check('installation_one', sql`${t.id} = 1`)],
)

/** Programs of this installation, and what the service monitor shows of them. */
export const servers = pgTable('servers', {
  serverName: text().primaryKey(),
  facts: jsonb().$type<ServerInfo>().notNull(),
  startedAt: moment().notNull(),
  heardAt: moment().notNull(),
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
