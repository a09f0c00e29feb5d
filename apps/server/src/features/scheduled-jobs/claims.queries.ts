import { Status } from '@fleetdeck/contract/enums'
import type { ScheduledJobId, ScheduledJobRunId } from '@fleetdeck/contract/ids'
import { Concurrency, type RunState } from '@fleetdeck/contract/scheduled-jobs'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scheduledJobRuns, scheduledJobs } from '../../platform/db/schema/scheduled-jobs.ts'

export type StoredJob = typeof scheduledJobs.$inferSelect
export interface Start {
  job: StoredJob
  serverName: string
  byHand: boolean
}

/** A run that is silent for this long has died with its server; several heartbeats. */
const silence = sql`interval '14 seconds'`
const isOpen = and(
  eq(scheduledJobRuns.state, 'running'),
  sql`${scheduledJobRuns.lastSeenAt} > now() - ${silence}`,
)

/** The built-in job for a function. */
export async function ownJob(db: Db, target: string): Promise<StoredJob | undefined> {
  const [job] = await db.select().from(scheduledJobs).where(eq(scheduledJobs.seedKey, target))
  return job
}

export async function isTargetRunning(db: Db, target: string): Promise<boolean> {
  return (await db.$count(scheduledJobRuns, and(eq(scheduledJobRuns.invokeTarget, target), isOpen))) > 0
}

/** Jobs whose time has come, and those whose next time was not computed yet. */
export const dueJobs = (db: Db, now: Date): Promise<StoredJob[]> =>
  db
    .select()
    .from(scheduledJobs)
    .where(
      and(
        eq(scheduledJobs.status, Status.on),
        or(isNull(scheduledJobs.nextRunAt), lte(scheduledJobs.nextRunAt, now)),
      ),
    )
    .orderBy(scheduledJobs.nextRunAt, scheduledJobs.id)

/** Jobs with a future time. */
export const waitingJobs = (db: Db, now: Date): Promise<StoredJob[]> =>
  db
    .select()
    .from(scheduledJobs)
    .where(and(eq(scheduledJobs.status, Status.on), gt(scheduledJobs.nextRunAt, now)))

/** Claims a due time; false when another server was faster. */
export async function claimTime(db: Db, job: StoredJob, next: Date | null): Promise<boolean> {
  const isUnchanged = job.nextRunAt
    ? sql`${scheduledJobs.nextRunAt} = ${job.nextRunAt.toISOString()}::timestamptz`
    : isNull(scheduledJobs.nextRunAt)
  const taken = await db
    .update(scheduledJobs)
    // A job without a next time is not checked again.
    .set({ nextRunAt: next ?? new Date('9999-12-31T00:00:00Z'), gmtModified: job.gmtModified })
    .where(and(eq(scheduledJobs.id, job.id), eq(scheduledJobs.status, Status.on), isUnchanged))
    .returning({ id: scheduledJobs.id })
  return taken.length > 0
}

/** Starts a run; undefined if the job is running and must not run concurrently. */
export function startRun(db: Db, { job, serverName, byHand }: Start): Promise<ScheduledJobRunId | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(scheduledJobs)
      .set({ lastRunAt: sql`now()`, gmtModified: job.gmtModified })
      .where(eq(scheduledJobs.id, job.id))
      .returning({ concurrent: scheduledJobs.concurrent })
    if (!row || (row.concurrent === Concurrency.forbid && (await isAnyRunning(tx, [job.id]))))
      return undefined
    return insertRun(tx, { job, serverName, byHand }, 'running')
  })
}

async function isAnyRunning(db: Db, ids: ScheduledJobId[]): Promise<boolean> {
  return (await db.$count(scheduledJobRuns, and(inArray(scheduledJobRuns.jobId, ids), isOpen))) > 0
}

async function insertRun(
  db: Db,
  { job, serverName, byHand }: Start,
  state: RunState,
): Promise<ScheduledJobRunId> {
  const { id: jobId, jobName, jobGroup, invokeTarget, jobParams } = job
  const rows = await db
    .insert(scheduledJobRuns)
    .values({ jobId, jobName, jobGroup, invokeTarget, jobParams, state, byHand, serverName })
    .returning({ id: scheduledJobRuns.id })
  return insertedRow(rows).id
}

/** Records that a job was still running at its next time. */
export async function noteSkipped(db: Db, start: Start): Promise<void> {
  const id = await insertRun(db, start, 'skipped')
  await db
    .update(scheduledJobRuns)
    .set({ endedAt: sql`started_at`, durationMs: 0 })
    .where(eq(scheduledJobRuns.id, id))
}

interface End {
  state: RunState
  doneCount: number
  durationMs: number
  exceptionInfo: string
}

export const endRun = (db: Db, id: ScheduledJobRunId, end: End) =>
  db
    .update(scheduledJobRuns)
    .set({ ...end, endedAt: sql`now()` })
    .where(eq(scheduledJobRuns.id, id))

export const forgetRun = (db: Db, id: ScheduledJobRunId) =>
  db.delete(scheduledJobRuns).where(eq(scheduledJobRuns.id, id))

/** Marks this server's runs as still in progress; returns those that have not been ended in the meantime. */
export async function touchRuns(db: Db, ids: ScheduledJobRunId[]): Promise<Set<ScheduledJobRunId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .update(scheduledJobRuns)
    .set({ lastSeenAt: sql`now()` })
    .where(and(inArray(scheduledJobRuns.id, ids), eq(scheduledJobRuns.state, 'running')))
    .returning({ id: scheduledJobRuns.id })
  return new Set(rows.map(({ id }) => id))
}

/** Ends runs whose server has died. A last heartbeat by a clock that was ahead counts as one of now. */
export async function endAbandonedRuns(db: Db): Promise<void> {
  const isRunning = eq(scheduledJobRuns.state, 'running')
  await db
    .update(scheduledJobRuns)
    .set({ lastSeenAt: sql`now()` })
    .where(and(isRunning, gt(scheduledJobRuns.lastSeenAt, sql`now()`)))
  await db
    .update(scheduledJobRuns)
    .set({
      state: 'interrupted',
      endedAt: sql`heard_at`,
      durationMs: sql`extract(epoch from heard_at - started_at) * 1000`,
    })
    .where(and(isRunning, lte(scheduledJobRuns.lastSeenAt, sql`now() - ${silence}`)))
}

/** Next times will be recalculated. */
export const forgetNextTimes = (db: Db) => db.update(scheduledJobs).set({ nextRunAt: null })
