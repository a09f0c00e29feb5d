import type { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { and, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { scheduledJobRuns } from '../../platform/db/schema/scheduled-jobs.ts'

export type JobLogFilter = z.output<(typeof jobLogs)['list']['query']>
export type StoredRun = typeof scheduledJobRuns.$inferSelect

const { id, jobId, jobName, jobGroup, state, startedAt, durationMs } = scheduledJobRuns
const sortable = { startedAt, durationMs }
/** A run that goes on keeps its line. */
const isOver = ne(state, 'running')

/** @param namedTargets as for listJobs */
export async function listRuns(
  db: Db,
  query: JobLogFilter,
  { timeZone, namedTargets }: { timeZone: string; namedTargets: string[] },
) {
  const where = and(
    query.jobId === undefined ? undefined : eq(jobId, query.jobId),
    query.jobName ? or(ilike(jobName, containing(query.jobName)), inArray(jobName, namedTargets)) : undefined,
    query.jobGroup ? eq(jobGroup, query.jobGroup) : undefined,
    query.state ? eq(state, query.state) : undefined,
    within(startedAt, query, timeZone),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select()
    .from(scheduledJobRuns)
    .where(where)
    .orderBy(...orderOf(query, sortable, id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scheduledJobRuns, where) }
}

/** Answers how many are gone. */
export async function deleteRuns(db: Db, ids?: number[]): Promise<number> {
  const gone = await db
    .delete(scheduledJobRuns)
    .where(and(ids ? inArray(id, ids) : undefined, isOver))
    .returning({ id })
  return gone.length
}

export async function pruneRuns(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from scheduled_job_runs where id in (
      select id from scheduled_job_runs
      where started_at < ${before.toISOString()}::timestamptz and state <> 'running' order by started_at limit ${rows})`)
  return rowCount ?? 0
}
