import type { BookingId, BookingWaitId, DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** The part of a booking's life that was announced last. */
export type BookingStage = 'planned' | 'soon' | 'running' | 'ending' | 'over'

/** Devices that only one user may control for a time. */
export const bookings = pgTable(
  'bookings',
  {
    id: integer().$type<BookingId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Of an offer to who was next in line. */
    acceptBy: moment(),
    stage: text().$type<BookingStage>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('bookings_user').on(t.userId, t.endsAt),
    index('bookings_ended').on(t.endsAt),
    index('bookings_open').on(t.id).where(sql`${t.stage} <> 'over'`),
  ],
)

export const bookingDevices = pgTable(
  'booking_devices',
  {
    bookingId: integer()
      .$type<BookingId>()
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.bookingId, t.deviceId] }), index('booking_devices_device').on(t.deviceId)],
)

/** Places in line, in the order of their ids: for one device, or for some of a group. */
export const bookingWaits = pgTable(
  'booking_waits',
  {
    id: integer().$type<BookingWaitId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'cascade' }),
    groupId: integer()
      .$type<GroupId>()
      .references(() => deviceGroups.id, { onDelete: 'cascade' }),
    count: integer().notNull(),
    minutes: integer().notNull(),
    purpose: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('booking_waits_user').on(t.userId),
    index('booking_waits_device').on(t.deviceId),
    index('booking_waits_group').on(t.groupId),
  ],
)
