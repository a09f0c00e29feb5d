import { z } from 'zod'
import { deviceCrud, withId } from './crud.ts'
import { StateCounts } from './delivery.ts'
import {
  confirmed,
  deviceNos,
  done,
  idParam,
  idsOf,
  pageOf,
  pageQuery,
  pageShape,
  pickerListSize,
  time,
  timeInput,
} from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, GroupId, PlatformId, ScriptId, TaskId, UserId } from './ids.ts'
import { ParamValues, ScriptParam, ScriptParams } from './script-params.ts'
import { TaskReason } from './task-runs.ts'

export const ExecType = { once: 1, loop: 2 } as const
export const ScheduleType = { now: 0, byTime: 1, cron: 2, everyDay: 3 } as const
/** 1 stopped here: phones finish their current runs; 2 stopped on the phones too. */
export const TaskStatus = { started: 0, stopped: 1, stoppedRemote: 2 } as const
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus]
/** Whether running scripts continue or pause. */
export const ScriptPause = { continue: 0, pause: 1 } as const
/** Policy for times at which no server was running: one run immediately, none, or one for each. */
export const MissedPolicy = { once: 0, skip: 1, all: 2 } as const
export type MissedPolicy = (typeof MissedPolicy)[keyof typeof MissedPolicy]

/** Seconds of delay from which on a run counts as missed. */
export const missedAfterSeconds = 30
/** Maximum runs that are caught up on after a long downtime. */
export const maxCatchUpRuns = 100

export const taskNameLength = 50

const oneOf = <const Values extends readonly [number, number, ...number[]]>(
  values: Values,
  message: string,
) => z.literal(values, message)

const groupIds = z
  .array(z.int('error.invalidId').positive('error.invalidId').brand<'GroupId'>())
  .max(1000)
  .default([])
/** Device numbers; comma-joined in a query string. */
const manyDeviceNos = z.array(z.string().min(1).max(64)).max(20_000).default([])
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'task.dayTimeFormat')

export const TaskDraft = z.strictObject({
  // spec §5: task name, script, execution type and execution device cannot be empty.
  taskName: z.string().trim().min(1, 'task.nameRequired').max(taskNameLength, 'task.nameLength'),
  scriptId: z.int('task.scriptRequired').positive('task.scriptRequired').brand<'ScriptId'>(),
  execType: oneOf([1, 2], 'task.execTypeRequired'),
  /** Numbers of devices; devices and groups must not both be empty. */
  devices: manyDeviceNos,
  groupIds,
  /**
   * 1: phones that join a group later run it too, until `joinUntil` or without limit. Only for tasks that end: those by
   * cron, every day and unlimited loops always run on the phones that they have.
   */
  joinLater: oneOf([0, 1], 'error.invalidInput').default(0),
  joinUntil: timeInput.nullable().default(null),
  scheduleType: oneOf([0, 1, 2, 3], 'task.scheduleRequired').default(ScheduleType.now),
  /** By time: when it runs. By cron text or every day: the earliest time. */
  startTime: timeInput.nullable().default(null),
  /** No run is sent from then on. */
  endTime: timeInput.nullable().default(null),
  /** 1: scripts that still run at the end time are stopped. */
  stopAtEnd: oneOf([0, 1], 'error.invalidInput').default(0),
  /** Every day: the time of day in the site's time zone. */
  dayTime: clockTime.nullable().default(null),
  cronText: z.string().trim().max(200).default(''),
  /** Seconds between its time and the send, and between two rounds of a loop. */
  delaySecond: z.int().min(0).max(86_400).default(0),
  /** Once: maximum runs on each phone since the start. Loop: rounds per due time. 0: unlimited. */
  execNumber: z.int().min(0).max(1_000_000).default(0),
  /** 1: phones cache the script's file and download it once per version. */
  cacheScript: oneOf([0, 1], 'error.invalidInput').default(1),
  /** If several tasks wait for a phone, the lowest value runs first. */
  sort: z.int().min(0).max(10_000).default(0),
  missedPolicy: oneOf([0, 1, 2], 'error.invalidInput').default(MissedPolicy.once),
  /** How often a failed run is retried, and seconds before the first retry; each further wait is twice as long. */
  retries: z.int().min(0).max(10).default(0),
  retrySeconds: z.int().min(1).max(86_400).default(30),
  /** 0: none. */
  timeoutSeconds: z.int().min(0).max(604_800).default(0),
  /** How long a script’s call for shared data waits for the server. */
  dataWaitSeconds: z.int().min(0).max(3600).default(600),
  memoryMegabytes: z.int().min(16).max(512).default(64),
  stackKilobytes: z.int().min(64).max(4096).default(512),
  params: ScriptParams.default([]),
  /** These users see the task among those shared with them, and may create their own from it. */
  shareUserIds: z.array(UserId).max(1000).default([]),
  /** A task shared with the caller: its script may be used. */
  sourceTaskId: z
    .int('task.shareRequired')
    .positive('task.shareRequired')
    .brand<'TaskId'>()
    .nullable()
    .default(null),
})
export type TaskDraft = z.output<typeof TaskDraft>

