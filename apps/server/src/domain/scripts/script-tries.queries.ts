import { openStates } from '@fleetdeck/contract/delivery'
import type { DeviceId, RunId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import type { ParamValues } from '@fleetdeck/contract/script-params'
import { TryEnd } from '@fleetdeck/contract/scripts'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { findImporter } from './modules/modules.queries.ts'

/** Time limit of a try that is not kept. The phone knows the limit of kept ones only: a try may be kept at any time. */
export const trySeconds = 600
/** A try that is not kept is stopped when no editor has shown it for this long. */
const unseenSeconds = 60
/** Beyond its limit; then its phone was lost. */
const graceSeconds = 60
/** A phone confirms a try within this time. */
const answerSeconds = 60

/** Keys of tries begin with it. */
export const tryPrefix = 'try-'

const isTry = isNull(taskRuns.taskId)
const isOpen = and(isTry, inArray(taskRuns.state, [...openStates]))

interface NewTry {
  runKey: string
  deviceId: DeviceId
  deviceNo: string
  startedBy: UserId
  scriptId: ScriptId | null
  scriptName: string
  params: ParamValues
  kept: boolean
  timeoutSeconds: number
  triedTextId: number | null
}

/** Records a try that is sent now. */
export const insertTry = (db: Db, row: NewTry) =>
  db.insert(taskRuns).values({
    ...row,
    state: 'sent',
    ...{ dueAt: sql`now()`, notBefore: sql`now()`, sentAt: sql`now()`, seenAt: sql`now()` },
  })

/** Removes a try that did not reach its phone. */
export const removeTry = (db: Db, runKey: string) =>
  db.delete(taskRuns).where(and(isTry, eq(taskRuns.runKey, runKey)))

/** Notes that the user's editor or program watches it, and returns how it ended. */
export async function seeTry(
  db: Db,
  { runKey, userId, kept }: { runKey: string; userId: UserId; kept: boolean },
) {
  const own = and(isTry, eq(taskRuns.runKey, runKey), eq(taskRuns.startedBy, userId))
  const [seen] = await db
    .update(taskRuns)
    .set({ seenAt: sql`now()`, kept })
    .where(and(own, isOpen))
    .returning({ id: taskRuns.id })
  if (seen) return { running: true, state: null, msg: '' }
  const [ended] = await db
    .select({ state: sql<TryEnd>`${taskRuns.state}`, msg: taskRuns.msg })
    .from(taskRuns)
    .where(and(own, inArray(taskRuns.state, TryEnd.options)))
  return { running: false, ...(ended ?? { state: null, msg: '' }) }
}

export const stopTry = (db: Db, runKey: string, deviceId: DeviceId) =>
  db
    .update(taskRuns)
    .set({ stopRequested: true, reason: 'stopped' })
    .where(and(isOpen, eq(taskRuns.runKey, runKey), eq(taskRuns.deviceId, deviceId)))

/** The script's name, if the caller sees it. */
export async function findTriedScript(db: Db, scope: Scope, id: ScriptId) {
  const isOwn = and(eq(scripts.id, id), ownedWithin(scope, scripts.tenantId))
  const [row] = await db
    .select({ fileName: scriptVersions.originalName })
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(isOwn)
  const importer = row && (await findImporter(db, id))
  return importer && { ...importer, ...row }
}

const columns = {
  id: taskRuns.id,
  runKey: taskRuns.runKey,
  deviceId: sql<DeviceId>`${taskRuns.deviceId}`,
  state: taskRuns.state,
  sentAt: taskRuns.sentAt,
  stopRequested: taskRuns.stopRequested,
}

/** Tries that phones may have: open ones, and those that were asked to stop and have ended without their phones. */
export const listHeldTries = (db: Db, deviceIds: DeviceId[]) =>
  db
    .select({ ...columns, isOpen: sql<boolean>`${isOpen}` })
    .from(taskRuns)
    .where(
      and(
        isTry,
        inArray(taskRuns.deviceId, deviceIds),
        or(
          isOpen,
          sql`${taskRuns.stopRequested} and ${taskRuns.state} = 'failed' and ${taskRuns.sentAt} > now() -
            make_interval(secs => coalesce(${taskRuns.timeoutSeconds}, ${trySeconds}) + ${graceSeconds}::int)`,
        ),
      ),
    )

const isOlderThan = (seconds: number) =>
  sql`${taskRuns.sentAt} < now() - make_interval(secs => ${seconds}::int)`

/** Marks tries that are not kept and that nobody looks at, or that take too long, as asked to stop; returns them until
 * their phones report the end. */
export const stopUnkept = (db: Db): Promise<{ runKey: string; deviceId: DeviceId }[]> =>
  db
    .update(taskRuns)
    .set({
      stopRequested: true,
      reason: sql`coalesce(${taskRuns.reason}, case when ${isOlderThan(trySeconds)} then 'timeout' else 'stopped' end)`,
    })
    .where(
      and(
        isOpen,
        eq(taskRuns.kept, false),
        isNotNull(taskRuns.deviceId),
        or(
          isOlderThan(trySeconds),
          sql`${taskRuns.seenAt} < now() - make_interval(secs => ${unseenSeconds})`,
        ),
      ),
    )
    .returning({ runKey: taskRuns.runKey, deviceId: sql<DeviceId>`${taskRuns.deviceId}` })

/** Of an open try, in seconds. */
const limit = sql`case when ${taskRuns.kept} then coalesce(${taskRuns.timeoutSeconds}, ${trySeconds}::int)
  else ${trySeconds}::int end`
/** The latest end of an open try. */
export const tryEndsAt = sql<Date | null>`case when ${isOpen}
  then ${taskRuns.sentAt} + make_interval(secs => ${limit}) end`.mapWith(taskRuns.sentAt)

/** Tries whose phones confirmed nothing, or never reported an end. */
export const listLostTries = (db: Db): Promise<{ id: RunId; isUnanswered: boolean }[]> =>
  db
    .select({ id: taskRuns.id, isUnanswered: sql<boolean>`${taskRuns.state} = 'sent'` })
    .from(taskRuns)
    .where(
      and(
        isOpen,
        sql`${taskRuns.sentAt} < now() - make_interval(secs => case ${taskRuns.state}
          when 'sent' then ${answerSeconds}::int else ${limit} + ${graceSeconds}::int end)`,
      ),
    )

/** The try on a device: who started it, and when; the device's id belongs to an outer query. */
export const tryOn = (deviceId: SQL) => {
  const open = sql`from task_runs x left join users u on u.id = x.started_by
    where x.device_id = ${deviceId} and x.task_id is null and x.state in ('queued', 'sent', 'acknowledged', 'running')`
  return {
    triedBy: sql<string | null>`(select coalesce(u.user_name, '') ${open} order by x.id limit 1)`,
    triedAt: sql<Date | null>`(select min(x.sent_at) ${open})`.mapWith(taskRuns.startedAt),
  }
}
