import type { UserId } from '@fleetdeck/contract/ids'
import type { ReportedPhone } from '@fleetdeck/contract/unusable-phones'
import { integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** Phones that an agent sees and cannot use, as last reported; no row when there is none. */
export const unusablePhones = pgTable(
  'unusable_phones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The owner of the agent's key; null for the site's. */
    ownerId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    agent: text().notNull(),
    host: text().notNull(),
    phones: jsonb().$type<ReportedPhone[]>().notNull(),
    reportedAt: moment().notNull().defaultNow(),
  },
  (t) => [unique('unusable_phones_agent').on(t.ownerId, t.agent).nullsNotDistinct()],
)
