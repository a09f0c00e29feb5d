import type { HotState } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId, GroupId, HotScriptId, ScriptId, UserId } from '@fleetdeck/contract/ids'
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

/** A version of a script rolled out to phones in shares, independently of their tasks. */
export const hotScripts = pgTable(
  'hot_scripts',
  {
    id: integer().$type<HotScriptId>().primaryKey().generatedAlwaysAsIdentity(),
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
    /** The version of phones outside the share, and the target of a rollback. */
    previous: jsonb().$type<HotFile>(),
    /** Empty: all phones of the owner. */
    groupIds: jsonb().$type<GroupId[]>().notNull(),
    state: text().$type<HotState>().notNull().default('draft'),
    percent: integer().notNull().default(0),
    /** Phones whose random number is not above it are in the share. */
    threshold: integer().notNull().default(-1),
    exceptionLimit: integer().notNull(),
    whenOver: integer().notNull(),
    /** After this many minutes without failures the next share follows automatically; 0: a user starts it. */
    advanceMinutes: integer().notNull().default(0),
    /** Start of this share. */
    stagedAt: moment(),
    publishedAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('hot_scripts_script').on(t.tenantId, t.scriptId)],
)

/** The state of a hot script on each phone. */
export const hotDevices = pgTable(
  'hot_devices',
  {
    hotId: integer()
      .$type<HotScriptId>()
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
