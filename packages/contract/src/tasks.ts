import { z } from 'zod'
import { deviceCrud, withId } from './crud.ts'
import { StateCounts } from './delivery.ts'
import { deviceNos, done, idParam, idsOf, pageOf, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, GroupId, ScriptId, TaskId, UserId } from './ids.ts'
import { ParamValues, ScriptParam, ScriptParams } from './script-params.ts'
import { TaskReason } from './task-runs.ts'

export const ExecType = { once: 1, loop: 2 } as const
export const ScheduleType = { now: 0, byTime: 1, cron: 2, everyDay: 3 } as const
/** 1 stopped here: phones end what they run; 2 stopped on the phones too. */
export const TaskStatus = { started: 0, stopped: 1, stoppedRemote: 2 } as const
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus]
/** What is asked of scripts that run. */
export const ScriptPause = { continue: 0, pause: 1 } as const
/** What happens to times at which no server was there: one run at once, none, or one for each. */
export const MissedPolicy = { once: 0, skip: 1, all: 2 } as const
export type MissedPolicy = (typeof MissedPolicy)[keyof typeof MissedPolicy]

/** Seconds after its time from which on a run counts as missed. */
export const missedAfterSeconds = 30
/** Most runs that are made up for after a long standstill. */
export const maxMadeUp = 100

export const taskNameLength = 50

const oneOf = <const Values extends readonly [number, number, ...number[]]>(
  values: Values,
  message: string,
) => z.literal(values, message)

const groupIds = z
  .array(z.int('error.invalidId').positive('error.invalidId').brand<'GroupId'>())
  .max(1000)
  .default([])
/** Device numbers; in a query string comma-joined. */
const manyDeviceNos = z.array(z.string().min(1).max(64)).max(20_000).default([])
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'task.dayTimeFormat')

export const TaskDraft = z.strictObject({
  // spec §5: task name, script, execution type and execution device cannot be empty.
  taskName: z.string().trim().min(1, 'task.nameRequired').max(taskNameLength, 'task.nameLength'),
  scriptId: z.int('task.scriptRequired').positive('task.scriptRequired').brand<'ScriptId'>(),
  execType: oneOf([1, 2], 'task.execTypeRequired'),
  /** Numbers of devices; together with groups they may not be empty. */
  devices: manyDeviceNos,
  /** A phone that joins a group later joins its tasks. */
  groupIds,
  scheduleType: oneOf([0, 1, 2, 3], 'task.scheduleRequired').default(ScheduleType.now),
  /** By time: when it runs. By cron text or every day: not before. */
  startTime: timeInput.nullable().default(null),
  /** Nothing is handed out from then on. */
  endTime: timeInput.nullable().default(null),
  /** Every day: at which time of the site's time zone. */
  dayTime: clockTime.nullable().default(null),
  cronText: z.string().trim().max(200).default(''),
  /** Seconds between its time and the hand-out, and between two rounds of a loop. */
  delaySecond: z.int().min(0).max(86_400).default(0),
  /** Once: most runs on each phone since the start. Loop: rounds each time it is due. 0: as many as come. */
  execNumber: z.int().min(0).max(1_000_000).default(0),
  /** 1: phones keep the script's file and fetch it once for each version. */
  cacheScript: oneOf([0, 1], 'error.invalidInput').default(1),
  /** A phone that several tasks wait for takes the lowest first. */
  sort: z.int().min(0).max(10_000).default(0),
  missedPolicy: oneOf([0, 1, 2], 'error.invalidInput').default(MissedPolicy.once),
  /** How often a failed run is tried again, and seconds before the first of these; each further wait is twice as long. */
  retries: z.int().min(0).max(10).default(0),
  retrySeconds: z.int().min(1).max(86_400).default(30),
  /** 0: none. */
  timeoutSeconds: z.int().min(0).max(604_800).default(0),
  memoryMegabytes: z.int().min(16).max(512).default(64),
  stackKilobytes: z.int().min(64).max(4096).default(512),
  params: ScriptParams.default([]),
  /** They see the task among those that are shared with them, and may make their own from it. */
  shareUserIds: z.array(UserId).max(1000).default([]),
  /** A task that was shared with the caller: its script may be used. */
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
  /** TaskStatus. */
  status: z.number(),
  /** Its scripts stand still, and none begin. */
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
    scriptId: z.coerce.number().int().brand<'ScriptId'>().optional(),
    status: z.enum(['0', '1', '2']).optional(),
    scheduleType: z.enum(['0', '1', '2', '3']).optional(),
    deviceNo: z.string().max(64).optional(),
    tenantId: z.coerce.number().int().brand<'UserId'>().optional(),
    /** '1' phones are at it or will be, '0' none. */
    open: z.enum(['0', '1']).optional(),
  },
  ['id', 'taskName', 'status', 'sort', 'nextRunAt', 'lastRunAt', 'createdAt', 'gmtModified'],
)