const { devices: _devices, shareUserIds: _shares, params: _params, ...rowShape } = TaskDraft.shape

export const Task = z.object({
  ...rowShape,
  id: TaskId,
  scriptName: z.string(),
  scriptVersion: z.string(),
  startTime: time.nullable(),
  endTime: time.nullable(),
  joinUntil: time.nullable(),
  /** TaskStatus. */
  status: z.number(),
  /** Started, and every run of it has ended: nothing more runs unless it is started or repeated. */
  completed: z.boolean(),
  /** Its scripts are paused, and none start. */
  paused: z.boolean(),
  nextRunAt: time.nullable(),
  lastRunAt: time.nullable(),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  /** Of the newest run on each phone. */
  counts: StateCounts,
  createdAt: time,
  gmtModified: time,
})
export type Task = z.output<typeof Task>

export const TaskDetails = Task.extend({
  devices: z.array(z.string()),
  groups: z.array(z.object({ id: GroupId, groupName: z.string() })),
  shareUserIds: z.array(UserId),
  params: z.array(ScriptParam),
})
export type TaskDetails = z.output<typeof TaskDetails>

export const TaskQuery = pageQuery(
  {
    taskName: z.string().max(50).optional(),
    scriptId: idParam.brand<'ScriptId'>().optional(),
    status: z.enum(['0', '1', '2']).optional(),
    scheduleType: z.enum(['0', '1', '2', '3']).optional(),
    deviceNo: z.string().max(64).optional(),
    tenantId: idParam.brand<'UserId'>().optional(),
    /** '1' runs in progress or pending on phones, '0' none. */
    open: z.enum(['0', '1']).optional(),
    /** '1' completed, '0' not. */
    completed: z.enum(['0', '1']).optional(),
  },
  ['id', 'taskName', 'status', 'sort', 'nextRunAt', 'lastRunAt', 'createdAt', 'gmtModified'],
)

/** The checks before a run is sent to its phone, in this order. */
export const RunCheck = z.enum(['target', 'started', 'time', 'device', 'script', 'online', 'turn', 'run'])
export type RunCheck = z.output<typeof RunCheck>

/** Values for single phones of a task, each phone once. */
export const DeviceParams = z
  .array(z.strictObject({ deviceNo: z.string().min(1).max(64), values: ParamValues }))
  .min(1, 'task.importEmpty')
  .max(20_000)
  .refine((rows) => new Set(rows.map(({ deviceNo }) => deviceNo)).size === rows.length, 'task.deviceTwice')
export type DeviceParams = z.output<typeof DeviceParams>

const base = '/task/task'
const permission = 'task/task/list'
const crud = deviceCrud(base, { row: Task, draft: TaskDraft, query: TaskQuery })
const byId = z.strictObject({ id: idParam.brand<'TaskId'>() })
const bodyId = z.strictObject({ id: TaskId })
/**
 * Values of devices for removed parameters. true: they are stored, unseen, and apply again when a parameter with the
 * same name, type and options is added; up to 50 parameters. false, the default: they are deleted, after a question (412).
 */
const keepValues = z.boolean().default(false)
/** At a start: true: phones that are known to lack what the script needs get no run. false: they are asked about (412). */
const leaveOut = z.boolean().default(false)
const cleaned = z.object({ count: z.number() })

const readCall = <const Name extends string>(name: Name) =>
  ({ method: 'GET', path: `${base}/${name}`, permission }) as const
const cleanCall = <const Name extends string>(name: Name) =>
  ({
    method: 'GET',
    path: `${base}/${name}`,
    permission: 'task/task/cleanSendLog',
    data: cleaned,
    log: OperationType.clear,
  }) as const
const controlByNumbers = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: `${base}/${name}`,
    permission: 'task/task/updateTaskStatus',
    log: OperationType.edit,
  }) as const

const DeviceOption = z.object({
  id: DeviceId,
  deviceNo: z.string(),
  groupName: z.string().nullable(),
  online: z.boolean(),
})
/** How many phones were notified immediately; the others are notified when they reconnect. */
const Reached = z.object({ reached: z.number() })

