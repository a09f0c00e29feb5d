import type { scheduledJobs as calls } from '@fleetdeck/contract/scheduled-jobs'
import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { scheduledJobRuns, scheduledJobs } from '../../platform/db/schema/scheduled-jobs.ts'
import type { StoredJob } from './claims.queries.ts'

export type JobFilter = z.output<(typeof calls)['list']['query']>

const { id, jobGroup, invokeTarget, createdAt } = scheduledJobs
const sortable = { id, jobGroup, invokeTarget, createdAt }

export interface JobWithState extends StoredJob {
  isRunning: boolean
}
const isRunning = sql<boolean>`exists (select 1 from ${scheduledJobRuns} run where run.job_id = "scheduled_jobs"."id"
  and run.state = 'running' and run.heard_at > now() - interval '60 seconds')`

/** @param namedTargets targets whose name in the catalogue fits the filter: those names are not in the table */
export async function listJobs(db: Db, query: JobFilter, namedTargets: string[]) {
  const where = and(
    query.jobName
      ? or(
          ilike(scheduledJobs.jobName, containing(query.jobName)),
          inArray(scheduledJobs.jobName, namedTargets),
        )
      : undefined,
    query.jobGroup ? eq(jobGroup, query.jobGroup) : undefined,
    query.invokeTarget ? eq(invokeTarget, query.invokeTarget) : undefined,
    query.status === undefined ? undefined : eq(scheduledJobs.status, query.status),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select({ job: scheduledJobs, isRunning })
    .from(scheduledJobs)
    .where(where)
    .orderBy(...orderOf({ orderByColumn: 'id', isAsc: 'asc', ...query }, sortable, id))
    .limit(limit)
    .offset(offset)
  return {
    list: list.map(({ job, isRunning: runs }) => ({ ...job, isRunning: runs })),
    total: await db.$count(scheduledJobs, where),
  }
}

export async function findJobs(db: Db, ids: number[]): Promise<JobWithState[]> {
  const rows = await db.select({ job: scheduledJobs, isRunning }).from(scheduledJobs).where(inArray(id, ids))
  return rows.map(({ job, isRunning: runs }) => ({ ...job, isRunning: runs }))
}

type JobValues = Pick<
  StoredJob,
  | 'jobName'
  | 'jobGroup'
  | 'invokeTarget'
  | 'jobParams'
  | 'cronExpression'
  | 'misfirePolicy'
  | 'concurrent'
  | 'remark'
>

export const insertJob = (db: Db, row: JobValues) => db.insert(scheduledJobs).values(row)

/** The next time is recalculated: a time planned with the old expression does not count. */
export const updateJob = (db: Db, jobId: number, row: Partial<JobValues> & { status?: number }) =>
  db
    .update(scheduledJobs)
    .set({ ...row, nextRunAt: null })
    .where(eq(id, jobId))

export const deleteJobs = (db: Db, ids: number[]) => db.delete(scheduledJobs).where(inArray(id, ids))
