import type { HotEvidence, HotState } from '@fleetdeck/contract/hot-scripts'
import type {
  DeviceId,
  GroupId,
  HotScriptId,
  ScriptId,
  ScriptVersionId,
  UserId,
} from '@fleetdeck/contract/ids'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { scripts, scriptVersions } from './scripts.ts'
import { users } from './users.ts'

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
    versionId: integer()
      .$type<ScriptVersionId>()
      .notNull()
      .references(() => scriptVersions.id),
    /** The version of phones outside the share, and of all after a withdrawal; null: the script's own. */
    previousId: integer()
      .$type<ScriptVersionId>()
      .references(() => scriptVersions.id),
    /** Empty: all phones of the owner. */
    groupIds: jsonb().$type<GroupId[]>().notNull(),
    state: text().$type<HotState>().notNull().default('draft'),
    percent: integer().notNull().default(0),
    /** Phones whose random number is not above it are in the share. */
    threshold: integer().notNull().default(-1),
    exceptionLimit: integer().notNull(),
    whenOver: integer().notNull(),
    minRuns: integer().notNull().default(20),
    minPhones: integer().notNull().default(3),
    /** The earliest time, in minutes, after which the next share follows automatically; 0: a user starts it. */
    advanceMinutes: integer().notNull().default(0),
    /** Of the present share, or of the last one before it was withdrawn. */
    evidence: jsonb().$type<HotEvidence>(),
    /** When its runs withdrew or paused it; null: an operator has decided since. */
    stoppedAt: moment(),
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
    /** That the phone has; empty: none. */
    version: text().notNull(),
    /** That it could not get. */
    failedVersion: text().notNull().default(''),
    state: text().$type<'taken' | 'failed' | 'removed'>().notNull(),
    msg: text().notNull(),
    changedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.hotId, t.deviceId] })],
)

/** Ended runs of each phone during a rollout, by the content that it reported: the evidence for the next step. */
export const hotRuns = pgTable(
  'hot_runs',
  {
    hotId: integer()
      .$type<HotScriptId>()
      .notNull()
      .references(() => hotScripts.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** Whether it ran the new version. */
    isNew: boolean().notNull(),
    /** Of the present share. */
    runs: integer().notNull(),
    failed: integer().notNull(),
    /** Of the shares before. */
    earlierRuns: integer().notNull().default(0),
    earlierFailed: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.hotId, t.deviceId, t.isNew] })],
)
