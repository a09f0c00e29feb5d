import type { DeviceEventKind } from '@fleetdeck/contract/device-monitor'
import type { UnusablePhone } from '@fleetdeck/contract/unusable-phones'
import { sql } from 'drizzle-orm'
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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { users } from './users.ts'

export const deviceGroups = pgTable(
  'device_groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupName: text().notNull(),
    tenantId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('device_groups_name').on(t.tenantId, t.groupName)],
)

export const devices = pgTable(
  'devices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null while unassigned. */
    deviceNo: text(),
    /** The phone's own identity; null while a prepared number waits for its phone. */
    deviceId: text(),
    brand: text().notNull().default(''),
    mode: text().notNull().default(''),
    imei: text().notNull().default(''),
    ip: text().notNull().default(''),
    groupId: integer().references(() => deviceGroups.id),
    tenantId: integer().references(() => users.id),
    /** Whose key the phone enrolled with; null for the site's. */
    enrolledById: integer().references(() => users.id),
    status: smallint().notNull().default(0),
    expireTime: moment(),
    /** Only what differs from the defaults. */
    settings: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Control settings, only what differs from the owner's. */
    control: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Of the settings that the phone took over last, and when it did. */
    settingsRevision: text(),
    settingsTakenAt: moment(),
    /** SHA-256 of the device token in hex. */
    tokenHash: text(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('devices_no').on(t.deviceNo),
    uniqueIndex('devices_device_id').on(t.deviceId),
    uniqueIndex('devices_token').on(t.tokenHash),
    index('devices_group_no').on(t.groupId, t.deviceNo),
    index('devices_tenant').on(t.tenantId),
    index('devices_unassigned').on(t.id).where(sql`${t.deviceNo} is null`),
  ],
)

/** Newest values of each phone, written in batches. */
export const deviceRuntime = pgTable('device_runtime', {
  deviceId: integer()
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  online: boolean().notNull().default(false),
  lastSeenAt: moment(),
  onlineChangedAt: moment(),
  runMode: text(),
  serviceOk: text(),
  battery: smallint(),
  isCharging: text(),
  batteryTemp: real(),
  brightness: integer(),
  osVersion: text(),
  apkVersion: text(),
  sdCardLeftSpace: bigint({ mode: 'number' }),
  availMemory: bigint({ mode: 'number' }),
  taskName: text(),
  msg: text(),
  sdCardSpace: bigint({ mode: 'number' }),
  totalMemory: bigint({ mode: 'number' }),
  /** How far the phone's clock is ahead of the server's; behind when below zero. */
  clockAheadMs: bigint({ mode: 'number' }),
})

/** Phones that an agent sees and cannot use, as it told last; no row when there is none. */
export const unusablePhones = pgTable(
  'unusable_phones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Whose key the agent has; null for the site's. */
    ownerId: integer().references(() => users.id, { onDelete: 'cascade' }),
    agent: text().notNull(),
    host: text().notNull(),
    phones: jsonb().$type<Omit<UnusablePhone, 'host'>[]>().notNull(),
    reportedAt: moment().notNull().defaultNow(),
  },
  (t) => [unique('unusable_phones_agent').on(t.ownerId, t.agent).nullsNotDistinct()],
)

/** What happened to a device, newest last. */
export const deviceEvents = pgTable(
  'device_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    kind: text().$type<DeviceEventKind>().notNull(),
    /** Null for what happened by itself; kept when the user goes. */
    userId: integer(),
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [index('device_events_device').on(t.deviceId, t.id), index('device_events_at').on(t.at)],
)

/** Values of phones at the end of each period; no row while a phone was silent. */
export const deviceHistory = pgTable(
  'device_history',
  {
    deviceId: integer()
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

/** How many assigned phones of an owner were online at the end of each period. */
export const onlineCounts = pgTable(
  'online_counts',
  {
    at: moment().notNull(),
    tenantId: integer().notNull(),
    online: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.at, t.tenantId] })],
)
