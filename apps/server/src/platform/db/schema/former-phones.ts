import type { AdmissionKind, FormerFacts } from '@fleetdeck/contract/former-phones'
import type { DeviceId, FormerAdmissionId, FormerPhoneId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Lists and networks whose phones are admitted when they call. */
export const formerAdmissions = pgTable('former_admissions', {
  id: integer().$type<FormerAdmissionId>().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<AdmissionKind>().notNull(),
  network: text().notNull().default(''),
  /** For numbers that are no device yet; its owner is theirs. */
  groupId: integer()
    .$type<GroupId>()
    .references(() => deviceGroups.id, { onDelete: 'cascade' }),
  creatorId: integer()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  endsAt: moment().notNull(),
})

/** Numbers with which phones of the former system call, without a token. */
export const formerPhones = pgTable(
  'former_phones',
  {
    id: integer().$type<FormerPhoneId>().primaryKey().generatedAlwaysAsIdentity(),
    /** As the phone says it; its device may have got another one. */
    deviceNo: text().notNull(),
    state: text().$type<'expected' | 'waiting' | 'admitted' | 'rejected'>().notNull(),
    /** Of an admitted number: its device. Before: the device that has the number, if there is one. */
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'cascade' }),
    admissionId: integer()
      .$type<FormerAdmissionId>()
      .references(() => formerAdmissions.id, { onDelete: 'set null' }),
    said: jsonb().$type<FormerFacts>().notNull(),
    ip: text().notNull().default(''),
    /** Another phone with the same number. */
    rival: jsonb().$type<FormerFacts & { ip: string; lastAt: string }>(),
    /** SHA-256 in hex of the key that it calls with: the token of its device, until an agent gets another one. */
    keyHash: text(),
    /** Of a key that was made for it, before its first call with it. */
    newKeyHash: text(),
    firstAt: createdAt(),
    lastAt: moment(),
    count: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('former_phones_no').on(t.deviceNo),
    uniqueIndex('former_phones_key').on(t.keyHash),
    uniqueIndex('former_phones_new_key').on(t.newKeyHash),
    index().on(t.deviceId),
    index().on(t.admissionId),
    index().on(t.lastAt),
  ],
)
