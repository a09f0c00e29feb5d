import type { TaskId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import { ScheduleType, TaskStatus } from '@fleetdeck/contract/tasks'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Scope } from '../../../access/data-scope.ts'
import { lackingPhones } from '../../../domain/scripts/static-look/lacking-phones.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { tasks } from '../../../platform/db/schema/tasks.ts'
import { isCompleted } from './generations.queries.ts'
import { selectTargets } from './targets.queries.ts'

/** Those of these tasks that run later. */
export const scheduledTasks = (db: Db, ids: TaskId[]) =>
  db
    .select({ id: tasks.id, scriptId: tasks.scriptId, leavesOut: tasks.leavesOut })
    .from(tasks)
    .where(
      and(
        inArray(tasks.id, ids),
        eq(tasks.status, TaskStatus.started),
        ne(tasks.scheduleType, ScheduleType.now),
        sql`not ${isCompleted(sql`tasks`)}`,
      ),
    )

/** Target phones that are known to lack something, by task. */
export const lackingTargets = (db: Db, scope: Scope, needed: { key: TaskId; capability: Capability }[]) => {
  const ids = [...new Set(needed.map(({ key }) => key))]
  const firings = sql`select unnest(${sql.param(ids)}::int[]) as task_id, now() as due_at`
  const targets = sql`select task_id as key, device_id from (${selectTargets(firings)}) chosen`
  return lackingPhones(db, { targets, needed, scope })
}
