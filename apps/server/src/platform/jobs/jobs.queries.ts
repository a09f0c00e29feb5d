import { randomUUID } from 'node:crypto'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { jobs } from '../db/schema/jobs.ts'

/** The report common to all jobs; each kind adds its own. */
export interface JobProgress {
  state: string
  total: number
  done: number
}
export interface JobOwner {
  /** Kind of job, as named in the code. */
  kind: string
  ownerId: UserId
}

/** The ways a job ends. */
export const endStates = ['done', 'failed', 'cancelled'] as const

/** How long the result of a job is kept, so that its owner can return to it. */
const kept = sql`interval '1 day'`

export async function insertJob(db: Db, owner: JobOwner, progress: JobProgress): Promise<string> {
  await db.delete(jobs).where(lt(jobs.createdAt, sql`now() - ${kept}`))
  const jobId = randomUUID()
  await db.insert(jobs).values({ jobId, ...owner, ...columns(progress) })
  return jobId
}

/** False when the job has been cancelled meanwhile, here or on another server. */
export async function updateJob(db: Db, jobId: string, progress: JobProgress): Promise<boolean> {
  const saved = await db
    .update(jobs)
    .set(columns(progress))
    .where(and(eq(jobs.jobId, jobId), ne(jobs.state, 'cancelling')))
    .returning({ id: jobs.id })
  return saved.length > 0
}

/** The final report of a job, even if it was cancelled. */
export const endJob = (db: Db, jobId: string, progress: JobProgress) =>
  db.update(jobs).set(columns(progress)).where(eq(jobs.jobId, jobId))

/** A job that has ended meanwhile stays as it ended. */
export const requestCancel = (db: Db, jobId: string) =>
  db
    .update(jobs)
    .set({ state: 'cancelling' })
    .where(and(eq(jobs.jobId, jobId), notInArray(jobs.state, [...endStates])))

const ownedBy = ({ kind, ownerId }: JobOwner) => and(eq(jobs.kind, kind), eq(jobs.ownerId, ownerId))
const columnsRead = { state: jobs.state, lastSeenAt: jobs.gmtModified, progress: jobs.result }

export async function findJob(db: Db, owner: JobOwner, jobId: string) {
  const [found] = await db
    .select(columnsRead)
    .from(jobs)
    .where(and(eq(jobs.jobId, jobId), ownedBy(owner)))
  return found
}

export async function newestJob(db: Db, owner: JobOwner) {
  const [found] = await db
    .select(columnsRead)
    .from(jobs)
    .where(ownedBy(owner))
    .orderBy(desc(jobs.id))
    .limit(1)
  return found
}

const columns = (progress: JobProgress) => ({
  state: progress.state,
  total: progress.total,
  done: progress.done,
  result: progress,
})
