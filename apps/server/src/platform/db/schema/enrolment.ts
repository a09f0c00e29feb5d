import type { RequestState } from '@fleetdeck/contract/enrolment-requests'
import type { DeviceId, EnrolmentRequestId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Nonces of enrolments; each proves one, on any server. */
export const enrolmentChallenges = pgTable(
  'enrolment_challenges',
  { nonce: text().primaryKey(), expiresAt: moment().notNull() },
  (t) => [index().on(t.expiresAt)],
)

/** Phones that say they are a known one and cannot prove it. */
export const enrolmentRequests = pgTable(
  'enrolment_requests',
  {
    id: integer().$type<EnrolmentRequestId>().primaryKey().generatedAlwaysAsIdentity(),
    /** The known phone. */
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** Of the asking phone; empty without a key. */
    publicKey: text().notNull(),
    state: text().$type<RequestState>().notNull().default('waiting'),
    brand: text().notNull(),
    mode: text().notNull(),
    imei: text().notNull(),
    osVersion: text().notNull(),
    ip: text().notNull(),
    /** The owner of the enrolment key that it used; null for the site's. */
    keyOwnerId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    firstAt: createdAt(),
    lastAt: createdAt(),
    count: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('enrolment_requests_key').on(t.deviceId, t.publicKey), index().on(t.lastAt)],
)
