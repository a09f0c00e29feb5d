import type { DeliveryState } from '@fleetdeck/contract/delivery'
import type { DeviceId, HotScriptId, RunId, ScriptId, TaskId, UserId } from '@fleetdeck/contract/ids'
import type { EarlierAttempt, RunWait } from '@fleetdeck/contract/run-phases'
import type { ParamValues } from '@fleetdeck/contract/script-params'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { scripts } from './scripts.ts'
import { tasks } from './tasks.ts'
import { users } from './users.ts'

/** Each due time of a task, once. */
export const taskFirings = pgTable(
  'task_firings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    taskId: integer()
      .$type<TaskId>()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    dueAt: moment().notNull(),
    /** The time of the claim. */
    firedAt: createdAt(),
    /** No server was available in time, and the task skips missed times. */
    skipped: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('task_firings_due').on(t.taskId, t.dueAt),
    index('task_firings_fired').using('brin', t.firedAt),
  ],
)

/** A text that a user tried: one row for equal texts of a user, as long as runs refer to it. */
export const triedTexts = pgTable(
  'tried_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sha256: text().notNull(),
    /** Of the stored file. */
    fileName: text().notNull(),
    usedAt: createdAt(),
  },
  (t) => [index('tried_texts_user').on(t.userId, t.sha256)],
)

/**
 * A script on one phone, once: of a task, or a try of the script editor. Partitioned by `createdAt`. A trigger deletes the
 * lines and questions of deleted runs: a foreign key would have to be unique over all partitions.
 */
export const taskRuns = pgTable(
  'task_runs',
  {
    id: bigint({ mode: 'number' }).$type<RunId>().notNull().generatedAlwaysAsIdentity(),
    /** The id that the phone uses; each attempt has a different one. */
    runKey: text().notNull(),
    /** Null: a try. */
    taskId: integer()
      .$type<TaskId>()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** Of a try; null when the script was deleted, or the text belongs to none. */
    scriptId: integer()
      .$type<ScriptId>()
      .references(() => scripts.id, { onDelete: 'set null' }),
    /** Of a try, at its start. */
    scriptName: text().notNull().default(''),
    /** When an editor last showed a try. */
    seenAt: moment(),
    /** A try that continues when no editor shows it. */
    kept: boolean().notNull().default(false),
    /** Time limit of a try on its phone. */
    timeoutSeconds: integer(),
    /** The text of a try; null if it was not stored. */
    triedTextId: integer().references(() => triedTexts.id, { onDelete: 'set null' }),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('queued'),
    reason: text().$type<TaskReason>(),
    msg: text().notNull().default(''),
    paused: boolean().notNull().default(false),
    /** The phone is, or will be, asked to stop it. */
    stopRequested: boolean('stop_asked').notNull().default(false),
    /** The phone is, or will be, asked to continue it, until it reports that it runs. */
    continueRequested: boolean('continue_asked').notNull().default(false),
    /** Of all runs of the task on this phone. */
    isNewest: boolean().notNull().default(true),
    /** Of the task at the time of creation. */
    generation: integer().notNull().default(0),
    attempt: smallint().notNull().default(1),
    round: integer().notNull().default(1),
    /** How often it was passed to the phone's connection. */
    tries: smallint().notNull().default(0),
    /** Of the order; as soon as the phone reports it, of what it runs. */
    scriptVersion: text().notNull().default(''),
    /** Of the file that the phone runs, as it reports it; empty before. */
    contentMd5: text().notNull().default(''),
    /** The hot update that brought this file. */
    hotId: integer().$type<HotScriptId>(),
    /** How its end was counted for a rollout, in which share: replaced when the phone reports another end. */
    hotCount: jsonb().$type<{ hotId: HotScriptId; isNew: boolean; failed: boolean; stagedAt: string }>(),
    /** As sent to the phone; null before. */
    params: jsonb().$type<ParamValues>(),
    /** Who started the task, this run or this try. */
    startedBy: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Fingerprint of the key by which the phone has checked the script. */
    signer: text().notNull().default(''),
    dueAt: moment().notNull(),
    notBefore: moment().notNull(),
    /** When a server checks it next; null while it waits for the phone. */
    wakeAt: moment(),
    createdAt: createdAt(),
    sentAt: moment(),
    acknowledgedAt: moment(),
    startedAt: moment(),
    endedAt: moment(),
    /** Why it waited before it was sent, from when on: the newest ones. */
    waits: jsonb().$type<RunWait[]>().notNull().default([]),
    /** Failed attempts before the present one. */
    earlier: jsonb().$type<EarlierAttempt[]>().notNull().default([]),
    changedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.createdAt] }),
    index('task_runs_key').on(t.runKey),
    // Filters of a task's run list are answered from the index alone.
    index('task_runs_of_task').on(t.taskId, t.id, t.deviceNo, t.state),
    index('task_runs_newest').on(t.taskId, t.deviceId, t.state).where(sql`${t.isNewest}`),
    index('task_runs_newest_of_task').on(t.taskId, t.id, t.deviceNo, t.state).where(sql`${t.isNewest}`),
    index('task_runs_device').on(t.deviceId, t.id),
    index('task_runs_open')
      .on(t.deviceId)
      .where(sql`${t.state} in ('queued', 'sent', 'acknowledged', 'running')`),
    index('task_runs_tries').on(t.startedBy, t.state).where(sql`${t.taskId} is null`),
    index('task_runs_tried_text').on(t.triedTextId).where(sql`${t.triedTextId} is not null`),
    index('task_runs_wake').on(t.wakeAt).where(sql`${t.wakeAt} is not null`),
    index('task_runs_cut_short').on(t.id).where(sql`${t.state} in ('stopped', 'expired')`),
    index('task_runs_failed').on(t.endedAt).where(sql`${t.state} = 'failed'`),
    index('task_runs_created').using('brin', t.createdAt),
  ],
)

/** Output of a run's script, and the results of its attempts. Partitioned by `at`, as told by the phone. */
export const taskLines = pgTable(
  'task_lines',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    runId: bigint({ mode: 'number' }).$type<RunId>().notNull(),
    at: moment().notNull(),
    level: text().$type<'debug' | 'info' | 'warn' | 'error'>().notNull(),
    msg: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id, t.at] }), index('task_lines_run').on(t.runId, t.id)],
)
