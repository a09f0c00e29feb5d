import { z } from 'zod'
import { exportCall, pageCall, rowCall } from './calls.ts'
import { DeliveryState } from './delivery.ts'
import { idParam, idsOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, RunId, ScriptVersionId, TaskId } from './ids.ts'
import { LogLevel } from './log-level.ts'
import { ScriptCommit } from './script-commit.ts'
import { ParamValues } from './script-params.ts'

/** Why a run is in its state; `at` is the time mentioned in the text. */
export const TaskReason = z.enum([
  /** The task does not target this phone: neither it nor its group is selected, or it has another owner now. */
  'notTarget',
  'stopped',
  'paused',
  /** The end time passed before the phone connected. */
  'tooLate',
  /** It still ran at the task's end time, and the task says that it is stopped then. */
  'taskEnded',
  /** It is due at `at`. */
  'notYet',
  /** The phone joined after the task's single time, and the task does not take such phones. */
  'joinedLater',
  /** There is no further time. */
  'noTime',
  /** It failed, and is retried at `at`. */
  'retry',
  /** The task's maximum of runs is reached. */
  'limit',
  'deviceDisabled',
  'deviceExpired',
  'scriptGone',
  /** Waits for the phone, which is offline since `at`, or was never seen. */
  'offline',
  /** Another task runs on the phone. */
  'busy',
  /** The phone has been trying a script of the user in `reasonTask` since `at`. */
  'trying',
  /** Nothing prevents it. */
  'ready',
  /** Sent; the phone has not answered yet. */
  'sent',
  'standsStill',
  /** The script waits for an operator's answer, until `at` at the latest. */
  'asking',
  /** A kept try that runs; it is stopped at `at`. */
  'kept',
  /** The stop was sent, and not executed by the phone yet. */
  'stopping',
  'unanswered',
  'interrupted',
  /** The newest run succeeded. */
  'done',
  'download',
  'md5',
  'notAScript',
  'unsigned',
  /** The tenant, or the phone, requires the signature of an author, and there is none. */
  'noAuthor',
  /** A script that it imports has been deleted. */
  'moduleGone',
  /** The phone lacks what the script needs, and the task leaves such phones out. */
  'lacks',
  'exception',
  'timeout',
  'memory',
])
export type TaskReason = z.output<typeof TaskReason>

/** A script on one phone, once: of a task, or a try of the script editor. */
export const TaskRun = z.object({
  id: RunId,
  /** Null: a try, by `startedBy`. */
  taskId: TaskId.nullable(),
  /** Empty for a try. */
  taskName: z.string(),
  scriptName: z.string(),
  /** Of the file that the phone runs; until the phone reports it, of the order. */
  scriptVersion: z.string(),
  /** Of that file in hex; empty: the phone has not reported what it runs. */
  contentMd5: z.string(),
  /** The hot update that brought it; null: none, or not known. */
  hotName: z.string().nullable(),
  /** The stored version with this content, and the script's present one; null: none, or not visible to the caller. */
  versionId: ScriptVersionId.nullable(),
  currentVersionId: ScriptVersionId.nullable(),
  /** Of that version; null if it was not read from a git repository. */
  commit: ScriptCommit.nullable(),
  /** As sent to the phone; null before. */
  params: ParamValues.nullable(),
  /** The text of a try is stored, and visible to the caller. */
  hasText: z.boolean(),
  /** Who started the task, this run or this try. */
  startedBy: z.string().nullable(),
  /** Null when the device was deleted. */
  deviceId: DeviceId.nullable(),
  /** The device's number when the run was created. */
  deviceNo: z.string(),
  state: DeliveryState,
  paused: z.boolean(),
  reason: TaskReason.nullable(),
  reasonAt: time.nullable(),
  /** The task mentioned in the reason, or the user who tries a script. */
  reasonTask: z.string().nullable(),
  /** The phone's own message. */
  msg: z.string(),
  /** Fingerprint of the installation's key by which the phone has checked the script; empty if it has not. */
  signer: z.string(),
  /** From 1 on: retries after failures, rounds of a loop. */
  attempt: z.number(),
  round: z.number(),
  dueAt: time,
  sentAt: time.nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  changedAt: time,
})
export type TaskRun = z.output<typeof TaskRun>

export const TaskLine = z.object({ id: z.number(), at: time, level: LogLevel, msg: z.string() })
export type TaskLine = z.output<typeof TaskLine>

/** Maximum lines in the log of a run; the newest are stored. */
export const maxTaskLines = 500
/** Totals of lists of runs are counted up to this. */
export const maxCountedRuns = 100_000

const base = '/task/run'
const permission = 'task/run/list'
const filter = {
  taskId: idParam.brand<'TaskId'>().optional(),
  taskName: z.string().max(50).optional(),
  deviceId: idParam.brand<'DeviceId'>().optional(),
  deviceNo: z.string().max(64).optional(),
  state: DeliveryState.optional(),
  /** Only runs of tasks, or only tries. */
  kind: z.enum(['task', 'try']).optional(),
  /** '1': only the newest run per task and phone. */
  newest: z.literal('1').optional(),
  /** '1': runs of tasks that failed since midnight of the site's time zone. */
  failedToday: z.literal('1').optional(),
}
const query = pageQuery(filter, ['id', 'deviceNo', 'changedAt'])

export const taskRuns = {
  list: pageCall(`${base}/list`, { row: TaskRun, query }),
  one: rowCall(`${base}/one`, { row: TaskRun, permission }),
  lines: {
    method: 'GET',
    path: `${base}/lines`,
    permission,
    query: z.strictObject({ id: idParam.brand<'RunId'>() }),
    data: z.array(TaskLine),
  },
  /** Records of finished runs. */
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: 'task/run/delete',
    query: z.strictObject({ ids: idsOf<RunId>() }),
    data: z.object({ count: z.number() }),
    log: OperationType.remove,
  },
  export: exportCall(`${base}/export`, { query }),
} as const
