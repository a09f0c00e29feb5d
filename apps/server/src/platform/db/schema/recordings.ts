import type { DeviceId, RecordingId, UserId } from '@fleetdeck/contract/ids'
import type { RecordingEnding } from '@fleetdeck/contract/recording-marks'
import type { RecordingState } from '@fleetdeck/contract/recordings'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Activity of a phone while a user viewed its screen; the content is in a file of the data folder. */
export const recordings = pgTable(
  'recordings',
  {
    id: integer().$type<RecordingId>().primaryKey().generatedAlwaysAsIdentity(),
    /** Null once the device is deleted. */
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    /** The device's number and owner when it was recorded. */
    deviceNo: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The user who started it. */
    userId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    keepsTexts: boolean().notNull(),
    state: text().$type<RecordingState>().notNull().default('recording'),
    ending: text().$type<RecordingEnding>(),
    startedAt: createdAt(),
    /** Last heartbeat of its server while it lasts. */
    lastSeenAt: moment('heard_at').notNull().defaultNow(),
    durationMs: integer().notNull().default(0),
    size: bigint({ mode: 'number' }).notNull().default(0),
    pictures: integer().notNull().default(0),
    inputs: integer().notNull().default(0),
    lines: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('recordings_running').on(t.deviceId).where(sql`${t.state} = 'recording'`),
    index('recordings_device').on(t.deviceId),
    index('recordings_tenant').on(t.tenantId, t.id),
    index('recordings_started_at').on(t.startedAt),
  ],
)
