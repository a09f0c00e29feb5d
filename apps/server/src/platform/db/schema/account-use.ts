import type { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import type { PlanId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** The use of an account with limits, or with users below, on one day of the site's time zone: the base of bills. */
export const accountDays = pgTable(
  'account_days',
  {
    day: date().notNull(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As they were on that day: the plan may have another name now, or no longer exist. */
    planId: integer().$type<PlanId>(),
    planName: text().notNull().default(''),
    /** The most devices of the account and of all below. */
    devices: integer().notNull(),
    /** The quota; null means unlimited. */
    given: integer(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('account_days_day').on(t.day)],
)

/** Accounts that are near a limit, or beyond it. */
export const accountAlerts = pgTable(
  'account_alerts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<AccountAlertKind>().notNull(),
    /** Devices, megabytes or days left, and the limit; null where there is none. */
    value: integer(),
    limit: integer(),
    openedAt: createdAt(),
    endedAt: moment(),
    /** Whether the bots of the account and of the user above have been notified of the opening, and of the end. */
    openingSent: boolean().notNull().default(false),
    endingSent: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('account_alerts_open').on(t.userId, t.kind).where(sql`${t.endedAt} is null`),
    index('account_alerts_ended').on(t.endedAt),
    index('account_alerts_unsent')
      .on(t.id)
      .where(sql`not ${t.openingSent} or (${t.endedAt} is not null and not ${t.endingSent})`),
  ],
)
