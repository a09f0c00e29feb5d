import type { RunQuestionId } from '@fleetdeck/contract/ids'
import type { runQuestions as calls } from '@fleetdeck/contract/run-questions'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { isWaiting, stateOf } from '../../domain/questions/questions.queries.ts'
import { buildOrder, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { runQuestions } from '../../platform/db/schema/run-questions.ts'
import { scripts } from '../../platform/db/schema/scripts.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { tasks } from '../../platform/db/schema/tasks.ts'
import { users } from '../../platform/db/schema/users.ts'

type Query = z.output<(typeof calls)['list']['query']>

/** Of devices that still belong to the owner of that time. */
const visible = (scope: Scope): SQL | undefined =>
  and(ownedWithin(scope, runQuestions.tenantId), eq(devices.tenantId, runQuestions.tenantId))

/** The owner may answer what is within this scope. */
const columns = (control: Scope) => ({
  id: runQuestions.id,
  runId: runQuestions.runId,
  taskId: taskRuns.taskId,
  taskName: sql<string>`coalesce(${tasks.taskName}, '')`,
  scriptName: sql<string>`coalesce(${scripts.scriptName}, ${taskRuns.scriptName})`,
  deviceId: runQuestions.deviceId,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  tenantId: runQuestions.tenantId,
  kind: runQuestions.kind,
  state: stateOf,
  title: runQuestions.title,
  question: runQuestions.question,
  choices: runQuestions.choices,
  defaultAnswer: sql<
    string | null
  >`case when ${runQuestions.kind} <> 'password' then ${runQuestions.defaultAnswer} end`,
  placeholder: runQuestions.placeholder,
  hasPicture: sql<boolean>`${runQuestions.picture} is not null`,
  askedAt: runQuestions.askedAt,
  until: runQuestions.until,
  endedAt: runQuestions.endedAt,
  answeredBy: users.userName,
  answer: sql<string | null>`case when ${runQuestions.kind} <> 'password' then ${runQuestions.answer} end`,
  mayAnswer: sql<boolean>`coalesce(${ownedWithin(control, runQuestions.tenantId) ?? sql`true`}, false)`,
})

const rows = (db: Db, control: Scope) =>
  db
    .select(columns(control))
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .innerJoin(taskRuns, eq(taskRuns.id, runQuestions.runId))
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .leftJoin(scripts, eq(scripts.id, sql`coalesce(${tasks.scriptId}, ${taskRuns.scriptId})`))
    .leftJoin(users, eq(users.id, runQuestions.answeredById))

/** scope: the rows to list; control: those of them that the caller may answer. */
export async function listQuestions(
  db: Db,
  { scope, control }: { scope: Scope; control: Scope },
  query: Query,
) {
  const where = and(
    visible(scope),
    query.waiting === '1' ? isWaiting : undefined,
    query.waiting === '0' ? sql`not ${isWaiting}` : undefined,
    query.deviceId ? eq(runQuestions.deviceId, query.deviceId) : undefined,
    query.runId ? eq(runQuestions.runId, query.runId) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await rows(db, control)
    .where(where)
    .orderBy(...buildOrder(query, { id: runQuestions.id }, runQuestions.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .where(where)
  return { list, total: counted?.total ?? 0 }
}

export async function findQuestion(db: Db, scope: Scope, id: RunQuestionId) {
  const [found] = await rows(db, scope).where(and(eq(runQuestions.id, id), visible(scope)))
  return found
}

export async function findPicture(db: Db, scope: Scope, id: RunQuestionId) {
  const [found] = await db
    .select({ picture: runQuestions.picture })
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .where(and(eq(runQuestions.id, id), visible(scope)))
  return found?.picture
}
