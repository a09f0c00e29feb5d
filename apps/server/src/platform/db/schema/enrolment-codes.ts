import type { DeviceId, EnrolmentCodeId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Codes with which a limited number of phones can enrol until a date. */
export const enrolmentCodes = pgTable(
  'enrolment_codes',
  {
    id: integer().$type<EnrolmentCodeId>().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the code in hex, without separators. */
    codeHash: text().notNull(),
    codeName: text().notNull(),
    creatorId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** The owner of the phones; null for the site. */
    tenantId: integer()
      .$type<UserId>()
      .references(() => users.id),
    groupId: integer()
      .$type<GroupId>()
      .references(() => deviceGroups.id, { onDelete: 'set null' }),
    /** Of the phones' numbers. A code has one if it is for a group, also when the group was removed. */
    numberPrefix: text(),
    maxUses: integer().notNull(),
    used: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex('enrolment_codes_code').on(t.codeHash),
    index().on(t.creatorId),
    index().on(t.tenantId),
    index().on(t.groupId),
  ],
)

/** Phones that enrolled with a code, as they were then. */
export const enrolmentCodeUses = pgTable(
  'enrolment_code_uses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    codeId: integer()
      .$type<EnrolmentCodeId>()
      .notNull()
      .references(() => enrolmentCodes.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    hardwareId: text().notNull(),
    ip: text().notNull(),
    usedAt: createdAt(),
  },
  (t) => [index().on(t.codeId, t.id), index().on(t.deviceId)],
)
