import type { DeviceId, GroupId, ScriptId, TaskId, UserId } from '@fleetdeck/contract/ids'
import type { ParamValues, ScriptParam } from '@fleetdeck/contract/script-params'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { deviceGroups } from './device-groups.ts'
import { devices } from './devices.ts'
import { scripts } from './scripts.ts'
import { users } from './users.ts'

export const tasks = pgTable(
  'tasks',
  {
    id: integer().$type<TaskId>().primaryKey().generatedAlwaysAsIdentity(),
    taskName: text().notNull(),
    scriptId: integer()
      .$type<ScriptId>()
      .notNull()
      .references(() => scripts.id),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    execType: smallint().notNull(),
    scheduleType: smallint().notNull().default(0),
    startTime: moment(),
    endTime: moment(),
    /** 1: what still runs at the end time is stopped; `stopsAt` is that time until it is done. */
    stopAtEnd: smallint().notNull().default(0),
    stopsAt: moment(),
    /** 1: phones that join after its single time run it too, until `joinUntil` or without limit. */
    joinLater: smallint().notNull().default(0),
    joinUntil: moment(),
    /** hour:minute:second in the site's time zone. */
    dayTime: text(),
    cronText: text().notNull().default(''),
    delaySecond: integer().notNull().default(0),
    execNumber: integer().notNull().default(0),
    cacheScript: smallint().notNull().default(1),
    sort: integer().notNull().default(0),
    missedPolicy: smallint().notNull().default(0),
    retries: smallint().notNull().default(0),
    retrySeconds: integer().notNull().default(30),
    timeoutSeconds: integer().notNull().default(0),
    dataWaitSeconds: integer().notNull().default(600),
    memoryMegabytes: integer().notNull().default(64),
    stackKilobytes: integer().notNull().default(512),
    params: jsonb().$type<ScriptParam[]>().notNull().default([]),
    /** Removed parameters whose values of devices are stored until they are added again; oldest first. */
    removedParams: jsonb().$type<ScriptParam[]>().notNull().default([]),
    sourceTaskId: integer()
      .$type<TaskId>()
      .references((): AnyPgColumn => tasks.id, { onDelete: 'set null' }),
    /** A new task waits until a user starts it. */
    status: smallint().notNull().default(1),
    paused: boolean().notNull().default(false),
    /** Phones that are known to lack what its script needs get no run; set at each start. */
    leavesOut: boolean().notNull().default(false),
    /** Who started it last. */
    startedBy: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Incremented at each start: earlier runs no longer count. */
    generation: integer().notNull().default(0),
    nextRunAt: moment(),
    lastRunAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    index('tasks_due').on(t.nextRunAt).where(sql`${t.status} = 0 and ${t.nextRunAt} is not null`),
    index('tasks_stops').on(t.stopsAt).where(sql`${t.stopsAt} is not null`),
    index('tasks_tenant').on(t.tenantId),
    index('tasks_script').on(t.scriptId),
  ],
)

export const taskDevices = pgTable(
  'task_devices',
  {
    taskId: integer()
      .$type<TaskId>()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The device's owner when it was chosen: after a change of owner, it is no longer a target. */
    tenantId: integer().$type<UserId>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.deviceId] }), index('task_devices_device').on(t.deviceId)],
)

export const taskGroups = pgTable(
  'task_groups',
  {
    taskId: integer()
      .$type<TaskId>()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    groupId: integer()
      .$type<GroupId>()
      .notNull()
      .references(() => deviceGroups.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.groupId] }), index('task_groups_group').on(t.groupId)],
)

/** Values for this phone only, overriding the task's own. */
export const taskDeviceParams = pgTable(
  'task_device_params',
  {
    taskId: integer()
      .$type<TaskId>()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    values: jsonb().$type<ParamValues>().notNull(),
    /** For the task's removed parameters; phones do not get them. */
    keptValues: jsonb().$type<ParamValues>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.deviceId] }), index('task_device_params_device').on(t.deviceId)],
)

/** Users who may create their own task from it. */
export const taskShares = pgTable(
  'task_shares',
  {
    taskId: integer()
      .$type<TaskId>()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.userId] }), index('task_shares_user').on(t.userId)],
)
