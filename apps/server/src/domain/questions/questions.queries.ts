import { openStates } from '@fleetdeck/contract/delivery'
import type { DeviceId, RunQuestionId, UserId } from '@fleetdeck/contract/ids'
import { questionsPerMinute, shownMessages } from '@fleetdeck/contract/run-questions'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { runQuestions } from '../../platform/db/schema/run-questions.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'

type NewQuestion = Omit<
  typeof runQuestions.$inferInsert,
  'runId' | 'attempt' | 'until' | 'askedAt' | 'endedAt'
> & {
  /** The phone's id of the run. */
  runKey: string
  seconds: number
}

const isMessage = eq(runQuestions.kind, 'message')
const openRuns = inArray(taskRuns.state, [...openStates])

/** The question waits for an answer, or the message is shown. A question ends with its attempt of the run. */
export const isWaiting: SQL = sql`(${runQuestions.endedAt} is null and ${runQuestions.until} > now()
  and (${isMessage} or exists (select from ${taskRuns}
    where ${taskRuns.id} = ${runQuestions.runId} and ${taskRuns.attempt} = ${runQuestions.attempt} and ${openRuns})))`

/** Equal for questions that one answer suits; of rows joined to their run. An image makes a question unlike others. */
export const alikeKey = sql<string>`case when ${runQuestions.picture} is not null then ${runQuestions.id}::text
  else md5(jsonb_build_array(${runQuestions.tenantId}, ${runQuestions.kind}, ${runQuestions.title},
    ${runQuestions.question}, ${runQuestions.choices}, ${taskRuns.taskId}, ${taskRuns.scriptId},
    ${taskRuns.scriptName})::text) end`

/** How it ended, also if that was not written yet. */
export const stateOf = sql<
  'waiting' | 'answered' | 'skipped' | 'expired' | 'ended'
>`case when ${runQuestions.endedAt} is not null then ${runQuestions.ending}
  when ${isWaiting} then 'waiting' when ${runQuestions.until} <= now() then 'expired' else 'ended' end`

/** Until when the run waits for an answer; null: it does not. */
export const asksUntil = sql<Date | null>`(select q.until from run_questions q
  where q.run_id = ${taskRuns.id} and q.attempt = ${taskRuns.attempt} and q.kind <> 'message' and q.ended_at is null and q.until > now()
  order by q.id desc limit 1)`.mapWith(runQuestions.until)

export type Asked = 'asked' | 'repeated' | 'tooOften' | 'noRun'

/**
 * Asks once for each id; a repetition waits for the first one, which it would end otherwise. A phone runs one script at a time, so its earlier question has ended; of its messages, the
 * newest are shown.
 */
export const insertQuestion = (db: Db, { runKey, seconds, ...row }: NewQuestion): Promise<Asked> =>
  db.transaction(async (tx) => {
    const [run] = await tx
      .select({ id: taskRuns.id, attempt: taskRuns.attempt })
      .from(taskRuns)
      .where(and(eq(taskRuns.runKey, runKey), eq(taskRuns.deviceId, row.deviceId), openRuns))
      .for('no key update')
    const [known] = await tx
      .select({ id: runQuestions.id })
      .from(runQuestions)
      .where(and(eq(runQuestions.deviceId, row.deviceId), eq(runQuestions.requestId, row.requestId)))
    if (known) return 'repeated'
    if (!run) return 'noRun'
    const recent = await tx.$count(
      runQuestions,
      and(
        eq(runQuestions.deviceId, row.deviceId),
        sql`${runQuestions.askedAt} > now() - interval '1 minute'`,
      ),
    )
    if (recent >= questionsPerMinute) return 'tooOften'
    if (row.kind === 'message') await endOldMessages(tx, row.deviceId)
    else await endOpen(tx, and(eq(runQuestions.deviceId, row.deviceId), sql`not ${isMessage}`), 'ended')
    const added = await tx
      .insert(runQuestions)
      .values({
        ...row,
        runId: run.id,
        attempt: run.attempt,
        until: sql`now() + ${seconds} * interval '1 second'`,
      })
      .onConflictDoNothing()
      .returning({ id: runQuestions.id })
    return added.length > 0 ? 'asked' : 'repeated'
  })

