import type { ScheduledJobId, ScheduledJobRunId } from '@fleetdeck/contract/ids'
import type { RunState } from '@fleetdeck/contract/scheduled-jobs'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'

type Params = Record<string, number | string | boolean>

export const scheduledJobs = pgTable(
  'scheduled_jobs',
  {
    id: integer().$type<ScheduledJobId>().primaryKey().generatedAlwaysAsIdentity(),
    jobName: text().notNull(),
    jobGroup: text().notNull(),
    invokeTarget: text().notNull(),
    jobParams: jsonb().$type<Params>().notNull().default({}),
    cronExpression: text().notNull(),
    misfirePolicy: smallint().notNull().default(0),
    concurrent: smallint().notNull().default(1),
    /** A new job is disabled until a user starts it. */
    status: smallint().notNull().default(1),
    remark: text().notNull().default(''),
    /** The target, for jobs shipped with the program. */
    seedKey: text(),
    /** Null until a server has computed it. */
    nextRunAt: moment(),
    lastRunAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('scheduled_jobs_seed').on(t.seedKey),
    index('scheduled_jobs_due').on(t.nextRunAt).where(sql`${t.status} = 0`),
  ],
)

export const scheduledJobRuns = pgTable(
  'scheduled_job_runs',
  {
    id: bigint({ mode: 'number' }).$type<ScheduledJobRunId>().primaryKey().generatedAlwaysAsIdentity(),
    jobId: integer()
      .$type<ScheduledJobId>()
      .references(() => scheduledJobs.id, { onDelete: 'set null' }),
    jobName: text().notNull(),
    jobGroup: text().notNull(),
    invokeTarget: text().notNull(),
    jobParams: jsonb().$type<Params>().notNull().default({}),
    state: text().$type<RunState>().notNull(),
    byHand: boolean().notNull().default(false),
    serverName: text().notNull(),
    startedAt: createdAt(),
    /** Heartbeat of its server while it runs; a missing heartbeat means that the server died. */
    lastSeenAt: createdAt('heard_at'),
    endedAt: moment(),
    durationMs: integer(),
    /** How many items it processed. */
    doneCount: integer().notNull().default(0),
    exceptionInfo: text().notNull().default(''),
  },
  (t) => [
    index('scheduled_job_runs_started').on(t.startedAt),
    index('scheduled_job_runs_job').on(t.jobId, t.id),
    index('scheduled_job_runs_open').on(t.jobId).where(sql`${t.state} = 'running'`),
  ],
)
