import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { devices } from './devices.ts'

/** The last check of each phone. */
export const phoneChecks = pgTable('phone_checks', {
  deviceId: integer()
    .$type<DeviceId>()
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  checkedAt: moment().notNull(),
  findings: jsonb().$type<CheckFinding[]>().notNull(),
  /** Codes of the findings that must be mended, for lists and filters. */
  toMend: text().array().$type<CheckCode[]>().notNull(),
})
