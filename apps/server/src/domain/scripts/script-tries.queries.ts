import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { scriptTries } from '../../platform/db/schema/script-tries.ts'

/** Time limit of a trial run, on the phone. */
export const trySeconds = 600
/** A trial run that is not kept is stopped when no editor has shown it for this long. */
const unseenSeconds = 60
/** Beyond its limit; then it is forgotten, because the phone was lost. */
const graceSeconds = 60

export interface Try {
  runKey: string
  deviceId: DeviceId
}

export const insertTry = (db: Db, row: Try & { userId: UserId }) => db.insert(scriptTries).values(row)

/** Notes that the user's editor shows it; false when it has ended. */
export async function seeTry(
  db: Db,
  { runKey, userId, kept }: { runKey: string; userId: UserId; kept: boolean },
) {
  const seen = await db
    .update(scriptTries)
    .set({ seenAt: sql`now()`, kept })
    .where(and(eq(scriptTries.runKey, runKey), eq(scriptTries.userId, userId)))
    .returning({ runKey: scriptTries.runKey })
  return seen.length > 0
}

/** Removes an ended trial run, and checks the tasks that wait for its phone. */
export const removeTry = (db: Db, runKey: string) =>
  db.execute(sql`
    with ended as (delete from script_tries where run_key = ${runKey} returning device_id)
    update task_runs set wake_at = greatest(now(), not_before)
    where device_id in (select device_id from ended) and state = 'queued'`)

/** Trial runs that nobody looks at. */
export const listUnseen = (db: Db): Promise<Try[]> =>
  db
    .select({ runKey: scriptTries.runKey, deviceId: scriptTries.deviceId })
    .from(scriptTries)
    .where(
      and(
        eq(scriptTries.kept, false),
        sql`${scriptTries.seenAt} < now() - make_interval(secs => ${unseenSeconds})`,
      ),
    )

/** Trial runs whose phones never reported an end. */
export const listLost = (db: Db): Promise<Try[]> =>
  db
    .select({ runKey: scriptTries.runKey, deviceId: scriptTries.deviceId })
    .from(scriptTries)
    .where(sql`${scriptTries.startedAt} < now() - make_interval(secs => ${trySeconds + graceSeconds}::int)`)

/** The trial run on a device: who started it, and when; the device's id belongs to an outer query. */
export const tryOn = (deviceId: SQL) => ({
  triedBy: sql<string | null>`(select u.user_name from script_tries x join users u on u.id = x.user_id
    where x.device_id = ${deviceId} order by x.started_at limit 1)`,
  triedAt:
    sql<Date | null>`(select min(x.started_at) from script_tries x where x.device_id = ${deviceId})`.mapWith(
      scriptTries.startedAt,
    ),
})
