import type { ScheduledJobId, ScheduledJobRunId } from '@fleetdeck/contract/ids'
import type { RunState } from '@fleetdeck/contract/scheduled-jobs'
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

/** A run that is silent for so long has died with its server. */
const silence = sql`interval '60 seconds'`
const isOpen = and(
  eq(scheduledJobRuns.state, 'running'),
  sql`${scheduledJobRuns.heardAt} > now() - ${silence}`,
)

/** The program's own job for a function. */
export async function ownJob(db: Db, target: string): Promise<StoredJob | undefined> {
  const [job] = await db.select().from(scheduledJobs).where(eq(scheduledJobs.seedKey, target))
  return job
}

export async function isTargetRunning(db: Db, target: string): Promise<boolean> {
  return (await db.$count(scheduledJobRuns, and(eq(scheduledJobRuns.invokeTarget, target), isOpen))) > 0
}

/** Jobs whose time has come, and those whose next time nobody has worked out yet. */
export const dueJobs = (db: Db, now: Date): Promise<StoredJob[]> =>
  db
    .select()
    .from(scheduledJobs)
    .where(
      and(
        eq(scheduledJobs.status, 0),
        or(isNull(scheduledJobs.nextRunAt), lte(scheduledJobs.nextRunAt, now)),
      ),
    )
    .orderBy(scheduledJobs.nextRunAt, scheduledJobs.id)

/** Jobs that wait for a time to come. */
export const waitingJobs = (db: Db, now: Date): Promise<StoredJob[]> =>
  db
    .select()
    .from(scheduledJobs)
    .where(and(eq(scheduledJobs.status, 0), gt(scheduledJobs.nextRunAt, now)))

/** Whether this server is the one that takes the time which has come: another one may have been quicker. */
export async function claimTime(db: Db, job: StoredJob, next: Date | null): Promise<boolean> {
  const isAsSeen = job.nextRunAt
    ? sql`${scheduledJobs.nextRunAt} = ${job.nextRunAt.toISOString()}::timestamptz`
    : isNull(scheduledJobs.nextRunAt)
  const taken = await db
    .update(scheduledJobs)
    // One that never comes again is not looked at again.
    .set({ nextRunAt: next ?? new Date('9999-12-31T00:00:00Z'), gmtModified: job.gmtModified })
    .where(and(eq(scheduledJobs.id, job.id), eq(scheduledJobs.status, 0), isAsSeen))
    .returning({ id: scheduledJobs.id })
  return taken.length > 0
}

/** Begins a run; undefined where the job runs already and may not do so twice. */
export function startRun(db: Db, { job, serverName, byHand }: Start): Promise<ScheduledJobRunId | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(scheduledJobs)
      .set({ lastRunAt: sql`now()`, gmtModified: job.gmtModified })
      .where(eq(scheduledJobs.id, job.id))
      .returning({ concurrent: scheduledJobs.concurrent })
    if (!row || (row.concurrent === 1 && (await isRunning(tx, [job.id])))) return undefined
    return insertRun(tx, { job, serverName, byHand }, 'running')
  })
}

async function isRunning(db: Db, ids: ScheduledJobId[]): Promise<boolean> {
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

/** Its time came while it still ran. */
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

/** This server's runs are still in progress. */
export const hearRuns = (db: Db, ids: ScheduledJobRunId[]) =>
  db.update(scheduledJobRuns).set({ heardAt: sql`now()` }).where(inArray(scheduledJobRuns.id, ids))

/** Runs whose server has gone without a word. */
export const endSilentRuns = (db: Db) =>
  db
    .update(scheduledJobRuns)
    .set({
      state: 'interrupted',
      endedAt: sql`heard_at`,
      durationMs: sql`extract(epoch from heard_at - started_at) * 1000`,
    })
    .where(and(eq(scheduledJobRuns.state, 'running'), lte(scheduledJobRuns.heardAt, sql`now() - ${silence}`)))

/** All next times are recalculated. */
export const forgetNextTimes = (db: Db) => db.update(scheduledJobs).set({ nextRunAt: null })
