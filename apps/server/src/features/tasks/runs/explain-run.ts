import { ExecType, ScheduleType } from '@fleetdeck/contract/tasks'
import { requireFound } from '../../../access/crud-handlers.ts'
import type { Scope } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { findGone } from '../../../domain/scripts/modules/modules.queries.ts'
import { siteNow } from '../../../platform/core/site-clock.ts'
import type { FoundTask } from '../definition/tasks.queries.ts'
import type { RunInfo } from '../dispatch/run-checks.rules.ts'
import { countOfGeneration, findDeviceInfo, newestRun } from './runs.queries.ts'
import { runInfo, whyNot } from './shown-run.rules.ts'

type ExplainRunDeps = Pick<Deps, 'db' | 'hub'>

/** Why a task does not run on a phone: explains its waiting run, or else the next one. */
export async function explainRun(
  { db, hub }: ExplainRunDeps,
  scope: Scope,
  task: FoundTask,
  deviceNo: string,
) {
  const device = requireFound(await findDeviceInfo(db, scope, task.id, deviceNo))
  const run = await newestRun(db, task.id, device.id)
  const isOnline = device.isOverHttp || (await hub.connectedPhones([device.id])).has(device.id)
  if (run?.state === 'queued') return whyNot({ ...runInfo(run), isOnline }, run, siteNow())
  const count = await countOfGeneration(db, task.id, device.id)
  const isLimited = task.execType === ExecType.once && task.execNumber > 0
  const info: RunInfo = {
    ...device,
    ...{ taskStatus: task.status, taskPaused: task.paused, endTime: task.endTime },
    notBefore: run && isOpen(run.state) ? run.notBefore : delayed(task),
    isRetry: false,
    isLimitReached: isLimited && count >= task.execNumber,
    hasJoinedLater: hasSingleTime(task) && task.generation > 0 && count === 0,
    hasScript: task.scriptVersion !== '',
    hasModules: !(await findGone(db, task.scriptId)),
    isOnline,
    offlineSince: device.onlineChangedAt,
  }
  return whyNot(info, run, siteNow())
}

const isOpen = (state: string) => state === 'sent' || state === 'acknowledged' || state === 'running'

const hasSingleTime = ({ scheduleType }: FoundTask) =>
  scheduleType === ScheduleType.now || scheduleType === ScheduleType.byTime

const delayed = ({ nextRunAt, delaySecond }: FoundTask) =>
  nextRunAt && new Date(nextRunAt.getTime() + delaySecond * 1000)
