import type { RunQuestionId } from '@fleetdeck/contract/ids'
import type { runQuestions as calls } from '@fleetdeck/contract/run-questions'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { alikeKey, isWaiting, stateOf } from '../../domain/questions/questions.queries.ts'
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

/** What the caller may control. */
type Control = Scope | 'none'

const within = (control: Control) =>
  control === 'none' ? sql`false` : (ownedWithin(control, runQuestions.tenantId) ?? sql`true`)

const columns = (control: Control) => ({
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
  mayAnswer: sql<boolean>`coalesce(${within(control)}, false)`,
  alikeKey,
  count: sql<number>`1`.mapWith(Number),
})

/** Which questions wait like this one. */
const isAlike = (db: Db, id: RunQuestionId) =>
  and(
    isWaiting,
    sql`${alikeKey} = (${db
      .select({ key: alikeKey })
      .from(runQuestions)
      .innerJoin(taskRuns, eq(taskRuns.id, runQuestions.runId))
      .where(eq(runQuestions.id, id))})`,
  )

const rows = (db: Db, control: Control) =>
  db
    .select(columns(control))
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .innerJoin(taskRuns, eq(taskRuns.id, runQuestions.runId))
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .leftJoin(scripts, eq(scripts.id, sql`coalesce(${tasks.scriptId}, ${taskRuns.scriptId})`))
    .leftJoin(users, eq(users.id, runQuestions.answeredById))

/** The oldest question of each group, which new ones do not replace, and how many it has. */
const groups = (db: Db, where: SQL | undefined) =>
  db
    .select({
      oldest: sql<RunQuestionId>`min(${runQuestions.id})`.mapWith(runQuestions.id).as('oldest'),
      size: sql<number>`count(*)`.mapWith(Number).as('size'),
    })
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .innerJoin(taskRuns, eq(taskRuns.id, runQuestions.runId))
    .where(where)
    .groupBy(sql`case when ${isWaiting} then ${alikeKey} else ${runQuestions.id}::text end`)
    .as('groups')

/** scope: the rows to list; control: those of them that the caller may answer. */
export async function listQuestions(
  db: Db,
  { scope, control }: { scope: Scope; control: Control },
  query: Query,
) {
  const where = and(
    visible(scope),
    query.waiting === '1' ? isWaiting : undefined,
    query.waiting === '0' ? sql`not ${isWaiting}` : undefined,
    query.deviceId ? eq(runQuestions.deviceId, query.deviceId) : undefined,
    query.runId ? eq(runQuestions.runId, query.runId) : undefined,
    query.alike ? isAlike(db, query.alike) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const order = buildOrder(query, { id: runQuestions.id }, runQuestions.id)
  if (!query.grouped) {
    const list = await rows(db, control)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    return { list, total: await db.$count(rows(db, control).where(where).as('found')) }
  }
  const grouped = groups(db, where)
  const page = await db
    .select()
    .from(grouped)
    .orderBy(query.isAsc === 'asc' ? asc(grouped.oldest) : desc(grouped.oldest))
    .limit(limit)
    .offset(offset)
  const sizes = new Map(page.map(({ oldest, size }) => [oldest, size]))
  const list = await rows(db, control)
    .where(inArray(runQuestions.id, [...sizes.keys()]))
    .orderBy(...order)
  return {
    list: list.map((row) => ({ ...row, count: sizes.get(row.id) ?? 1 })),
    total: await db.$count(grouped),
  }
}

export async function findQuestion(db: Db, scope: Scope, id: RunQuestionId) {
  const [found] = await rows(db, scope).where(and(eq(runQuestions.id, id), visible(scope)))
  return found
}

/** Those within the scope that wait and are alike this one: all, or some. */
export const listAlike = (
  db: Db,
  scope: Scope,
  { id, ids }: { id: RunQuestionId; ids: RunQuestionId[] | undefined },
) =>
  db
    .select({ id: runQuestions.id, deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')` })
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .innerJoin(taskRuns, eq(taskRuns.id, runQuestions.runId))
    .where(
      and(visible(scope), isAlike(db, id), ids && sql`${runQuestions.id} = any(${sql.param(ids)}::bigint[])`),
    )

export async function findPicture(db: Db, scope: Scope, id: RunQuestionId) {
  const [found] = await db
    .select({ picture: runQuestions.picture })
    .from(runQuestions)
    .innerJoin(devices, eq(devices.id, runQuestions.deviceId))
    .where(and(eq(runQuestions.id, id), visible(scope)))
  return found?.picture
}
