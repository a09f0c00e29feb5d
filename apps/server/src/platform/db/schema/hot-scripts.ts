import type { HotState } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { scripts } from './scripts.ts'
import { users } from './users.ts'

export interface HotFile {
  version: string
  sourceUrl: string
  fileName: string
  originalName: string
  size: number
  md5: string
}

/** A version of a script that phones get in shares, beside their tasks. */
export const hotScripts = pgTable(
  'hot_scripts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    hotName: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    scriptId: integer()
      .$type<ScriptId>()
      .notNull()
      .references(() => scripts.id),
    forceUpdate: integer().notNull(),
    versionPopup: integer().notNull(),
    versionMsg: text().notNull(),
    file: jsonb().$type<HotFile>().notNull(),
    /** What phones outside the share have, and what is rolled back to. */
    previous: jsonb().$type<HotFile>(),
    /** None: all phones of the owner. */
    groupIds: jsonb().$type<number[]>().notNull(),
    state: text().$type<HotState>().notNull().default('draft'),
    percent: integer().notNull().default(0),
    /** Phones whose number by lot is not above it are in the share. */
    threshold: integer().notNull().default(-1),
    exceptionLimit: integer().notNull(),
    whenOver: integer().notNull(),
    /** After so many minutes without harm the next share follows by itself; 0: somebody lets it. */
    advanceMinutes: integer().notNull().default(0),
    /** Since when phones get this share. */
    stagedAt: moment(),
    publishedAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('hot_scripts_script').on(t.tenantId, t.scriptId)],
)

/** What each phone has of a hot script. */
export const hotDevices = pgTable(
  'hot_devices',
  {
    hotId: integer()
      .notNull()
      .references(() => hotScripts.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    state: text().$type<'taken' | 'failed'>().notNull(),
    msg: text().notNull(),
    changedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.hotId, t.deviceId] })],
)
