import { randomUUID } from 'node:crypto'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import { DatabaseAway } from '../core/database-away.ts'
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

/** The ways a job ends; interrupted: its server stopped. */
const endStates = ['done', 'failed', 'cancelled', 'interrupted'] as const
export type EndState = (typeof endStates)[number]

/** How long the result of a job is stored, so that its owner can return to it. */
const kept = sql`interval '1 day'`

export async function insertJob(db: Db, owner: JobOwner, progress: JobProgress): Promise<string> {
  await db.delete(jobs).where(lt(jobs.createdAt, sql`now() - ${kept}`))
  const jobId = randomUUID()
  await db.insert(jobs).values({ jobId, ...owner, ...columns(progress) })
  return jobId
}

/** False when the job has been cancelled in the meantime, here or on another server. */
export async function updateJob(db: Db, jobId: string, progress: JobProgress): Promise<boolean> {
  const saved = await db
    .update(jobs)
    .set({ ...columns(progress), ...seenNow })
    .where(and(eq(jobs.jobId, jobId), ne(jobs.state, 'cancelling')))
    .returning({ id: jobs.id })
  return saved.length > 0
}

/** The id of this transaction, by which its fate can be found after its connection was lost. */
export async function ownTransaction(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
  return rows[0]?.id ?? ''
}

/**
 * Whether the commit of a recent transaction arrived although its answer was lost. Waits without effect are an outage.
 */
export async function wasCommitted(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await db.execute<{ status: string | null }>(
    sql`select pg_xact_status(${transaction}::xid8) as status`,
  )
  const status = rows[0]?.status
  if (status === 'in progress') throw new DatabaseAway('busy')
  return status === 'committed'
}

/** These jobs run: their servers live. */
export const keepAlive = (db: Db, jobIds: string[]) =>
  db.update(jobs).set(seenNow).where(inArray(jobs.jobId, jobIds))

/** The final report of a job, even if it was cancelled. */
export const endJob = (db: Db, jobId: string, progress: JobProgress) =>
  db.update(jobs).set(columns(progress)).where(eq(jobs.jobId, jobId))

/** A job that has ended in the meantime stays as it ended. */
export const requestCancel = (db: Db, jobId: string) =>
  db
    .update(jobs)
    .set({ state: 'cancelling' })
    .where(and(eq(jobs.jobId, jobId), notInArray(jobs.state, [...endStates])))

const ownedBy = ({ kind, ownerId }: JobOwner) => and(eq(jobs.kind, kind), eq(jobs.ownerId, ownerId))
/** A job without a heartbeat for 14 s died with its server, as did one whose last was by a clock that was ahead. */
const life = sql<'running' | 'interrupted' | 'ended'>`case
  when ${jobs.state} = 'interrupted' then 'interrupted'
  when ${inArray(jobs.state, [...endStates])} then 'ended'
  when ${jobs.gmtModified} between now() - interval '14 seconds' and now() + interval '14 seconds' then 'running'
  else 'interrupted' end`
const columnsRead = { life, progress: jobs.result }

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

/** By the database's clock, which all servers share. */
const seenNow = { gmtModified: sql`clock_timestamp()` }

const columns = (progress: JobProgress) => ({
  state: progress.state,
  total: progress.total,
  done: progress.done,
  result: progress,
})