/** What is looked at before a run is handed to its phone, in this order. */
export const RunCheck = z.enum(['target', 'started', 'time', 'device', 'script', 'online', 'turn', 'run'])
export type RunCheck = z.output<typeof RunCheck>

/** Values that single phones of a task get, each phone once. */
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
const cleaned = z.object({ count: z.number() })

const look = <const Name extends string>(name: Name) =>
  ({ method: 'GET', path: `${base}/${name}`, permission }) as const
const cleaning = <const Name extends string>(name: Name) =>
  ({
    method: 'GET',
    path: `${base}/${name}`,
    permission: 'task/task/cleanSendLog',
    data: cleaned,
    log: OperationType.clear,
  }) as const
const steering = <const Name extends string>(name: Name) =>
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
/** How many phones were told at once; the others hear of it when they are back. */
const Reached = z.object({ reached: z.number() })

export const tasks = {
  ...crud,
  one: { ...crud.one, data: TaskDetails },
  add: { ...crud.add, data: z.object({ id: TaskId }) },
  edit: { ...crud.edit, body: withId(TaskDraft, TaskId) },

  deviceList: {
    ...look('deviceList'),
    query: pageQuery(
      { deviceNo: z.string().max(64).optional(), groupId: idParam.brand<'GroupId'>().optional() },
      ['deviceNo'],
    ),
    data: pageOf(DeviceOption),
  },
  deviceListByGroup: {
    ...look('deviceListByGroup'),
    query: z.strictObject({ groupids: idsOf<GroupId>() }),
    data: z.array(DeviceOption),
  },
  platformList: {
    ...look('platformList'),
    data: z.array(z.object({ id: z.number(), platformName: z.string() })),
  },
  deviceGroupList: {
    ...look('deviceGroupList'),
    data: z.array(z.object({ id: GroupId, groupName: z.string(), deviceCount: z.number() })),
  },
  /** Scripts that the caller may use: his own, and those that were shared with him. */
  listScript: {
    ...look('listScript'),
    query: z.strictObject({ platformId: idParam.optional() }),
    data: z.array(
      z.object({ id: ScriptId, scriptName: z.string(), version: z.string(), platformName: z.string() }),
    ),
  },
  /** The parameters that a script's template begins with. */
  scriptParams: {
    ...look('scriptParams'),
    query: z.strictObject({ scriptId: idParam.brand<'ScriptId'>() }),
    data: z.array(ScriptParam),
  },
  /** Tasks that others share with the caller. */
  listShareTask: {
    ...look('listShareTask'),
    data: z.array(Task.pick({ id: true, taskName: true, scriptName: true, userName: true })),
  },
  /** Tasks that the caller may share, and with whom they are shared. */
  listTaskForShareTo: {
    ...look('listTaskForShareTo'),
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
  /** What the form of a copy begins with; also of a task that is shared with the caller. */
  getCopyInfo: { ...look('getCopyInfo'), query: byId, data: TaskDraft },
  copyTaskInfo: {
    method: 'GET',
    path: `${base}/copyTaskInfo`,
    permission: 'task/task/add',
    query: byId,
    data: z.object({ id: TaskId }),
    log: OperationType.add,
  },

  getParamInfo: {
    ...look('getParamInfo'),
    query: byId,
    data: z.object({
      params: z.array(ScriptParam),
      devices: z.array(z.object({ deviceNo: z.string(), values: ParamValues })),
    }),
  },
  getParamInfoOneDevice: {
    ...look('getParamInfoOneDevice'),
    query: byId.extend({ deviceNo: z.string().min(1).max(64) }),
    /** The task's parameters, and the values that only this phone gets. */
    data: z.object({ params: z.array(ScriptParam), values: ParamValues }),
  },
  addTaskParam: {
    method: 'POST',
    path: `${base}/addTaskParam`,
    permission: 'task/task/edit',
    body: bodyId.extend({ params: ScriptParams }),
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
  /** Values of many phones, each its own, as the export of the page wrote them; all of them or none are taken. */
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

  /** The next ten times in the site's time zone, or a refusal that says what is wrong (spec §5). */
  testCronText: {
    method: 'POST',
    path: `${base}/testCronText`,
    permission,
    body: z.strictObject({ cronText: z.string().max(200) }),
    data: z.array(time),
  },
  updateTaskStatus: {
    ...steering('updateTaskStatus'),
    body: bodyId.extend({ status: z.union([z.literal(0), z.literal(1)]) }),
    data: done,
  },
  /** Clears the records of its runs, then starts it. */
  updateTaskStatusClear: { ...steering('updateTaskStatusClear'), body: bodyId, data: done },
  updateTaskStatusAndStopRemote: {
    ...steering('updateTaskStatusAndStopRemote'),
    body: bodyId,
    data: Reached,
  },
  /** Whatever script runs on these phones: 0 continue, 1 pause. */
  pauseOrContinueScript: {
    ...steering('pauseOrContinueScript'),
    body: z.strictObject({ deviceNos, status: z.union([z.literal(0), z.literal(1)]) }),
    data: Reached,
  },
  /** The scripts of a task; while it stands still none of its runs begin. */
  pauseOrContinueScriptTask: {
    ...steering('pauseOrContinueScript_task'),
    body: bodyId.extend({ status: z.union([z.literal(0), z.literal(1)]) }),
    data: Reached,
  },
  /** Ends the runs that are under way and leaves the task started: 1 what has not reached its phone, 2 on the phones too. */
  stopScript: {
    ...steering('stopScript'),
    body: bodyId.extend({ status: z.union([z.literal(1), z.literal(2)]) }),
    data: Reached,
  },
  /** Once more on the phones whose newest run did not succeed; with devices only on these, whatever became of it. */
  again: {
    ...steering('again'),
    body: bodyId.extend({ devices: deviceNos.optional() }),
    data: z.object({ count: z.number() }),
  },
  /** Why the task does not run on this phone, by the rules that hand runs out. */
  why: {
    ...look('why'),
    query: byId.extend({ deviceNo: z.string().min(1).max(64) }),
    data: z.array(
      z.object({
        check: RunCheck,
        ok: z.boolean(),
        reason: TaskReason.nullable(),
        at: time.nullable(),
        /** The task that is in the way. */
        task: z.string().nullable(),
      }),
    ),
  },

  cleanSendLog: {
    ...cleaning('cleanSendLog'),
    query: z.strictObject({ taskId: idParam.brand<'TaskId'>(), devices: deviceNos }),
  },
  cleanSendAllLog: {
    ...cleaning('cleanSendAllLog'),
    query: z.strictObject({ taskId: idParam.brand<'TaskId'>(), type: z.literal('all') }),
  },
  cleanSendLogByGroup: {
    ...cleaning('cleanSendLogByGroup'),
    query: z.strictObject({
      taskId: idParam.brand<'TaskId'>(),
      type: z.literal('group'),
      groupIds: idsOf<GroupId>(),
    }),
  },
  /** Stops it everywhere and takes its records, parameters of devices and shares away; the task itself stays. */
  removeAllTaskRelelate: {
    method: 'POST',
    path: `${base}/removeAllTaskRelelate`,
    permission: 'task/task/delete',
    body: bodyId,
    data: done,
    log: OperationType.clear,
  },
  /** Works out the next times of all started tasks anew and hands out what waits; answers how many tasks that were. */
  updateTaskCache: {
    method: 'GET',
    path: `${base}/updateTaskCache`,
    permission: 'task/task/updateTaskStatus',
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
  /** Runs of the last 24 hours by the hour in which they were due, oldest first; for the home page. */
  runHours: {
    ...look('runHours'),
    data: z.array(z.object({ at: time, runs: z.number(), failed: z.number() })),
  },
  /** For the home page. */
  summary: {
    ...look('summary'),
    data: z.object({
      /** Tasks that phones are at. */
      running: z.number(),
      /** Runs that failed since midnight of the site's time zone. */
      failedToday: z.number(),
    }),
  },
} as const
