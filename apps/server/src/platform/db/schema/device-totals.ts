import type { UserId } from '@fleetdeck/contract/ids'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/**
 * How many devices with a number a user has, and all users below. Triggers of the database keep the rows, so that a
 * quota is checked in the time of one row for each level. No row means no devices and no given quotas.
 */
export const deviceTotals = pgTable('device_totals', {
  userId: integer()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Devices of the user. */
  owned: integer().notNull().default(0),
  /** Devices of the user and of all users below. */
  total: integer().notNull().default(0),
  /** Places of the user's quota in use: own devices, quotas given to users below, and devices of those without quota. */
  committed: integer().notNull().default(0),
})
