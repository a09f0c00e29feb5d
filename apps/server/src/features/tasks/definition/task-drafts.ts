import type { GroupId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { ScheduleType, type TaskDraft, TaskStatus } from '@fleetdeck/contract/tasks'
import { describeCronError } from '@fleetdeck/cron/describe-cron'
import { nextTimes } from '@fleetdeck/cron/next-times'
import { type Cron, parseCron } from '@fleetdeck/cron/parse-cron'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Scope } from '../../../access/data-scope.ts'
import { allUsersVisible } from '../../../access/visible-rows.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { siteNow } from '../../../platform/core/site-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { text } from '../../../platform/http/language.ts'
import { nextTime, type Schedule } from '../../../platform/scheduler/schedule.ts'
import { findUsableScript } from './task-scripts.queries.ts'
import type { Links } from './task-writes.queries.ts'
import * as writes from './task-writes.queries.ts'
import * as queries from './tasks.queries.ts'

export interface DraftContext {
  db: Db
  userId: UserId
  scope: Scope
  language: Language
  timeZone: string
}

/** The expression, if it is valid and ever due; else throws a refusal in the caller's language. */
function readCron(cronText: string, language: Language): Cron {
  const { cron, error } = parseCron(cronText)
  if (error) {
    const what = describeCronError(error, (key, values) => text(language, key, values))
    throw new AppError('cronWrong', { what })
  }
  return cron
}

/** The next times in the site's time zone; an expression that is never due is refused. */
export function previewTimes(
  cronText: string,
  { language, timeZone }: Pick<DraftContext, 'language' | 'timeZone'>,
) {
  const times = nextTimes(readCron(cronText, language), { timeZone, after: siteNow(), count: 10 })
  if (times.length === 0) throw new AppError('cronNever')
  return times
}

/** The task to store, after its times, script, devices, groups and users have been checked. */
export async function checkDraft(context: DraftContext, draft: TaskDraft, kept?: { scriptId: ScriptId }) {
  const { devices, groupIds, shareUserIds, startTime, endTime, joinUntil, ...rest } = draft
  const schedule = { ...toTimes(draft), startTime: toDate(startTime), endTime: toDate(endTime) }
  checkTimes(schedule, context)
  await checkScript(context, draft, kept)
  const links = await checkLinks(context, { devices, groupIds, shareUserIds })
  return { task: { ...rest, ...schedule, joinUntil: toDate(joinUntil) }, links }
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))

/** Fields of another kind of schedule are left out. */
const toTimes = ({ scheduleType, dayTime, cronText }: TaskDraft) => ({
  scheduleType,
  dayTime: scheduleType === ScheduleType.everyDay ? dayTime : null,
  cronText: scheduleType === ScheduleType.cron ? cronText : '',
})

function checkTimes(schedule: Schedule, context: DraftContext): void {
  const { scheduleType, startTime, endTime, dayTime, cronText } = schedule
  if (startTime && endTime && endTime <= startTime) throw new AppError('taskEndBeforeStart')
  if (scheduleType === ScheduleType.byTime && !startTime) throw new AppError('taskStartTimeRequired')
  if (scheduleType === ScheduleType.everyDay && !dayTime) throw new AppError('taskDayTimeRequired')
  if (scheduleType === ScheduleType.cron) previewTimes(cronText, context)
}

async function checkScript(
  { db, userId, scope }: DraftContext,
  draft: TaskDraft,
  kept?: { scriptId: ScriptId },
) {
  if (kept?.scriptId === draft.scriptId) return
  if (await findUsableScript(db, scope, userId, draft.scriptId)) return
  const [source] = draft.sourceTaskId ? await queries.sharedWith(db, userId, draft.sourceTaskId) : []
  if (source?.scriptId !== draft.scriptId) throw new AppError('taskScriptUnknown')
}

async function checkLinks(
  { db, scope }: DraftContext,
  { devices, groupIds, shareUserIds }: Pick<TaskDraft, 'devices' | 'groupIds' | 'shareUserIds'>,
): Promise<Links> {
  // spec §5: the execution device cannot be empty.
  if (devices.length === 0 && groupIds.length === 0) throw new AppError('taskDeviceRequired')
  return {
    devices: await findDevices(db, scope, devices),
    groupIds: await visibleGroups(db, scope, groupIds),
    shareUserIds: await visibleUsers(db, scope, shareUserIds),
  }
}

/** Resolves all of these numbers; refuses one that the caller does not see. */
export async function findDevices(db: Db, scope: Scope, deviceNos: string[]) {
  const found = await writes.devicesByNo(db, scope, deviceNos)
  const known = new Set(found.map(({ deviceNo }) => deviceNo))
  const unknown = deviceNos.find((deviceNo) => !known.has(deviceNo))
  if (unknown !== undefined) throw new AppError('taskDeviceUnknown', { deviceNo: unknown })
  return found
}

async function visibleGroups(db: Db, scope: Scope, groupIds: GroupId[]) {
  if (!(await writes.allGroupsVisible(db, scope, groupIds))) throw new AppError('taskGroupUnknown')
  return groupIds
}

export async function visibleUsers(db: Db, scope: Scope, userIds: UserId[]) {
  if (!(await allUsersVisible(db, scope, userIds))) throw new AppError('notFound')
  return userIds
}

/** A question about a single time that has passed; undefined if it has not. */
export const questionPast = ({ scheduleType, startTime }: Schedule, now: Date) =>
  scheduleType === ScheduleType.byTime && startTime && startTime <= now
    ? new AppError('taskStartPast')
    : undefined

/** When a task that is started now is due first; refused if that is never. */
export function firstTime(schedule: Schedule, timeZone: string, now: Date): Date {
  if (schedule.endTime && schedule.endTime <= now) throw new AppError('taskEnded')
  const { scheduleType, startTime } = schedule
  if (scheduleType === ScheduleType.now) return now
  // A time in the past is due immediately.
  if (scheduleType === ScheduleType.byTime) return startTime && startTime > now ? startTime : now
  const next = nextTime(schedule, now, timeZone)
  if (!next) throw new AppError('taskNeverDue')
  return next
}

/** After an edit, a started task uses its new times; a single time that has passed stays unchanged. */
export function timeAfterEdit(
  task: { status: number; nextRunAt: Date | null },
  schedule: Schedule,
  { timeZone, now }: { timeZone: string; now: Date },
): Date | null {
  if (task.status !== TaskStatus.started) return null
  if (schedule.scheduleType === ScheduleType.now) return task.nextRunAt ?? null
  return nextTime(schedule, now, timeZone)
}
