import { randomUUID } from 'node:crypto'
import type { ImportProgress } from '@fleetdeck/contract/user-import'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { importJobs } from '../../db/schema/organisation.ts'

export type Progress = Omit<ImportProgress, 'state'> & { state: ImportProgress['state'] | 'cancelling' }

export async function insertJob(db: Db, ownerId: number, progress: Progress): Promise<string> {
  await db.delete(importJobs).where(lt(importJobs.createdAt, sql`now() - interval '1 day'`))
  const jobId = randomUUID()
  await db.insert(importJobs).values({ jobId, ownerId, ...columns(progress) })
  return jobId
}

/** False when the import has been cancelled meanwhile, here or on another server. */
export async function updateJob(db: Db, jobId: string, progress: Progress): Promise<boolean> {
  const saved = await db
    .update(importJobs)
    .set(columns(progress))
    .where(and(eq(importJobs.jobId, jobId), ne(importJobs.state, 'cancelling')))
    .returning({ id: importJobs.id })
  return saved.length > 0
}

/** The last word about a job, whatever was asked of it. */
export const endJob = (db: Db, jobId: string, progress: Progress) =>
  db.update(importJobs).set(columns(progress)).where(eq(importJobs.jobId, jobId))

export const askToCancel = (db: Db, jobId: string) =>
  db.update(importJobs).set({ state: 'cancelling' }).where(eq(importJobs.jobId, jobId))

export async function findJob(db: Db, ownerId: number, jobId: string) {
  const [found] = await db
    .select()
    .from(importJobs)
    .where(and(eq(importJobs.jobId, jobId), eq(importJobs.ownerId, ownerId)))
  return found && { progress: found.result as Progress, state: found.state, heardAt: found.gmtModified }
}

export async function newestJob(db: Db, ownerId: number) {
  const [found] = await db
    .select({ state: importJobs.state, heardAt: importJobs.gmtModified })
    .from(importJobs)
    .where(eq(importJobs.ownerId, ownerId))
    .orderBy(desc(importJobs.id))
    .limit(1)
  return found
}

const columns = (progress: Progress) => ({
  state: progress.state,
  total: progress.total,
  done: progress.done,
  result: progress,
})
