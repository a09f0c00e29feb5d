import type { HotState } from '@fleetdeck/contract/hot-scripts'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { platforms } from './tasks.ts'
import { users } from './users.ts'

export const scripts = pgTable(
  'scripts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptName: text().notNull(),
    platformId: integer()
      .notNull()
      .references(() => platforms.id),
    tenantId: integer()
      .notNull()
      .references(() => users.id),
    /** The one of scriptVersions that runs. */
    versionId: integer().notNull().default(0),
    params: jsonb().$type<ScriptParam[]>().notNull().default([]),
    /** In the library: everybody below its owner may use it. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('scripts_name').on(t.tenantId, t.scriptName),
    index('scripts_platform').on(t.platformId),
  ],
)

/** A script's file as it was at one time; never changed. */
export const scriptVersions = pgTable(
  'script_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: integer()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    note: text().notNull().default(''),
    /** Where it was fetched from; empty for one that was uploaded or written in the page. */
    sourceUrl: text().notNull().default(''),
    /** Of the stored file; the random part of the address under which phones fetch it. */
    fileName: text().notNull(),
    originalName: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    md5: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('script_versions_version').on(t.scriptId, t.version),
    index('script_versions_file').on(t.fileName),
  ],
)

/** Who may use a script of somebody else. */
export const scriptUsers = pgTable(
  'script_users',
  {
    scriptId: integer()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.scriptId, t.userId] }), index('script_users_user').on(t.userId)],
)

/** Exceptions of one cause: the same words, but for numbers, thrown at the same place of the same script. */
export const scriptCauses = pgTable(
  'script_causes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scriptName: text().notNull(),
    /** MD5 of the words without what differs from one time to the next, and of the topmost place of the stack. */
    fingerprint: text().notNull(),
    /** Of the newest one. */
    message: text().notNull(),
    frame: text().notNull(),
    scriptVersion: text().notNull(),
    count: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex('script_causes_cause').on(t.tenantId, t.scriptName, t.fingerprint),
    index('script_causes_last').on(t.lastAt),
  ],
)

export const scriptExceptions = pgTable(
  'script_exceptions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    causeId: integer()
      .notNull()
      .references(() => scriptCauses.id, { onDelete: 'cascade' }),
    deviceId: integer().references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    scriptName: text().notNull(),
    scriptVersion: text().notNull(),
    apkVersion: text().notNull(),
    /** Message and stack as the phone sent them. */
    exception: text().notNull(),
    /** Of the run that threw it, from phones that know runs. */
    runId: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('script_exceptions_cause').on(t.causeId, t.id),
    index('script_exceptions_created').on(t.createdAt),
  ],
)

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
      .notNull()
      .references(() => users.id),
    scriptId: integer()
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
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    state: text().$type<'taken' | 'failed'>().notNull(),
    msg: text().notNull(),
    changedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.hotId, t.deviceId] })],
)
