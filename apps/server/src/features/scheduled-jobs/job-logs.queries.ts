import type { ScheduledJobRunId } from '@fleetdeck/contract/ids'
import type { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import { and, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { scheduledJobRuns } from '../../platform/db/schema/scheduled-jobs.ts'
import { targetsNamed } from './job-names.rules.ts'

export type StoredRun = typeof scheduledJobRuns.$inferSelect

const { id, jobId, jobName, jobGroup, state, startedAt, durationMs } = scheduledJobRuns
/** Entries of runs in progress stay. */
const isOver = ne(state, 'running')

type Filter = z.output<typeof jobLogs.list.query> & { timeZone: string; language: Language }

export const runQueries = crudQueries({
  table: scheduledJobRuns,
  rows: (db: Db) => db.select().from(scheduledJobRuns).$dynamic(),
  sortable: { startedAt, durationMs },
  where: ({ timeZone, language, ...query }: Filter) =>
    and(
      filterBy.EQ(jobId, query.jobId),
      query.jobName
        ? or(
            ilike(jobName, containing(query.jobName)),
            inArray(jobName, targetsNamed(language, query.jobName)),
          )
        : undefined,
      filterBy.EQ(jobGroup, query.jobGroup),
      filterBy.EQ(state, query.state),
      within(startedAt, query, timeZone),
    ),
})

/** Returns how many were removed. */
export async function deleteRuns(db: Db, ids?: ScheduledJobRunId[]): Promise<number> {
  const gone = await db
    .delete(scheduledJobRuns)
    .where(and(ids ? inArray(id, ids) : undefined, isOver))
    .returning({ id })
  return gone.length
}

export async function areSomeRunning(db: Db, ids: ScheduledJobRunId[]): Promise<boolean> {
  return (await db.$count(scheduledJobRuns, and(inArray(id, ids), eq(state, 'running')))) > 0
}

export async function pruneRuns(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from scheduled_job_runs where id in (
      select id from scheduled_job_runs
      where started_at < ${before.toISOString()}::timestamptz and state <> 'running' order by started_at limit ${rows})`)
  return rowCount ?? 0
}