export const tasks = {
  ...crud,
  one: { ...crud.one, data: TaskDetails },
  add: {
    ...crud.add,
    /** Adding a started task also needs the permission to start it. */
    body: TaskDraft.extend({
      status: z.literal([TaskStatus.started, TaskStatus.stopped]).default(TaskStatus.stopped),
      confirmed,
      leaveOut,
    }),
    data: z.object({ id: TaskId }),
  },
  /** Asks before it deletes values of devices, or stops scripts on devices that are no longer the task's. */
  edit: { ...crud.edit, body: withId(TaskDraft, TaskId).extend({ confirmed, keepValues }) },

  deviceList: {
    ...readCall('deviceList'),
    query: pageQuery(
      { deviceNo: z.string().max(64).optional(), groupId: idParam.brand<'GroupId'>().optional() },
      ['deviceNo'],
    ),
    data: pageOf(DeviceOption),
  },
  deviceListByGroup: {
    ...readCall('deviceListByGroup'),
    query: z.strictObject({ groupids: idsOf<GroupId>() }),
    data: z.array(DeviceOption),
  },
  platformList: {
    ...readCall('platformList'),
    data: z.array(z.object({ id: PlatformId, platformName: z.string() })),
  },
  deviceGroupList: {
    ...readCall('deviceGroupList'),
    query: z.strictObject({
      name: z.string().max(50).optional(),
      id: idParam.brand<'GroupId'>().optional(),
      pageNum: pageShape.pageNum,
      pageSize: z.int().min(1).max(pickerListSize).default(pickerListSize),
    }),
    data: pageOf(z.object({ id: GroupId, groupName: z.string(), deviceCount: z.number() })),
  },
  /** Scripts that the caller may use: their own, and those shared with them. */
  listScript: {
    ...readCall('listScript'),
    query: z.strictObject({ platformId: idParam.brand<'PlatformId'>().optional() }),
    data: z.array(
      z.object({ id: ScriptId, scriptName: z.string(), version: z.string(), platformName: z.string() }),
    ),
  },
  /** The initial parameters from a script's template. */
  scriptParams: {
    ...readCall('scriptParams'),
    query: z.strictObject({ scriptId: idParam.brand<'ScriptId'>() }),
    data: z.array(ScriptParam),
  },
  /** Tasks shared with the caller. */
  listShareTask: {
    ...readCall('listShareTask'),
    data: z.array(Task.pick({ id: true, taskName: true, scriptName: true, userName: true })),
  },
  /** Tasks that the caller may share, and the users they are shared with. */
  listTaskForShareTo: {
    ...readCall('listTaskForShareTo'),
    data: z.array(Task.pick({ id: true, taskName: true }).extend({ shareUserIds: z.array(UserId) })),
  },
  shareTo: {
    method: 'POST',
    path: `${base}/shareTo`,
    permission: 'task/task/shareTo',
    // spec §5: a shared task cannot be empty.
    body: z.strictObject({
      ids: z.array(TaskId).min(1, 'task.shareRequired').max(1000),
      userIds: z.array(UserId).max(1000),
    }),
    data: done,
    log: OperationType.grant,
  },
  /** The initial values of a copy; also of a task shared with the caller. */
  getCopyInfo: { ...readCall('getCopyInfo'), query: byId, data: TaskDraft },
  copyTaskInfo: {
    method: 'GET',
    path: `${base}/copyTaskInfo`,
    permission: 'task/task/add',
    query: byId,
    data: z.object({ id: TaskId }),
    log: OperationType.add,
  },

  getParamInfo: {
    ...readCall('getParamInfo'),
    query: byId,
    data: z.object({
      params: z.array(ScriptParam),
      devices: z.array(z.object({ deviceNo: z.string(), values: ParamValues })),
    }),
  },
  getParamInfoOneDevice: {
    ...readCall('getParamInfoOneDevice'),
    query: byId.extend({ deviceNo: z.string().min(1).max(64) }),
    /** The task's parameters, and the values for this phone only. */
    data: z.object({ params: z.array(ScriptParam), values: ParamValues }),
  },
  addTaskParam: {
    method: 'POST',
    path: `${base}/addTaskParam`,
    permission: 'task/task/edit',
    body: bodyId.extend({ params: ScriptParams, confirmed, keepValues }),
    data: done,
    log: OperationType.edit,
  },
  addTaskParamForDevice: {
    method: 'POST',
    path: `${base}/addTaskParamForDevice`,
    permission: 'task/task/edit',
    body: bodyId.extend({ devices: deviceNos, values: ParamValues }),
    data: done,
    log: OperationType.edit,
  },
  /** Values of many phones, one set each, in the page's export format; all or none are imported. */
  importDeviceParams: {
    method: 'POST',
    path: `${base}/importDeviceParams`,
    permission: 'task/task/edit',
    body: bodyId.extend({ devices: DeviceParams }),
    data: z.object({ count: z.number() }),
    log: OperationType.import,
  },
  /** Without devices: of all. */
  clearTaskParamForDevice: {
    method: 'POST',
    path: `${base}/clearTaskParamForDevice`,
    permission: 'task/task/edit',
    body: bodyId.extend({ devices: deviceNos.optional() }),
    data: done,
    log: OperationType.edit,
  },

  /** The next ten times in the site's time zone, or a refusal with the reason (spec §5). */
  testCronText: {
    method: 'POST',
    path: `${base}/testCronText`,
    permission,
    body: z.strictObject({ cronText: z.string().max(200) }),
    data: z.array(time),
  },
  updateTaskStatus: {
    ...controlByNumbers('updateTaskStatus'),
    body: bodyId.extend({ status: z.union([z.literal(0), z.literal(1)]), confirmed, leaveOut }),
    data: done,
  },
  /** Clears the records of its runs, then starts it. */
  updateTaskStatusClear: {
    ...controlByNumbers('updateTaskStatusClear'),
    body: bodyId.extend({ status: z.literal(TaskStatus.started).optional(), confirmed, leaveOut }),
    data: done,
  },
  updateTaskStatusAndStopRemote: {
    ...controlByNumbers('updateTaskStatusAndStopRemote'),
    body: bodyId.extend({ status: z.literal([TaskStatus.stopped, TaskStatus.stoppedRemote]).optional() }),
    data: Reached,
  },
  /** The running scripts on these phones: 0 continue, 1 pause. */
  pauseOrContinueScript: {
    ...controlByNumbers('pauseOrContinueScript'),
    body: z.strictObject({ deviceNos, status: z.union([z.literal(0), z.literal(1)]) }),
    data: Reached,
  },
  /** The scripts of a task; while it is paused none of its runs start. */
  pauseOrContinueScriptTask: {
    ...controlByNumbers('pauseOrContinueScript_task'),
    body: bodyId.extend({ status: z.union([z.literal(0), z.literal(1)]) }),
    data: Reached,
  },
  /** Ends the runs in progress and leaves the task started: 1 those not sent to their phones, 2 on the phones too. */
  stopScript: {
    ...controlByNumbers('stopScript'),
    body: bodyId.extend({ status: z.union([z.literal(1), z.literal(2)]) }),
    data: Reached,
  },
  /** Runs again on the phones whose newest run did not succeed; with devices only on these, whatever its result. */
  again: {
    ...controlByNumbers('again'),
    body: bodyId.extend({ devices: deviceNos.optional() }),
    data: z.object({ count: z.number() }),
  },
  /** Why the task does not run on this phone, by the rules that send runs. */
  why: {
    ...readCall('why'),
    query: byId.extend({ deviceNo: z.string().min(1).max(64) }),
    data: z.array(
      z.object({
        check: RunCheck,
        ok: z.boolean(),
        reason: TaskReason.nullable(),
        at: time.nullable(),
        /** The task that blocks it. */
        task: z.string().nullable(),
      }),
    ),
  },

  /** Of these tasks, those that run later on phones that are known to lack what the script needs. */
  lacks: {
    ...readCall('lacks'),
    query: z.strictObject({ ids: idsOf<TaskId>() }),
    data: z.array(
      z.object({
        id: TaskId,
        /** Phones. */
        count: z.number(),
        /** Which phones lack what, in the caller's language. */
        text: z.string(),
      }),
    ),
  },

  cleanSendLog: {
    ...cleanCall('cleanSendLog'),
    query: z.strictObject({ taskId: idParam.brand<'TaskId'>(), devices: deviceNos }),
  },
  cleanSendAllLog: {
    ...cleanCall('cleanSendAllLog'),
    query: z.strictObject({ taskId: idParam.brand<'TaskId'>(), type: z.literal('all') }),
  },
  cleanSendLogByGroup: {
    ...cleanCall('cleanSendLogByGroup'),
    query: z.strictObject({
      taskId: idParam.brand<'TaskId'>(),
      type: z.literal('group'),
      groupIds: idsOf<GroupId>(),
    }),
  },
  /** Stops it everywhere and removes its records, device parameters and shares; the task itself stays. */
  removeAllTaskRelelate: {
    method: 'POST',
    path: `${base}/removeAllTaskRelelate`,
    permission: 'task/task/delete',
    body: bodyId,
    data: done,
    log: OperationType.clear,
  },
  /** Recalculates the next times of all started tasks and sends what waits; returns the number of tasks. */
  updateTaskCache: {
    method: 'GET',
    path: `${base}/updateTaskCache`,
    permission: 'task/task/updateTaskStatus',
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
  /** Runs of the last 24 hours by the hour in which they were due, oldest first; for the home page. */
  runHours: {
    ...readCall('runHours'),
    data: z.array(z.object({ at: time, runs: z.number(), failed: z.number() })),
  },
  /** For the home page. */
  summary: {
    ...readCall('summary'),
    data: z.object({
      /** Tasks in progress on phones. */
      running: z.number(),
      /** Runs that failed since midnight of the site's time zone. */
      failedToday: z.number(),
    }),
  },
} as const
