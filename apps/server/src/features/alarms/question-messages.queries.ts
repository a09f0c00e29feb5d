import type { UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { alikeKey, isWaiting } from '../../domain/questions/questions.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { runQuestions } from '../../platform/db/schema/run-questions.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { coveredOwners, covers } from './monitor.queries.ts'

/** Questions that are alike, of the owners whom one bot covers. */
export interface ToldQuestions {
  userId: UserId
  language: string
  question: string
  /** Of up to five devices. */
  names: string[]
  count: number
}

/**
 * Marks the questions and messages that bots have to be told about, and returns them in groups of those that are alike.
 * Those that follow within the seconds are told together.
 */
export async function takeUntoldQuestions(tx: Db, groupSeconds: number): Promise<ToldQuestions[]> {
  const { rows } = await tx.execute<ToldQuestions & Record<string, unknown>>(sql`
    with recursive ${covers}, untold as (
      select ${runQuestions.id} as id, s.user_id, s.language, ${alikeKey} as alike, ${runQuestions.question} as question,
        ${taskRuns.deviceNo} as device_no,
        min(${runQuestions.askedAt}) over (partition by s.user_id) as first_at
      from ${coveredOwners}
        join ${runQuestions} on ${runQuestions.tenantId} = covers.owner_id
        join ${taskRuns} on ${taskRuns.id} = ${runQuestions.runId}
      where s.questions and s.robot_address <> '' and ${runQuestions.toldAt} is null and ${isWaiting}
    ), due as (
      select * from untold where first_at <= now() - make_interval(secs => ${groupSeconds})
    ), told as (
      update run_questions q set told_at = now() from due where q.id = due.id returning q.id
    )
    select due.user_id as "userId", due.language, due.question, count(*)::int as count,
      (array_agg(due.device_no order by due.id))[1:5] as names
    from due join told on told.id = due.id
    group by due.user_id, due.language, due.alike, due.question
    order by min(due.id)`)
  return rows
}
