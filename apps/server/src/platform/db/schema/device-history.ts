import type { DeviceEventKind } from '@fleetdeck/contract/device-monitor'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { devices } from './devices.ts'

/** Device events, newest last. Partitioned by `at`. */
export const deviceEvents = pgTable(
  'device_events',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    kind: text().$type<DeviceEventKind>().notNull(),
    /** Null for automatic events; unchanged when the user is deleted. */
    userId: integer().$type<UserId>(),
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index('device_events_device').on(t.deviceId, t.id),
    index('device_events_at').on(t.at),
  ],
)

/** Values of phones at the end of each period; no row for a phone without reports. Partitioned by `at`. */
export const deviceHistory = pgTable(
  'device_history',
  {
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    online: boolean().notNull(),
    battery: smallint(),
    batteryTemp: real(),
    availMemory: bigint({ mode: 'number' }),
    sdCardLeftSpace: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.at] }), index('device_history_at').on(t.at)],
)

/** How many devices of an owner, of those with a number, were in each state at the end of each period. */
export const onlineCounts = pgTable(
  'online_counts',
  {
    at: moment().notNull(),
    tenantId: integer().$type<UserId>().notNull(),
    online: integer().notNull(),
    /** Null: not counted at that time, as the next ones. */
    offline: integer(),
    trouble: integer(),
    /** Expired, or within the time of the summary. */
    expiring: integer(),
  },
  (t) => [primaryKey({ columns: [t.at, t.tenantId] })],
)
