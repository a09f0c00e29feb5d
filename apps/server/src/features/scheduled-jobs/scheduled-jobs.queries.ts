import type { ScheduledJobId } from '@fleetdeck/contract/ids'
import type { scheduledJobs as calls } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import { and, eq, getTableColumns, ilike, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { scheduledJobRuns, scheduledJobs } from '../../platform/db/schema/scheduled-jobs.ts'
import type { StoredJob } from './claims.queries.ts'
import { targetsNamed } from './job-names.rules.ts'

const { id, jobGroup, invokeTarget, createdAt } = scheduledJobs

export interface JobWithState extends StoredJob {
  isRunning: boolean
  builtIn: boolean
}
const isRunning = sql<boolean>`exists (select 1 from ${scheduledJobRuns} run where run.job_id = "scheduled_jobs"."id"
  and run.state = 'running' and run.heard_at > now() - interval '60 seconds')`

const builtIn = sql<boolean>`(${scheduledJobs.seedKey} is not null)`

type Filter = z.output<typeof calls.list.query> & { language: Language }

export const jobQueries = crudQueries({
  table: scheduledJobs,
  rows: (db: Db) =>
    db
      .select({ ...getTableColumns(scheduledJobs), isRunning, builtIn })
      .from(scheduledJobs)
      .$dynamic(),
  sortable: { id, jobGroup, invokeTarget, createdAt, builtIn },
  // The site's own jobs come first, however many came with the program.
  sorting: { orderByColumn: 'builtIn', isAsc: 'asc' },
  where: ({ language, ...query }: Filter) =>
    and(
      query.jobName
        ? or(
            ilike(scheduledJobs.jobName, containing(query.jobName)),
            inArray(scheduledJobs.jobName, targetsNamed(language, query.jobName)),
          )
        : undefined,
      filterBy.EQ(jobGroup, query.jobGroup),
      filterBy.EQ(invokeTarget, query.invokeTarget),
      filterBy.EQ(scheduledJobs.status, query.status),
    ),
})

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

/** The next time is recalculated, because the old one may belong to another expression. */
export const updateJob = (db: Db, jobId: ScheduledJobId, row: Partial<JobValues> & { status?: number }) =>
  db
    .update(scheduledJobs)
    .set({ ...row, nextRunAt: null })
    .where(eq(id, jobId))
