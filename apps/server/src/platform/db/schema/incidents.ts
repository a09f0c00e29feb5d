import type { IncidentId, UserId } from '@fleetdeck/contract/ids'
import type { IncidentKind, IncidentSeverity, IncidentValues } from '@fleetdeck/contract/incidents'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** Problems of the installation itself. */
export const incidents = pgTable(
  'incidents',
  {
    id: bigint({ mode: 'number' }).$type<IncidentId>().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<IncidentKind>().notNull(),
    /** A server's name, a queue, or empty: the whole installation. */
    subject: text().notNull().default(''),
    severity: text().$type<IncidentSeverity>().notNull(),
    values: jsonb().$type<IncidentValues>().notNull(),
    openedAt: moment().notNull(),
    /** Confirmed every few seconds; one that nobody confirms any more has ended. */
    lastSeenAt: moment().notNull(),
    endedAt: moment(),
    acknowledgedAt: moment(),
    acknowledgedById: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Whether its start and its end were sent to the bots of administrators. */
    openingSent: boolean().notNull().default(false),
    endSent: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('incidents_open').on(t.kind, t.subject).where(sql`${t.endedAt} is null`),
    index('incidents_opened').on(t.openedAt),
    index('incidents_ended').on(t.endedAt),
  ],
)
