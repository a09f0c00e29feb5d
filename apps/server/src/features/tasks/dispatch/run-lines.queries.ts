import type { DeviceId, RunId } from '@fleetdeck/contract/ids'
import { maxTaskLines } from '@fleetdeck/contract/task-runs'
import { sql } from 'drizzle-orm'
import { bigintId } from '../../../platform/db/bigint-id.ts'
import type { Db } from '../../../platform/db/db.ts'

export interface NewLine {
  runKey: string
  deviceId: DeviceId
  at: Date
  level: string
  msg: string
  /** The phone has sent it before; it is only stored if it did not arrive. */
  isRepeated: boolean
  /** The run has a line with this text only once. */
  isOnce?: boolean
}

/** Stores lines of runs that belong to the reporting phones; only the newest lines of each run are stored. */
export async function insertLines(db: Db, lines: NewLine[]): Promise<void> {
  const rows = JSON.stringify(lines.map((line, place) => ({ ...line, place })))
  const result = await db.execute(sql`
    insert into task_lines (run_id, at, level, msg)
    select r.id, n.at, n.level, n.msg
    from jsonb_to_recordset(${rows}::jsonb)
      as n("runKey" text, "deviceId" int, at timestamptz, level text, msg text, "isRepeated" boolean, "isOnce" boolean,
        place int)
    join task_runs r on r.run_key = n."runKey" and r.device_id = n."deviceId"
    where not ((n."isRepeated" or n."isOnce" is true) and exists (
      select from task_lines l where l.run_id = r.id and l.msg = n.msg and (n."isOnce" is true or l.at = n.at)))
    order by n.place
    returning run_id as "runId"`)
  const runIds = (result.rows as { runId: RunId }[]).map(({ runId }) => bigintId(runId))
  if (runIds.length === 0) return
  await db.execute(sql`
    delete from task_lines l using (
      select run.id, (select k.id from task_lines k where k.run_id = run.id
        order by k.id desc offset ${maxTaskLines}::int limit 1) as last
      from unnest(${sql.param([...new Set(runIds)])}::bigint[]) as run(id)
    ) old where l.run_id = old.id and l.id <= old.last`)
}