const endOpen = (tx: Db, which: SQL | undefined, ending: 'ended' | 'expired') =>
  tx
    .update(runQuestions)
    .set({ endedAt: sql`now()`, ending, picture: null })
    .where(and(isNull(runQuestions.endedAt), which))

const endOldMessages = (tx: Db, deviceId: DeviceId) =>
  endOpen(
    tx,
    sql`${runQuestions.id} in (select q.id from run_questions q
      where q.device_id = ${deviceId} and q.kind = 'message' and q.ended_at is null
      order by q.id desc offset ${shownMessages - 1})`,
    'ended',
  )

/** The phone's own question. */
export async function findAnswer(db: Db, deviceId: DeviceId, requestId: string) {
  const [found] = await db
    .select({
      id: runQuestions.id,
      kind: runQuestions.kind,
      state: stateOf,
      answer: runQuestions.answer,
      defaultAnswer: runQuestions.defaultAnswer,
      leftMs: sql<number>`(extract(epoch from ${runQuestions.until} - now()) * 1000)::float8`,
    })
    .from(runQuestions)
    .where(and(eq(runQuestions.deviceId, deviceId), eq(runQuestions.requestId, requestId)))
  return found
}

/** Ends those of these questions that wait; the others have ended before. Returns the ended ones. */
export const endQuestions = (
  db: Db,
  ids: RunQuestionId[],
  by: { userId: UserId; ending: 'answered' | 'skipped'; answer: string | null },
): Promise<{ id: RunQuestionId }[]> =>
  db
    .update(runQuestions)
    .set({
      endedAt: sql`now()`,
      ending: by.ending,
      answer: by.answer,
      answeredById: by.userId,
      picture: null,
    })
    .where(and(sql`${runQuestions.id} = any(${sql.param(ids)}::bigint[])`, isWaiting))
    .returning({ id: runQuestions.id })

/** Removes a password that the phone has. */
export const forgetPassword = (db: Db, id: RunQuestionId) =>
  db
    .update(runQuestions)
    .set({ answer: null })
    .where(and(eq(runQuestions.id, id), eq(runQuestions.kind, 'password')))

/** Rows per statement. */
const chunkRows = 2000

/**
 * Writes the ends of questions that nobody answered, and removes their pictures and passwords that no phone fetched.
 * Returns how many it changed.
 */
export async function closeQuestions(db: Db): Promise<number> {
  const over = db
    .select({ id: runQuestions.id })
    .from(runQuestions)
    .where(and(isNull(runQuestions.endedAt), sql`not ${isWaiting}`))
    .limit(chunkRows)
  const closed = await db
    .update(runQuestions)
    .set({ endedAt: sql`now()`, ending: stateOf, picture: null })
    .where(and(isNull(runQuestions.endedAt), inArray(runQuestions.id, over)))
    .returning({ id: runQuestions.id })
  const kept = await db
    .update(runQuestions)
    .set({ answer: null })
    .where(
      and(
        eq(runQuestions.kind, 'password'),
        sql`${runQuestions.answer} is not null`,
        sql`not exists (select from ${taskRuns} where ${taskRuns.id} = ${runQuestions.runId} and ${openRuns})`,
      ),
    )
    .returning({ id: runQuestions.id })
  return closed.length + kept.length
}

/** Removes questions of that time; returns how many. */
export async function pruneQuestions(db: Db, before: Date, rows: number): Promise<number> {
  const old = db
    .select({ id: runQuestions.id })
    .from(runQuestions)
    .where(and(sql`not ${isWaiting}`, sql`${runQuestions.askedAt} < ${before.toISOString()}`))
    .limit(rows)
  const removed = await db
    .delete(runQuestions)
    .where(inArray(runQuestions.id, old))
    .returning({ id: runQuestions.id })
  return removed.length
}
