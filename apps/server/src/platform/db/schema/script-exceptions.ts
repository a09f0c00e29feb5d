import type {
  DeviceId,
  ScriptCauseId,
  ScriptExceptionId,
  ScriptVersionId,
  UserId,
} from '@fleetdeck/contract/ids'
import type { EvidenceState } from '@fleetdeck/contract/script-evidence'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { scriptVersions } from './scripts.ts'
import { users } from './users.ts'

/** Script errors of one cause: the same message except for numbers, thrown at the same place of the same script. */
export const scriptCauses = pgTable(
  'script_causes',
  {
    id: integer().$type<ScriptCauseId>().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scriptName: text().notNull(),
    /** Thrown by tries of the script editor. */
    isTry: boolean().notNull().default(false),
    /** MD5 of the message without its variable parts, and of the topmost stack frame. */
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
    uniqueIndex('script_causes_cause').on(t.tenantId, t.scriptName, t.fingerprint, t.isTry),
    index('script_causes_last').on(t.lastAt),
  ],
)

export const scriptExceptions = pgTable(
  'script_exceptions',
  {
    id: bigint({ mode: 'number' }).$type<ScriptExceptionId>().primaryKey().generatedAlwaysAsIdentity(),
    causeId: integer()
      .$type<ScriptCauseId>()
      .notNull()
      .references(() => scriptCauses.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    scriptName: text().notNull(),
    scriptVersion: text().notNull(),
    apkVersion: text().notNull(),
    /** Of the phone at that time; empty: not known. */
    osVersion: text().notNull().default(''),
    /** The stored version with the content that ran; null: none, or not known. */
    versionId: integer()
      .$type<ScriptVersionId>()
      .references(() => scriptVersions.id, { onDelete: 'set null' }),
    evidence: text().$type<EvidenceState>().notNull().default('none'),
    /** Message and stack as the phone sent them. */
    exception: text().notNull(),
    /** Of the run that threw it, for phones that support runs. */
    runKey: text('run_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('script_exceptions_cause').on(t.causeId, t.id),
    index('script_exceptions_created').on(t.createdAt),
    index('script_exceptions_version').on(t.versionId),
  ],
)

/** Files with the screenshot, the elements of the screen and the log of errors. */
export const scriptEvidence = pgTable(
  'script_evidence',
  {
    exceptionId: bigint({ mode: 'number' })
      .$type<ScriptExceptionId>()
      .primaryKey()
      .references(() => scriptExceptions.id, { onDelete: 'cascade' }),
    causeId: integer()
      .$type<ScriptCauseId>()
      .notNull()
      .references(() => scriptCauses.id, { onDelete: 'cascade' }),
    /** Of the stored file. */
    fileName: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('script_evidence_cause').on(t.causeId, t.exceptionId)],
)
