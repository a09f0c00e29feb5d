import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'

/** Clears the mark of older runs, so that a task has one newest run per phone. */
export async function demoteOlder(tx: Db, which: SQL): Promise<void> {
  await tx.execute(sql`
    update task_runs old set is_newest = false
    where ${which} and old.is_newest and exists (
      select from task_runs newer where newer.task_id = old.task_id and newer.device_id = old.device_id
        and newer.is_newest and newer.id > old.id)`)
}
