import type { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { deviceGroups } from './device-groups.ts'
import { users } from './users.ts'

export const devices = pgTable(
  'devices',
  {
    id: integer().$type<DeviceId>().primaryKey().generatedAlwaysAsIdentity(),
    /** Null while unassigned. */
    deviceNo: text(),
    /** The phone's own identity; null while a prepared number waits for its phone. */
    hardwareId: text('device_id'),
    brand: text().notNull().default(''),
    mode: text().notNull().default(''),
    imei: text().notNull().default(''),
    ip: text().notNull().default(''),
    groupId: integer()
      .$type<GroupId>()
      .references(() => deviceGroups.id),
    tenantId: integer()
      .$type<UserId>()
      .references(() => users.id),
    /** The owner of the key that the phone enrolled with; null for the site's. */
    enrolledById: integer()
      .$type<UserId>()
      .references(() => users.id),
    status: smallint().notNull().default(0),
    expireTime: moment(),
    /** Only values that differ from the defaults. */
    settings: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Control settings, only values that differ from the owner's. */
    control: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The revision that the phone applied last, and the time. */
    settingsRevision: text(),
    settingsTakenAt: moment(),
    /** SHA-256 of the device token in hex. */
    tokenHash: text(),
    /** The Ed25519 key that the phone proves; null for agents without a key pair. */
    publicKey: text(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('devices_no').on(t.deviceNo),
    uniqueIndex('devices_device_id').on(t.hardwareId),
    uniqueIndex('devices_token').on(t.tokenHash),
    index('devices_group_no').on(t.groupId, t.deviceNo),
    index('devices_tenant').on(t.tenantId),
    index('devices_unassigned').on(t.id).where(sql`${t.deviceNo} is null`),
  ],
)

/** Latest values of each phone, written in batches. */
export const deviceRuntime = pgTable('device_runtime', {
  deviceId: integer()
    .$type<DeviceId>()
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
  /** How far the phone's clock is ahead of the server's; negative when behind. */
  clockAheadMs: bigint({ mode: 'number' }),
  /** Its last message was a heartbeat over HTTP: it has no socket. */
  overHttp: boolean().notNull().default(false),
  ecVersion: text(),
  /** What scripts can do on it; null: it has not reported it. */
  can: jsonb().$type<string[]>(),
})
