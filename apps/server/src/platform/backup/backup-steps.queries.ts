import { randomUUID } from 'node:crypto'
import { type BackupStep, type ProofDetails, backupSteps as steps } from '@fleetdeck/contract/backups'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { throughOutages } from '../core/through-outages.ts'
import type { Db } from '../db/db.ts'
import { backupSteps } from '../db/schema/backup-steps.ts'
import { asFailure } from '../storage/storage-failure.ts'

const heartbeatMs = 15_000
/** A holder that is silent for so long has died. */
const silenceMs = 60_000
const silence = sql`now() + make_interval(secs => ${silenceMs / 1000})`

type StoredStep = typeof backupSteps.$inferSelect & { isHeld: boolean }

/** The state of every step, also of those that were never done. */
export async function readSteps(db: Db) {
  const rows: StoredStep[] = await db
    .select({
      step: backupSteps.step,
      fileName: backupSteps.fileName,
      succeededAt: backupSteps.succeededAt,
      details: backupSteps.details,
      failedAt: backupSteps.failedAt,
      reason: backupSteps.reason,
      detail: backupSteps.detail,
      holder: backupSteps.holder,
      heldUntil: backupSteps.heldUntil,
      isHeld: sql<boolean>`coalesce(${backupSteps.heldUntil} > now(), false)`,
    })
    .from(backupSteps)
  const stateOf = (step: BackupStep) => asState(rows.find((row) => row.step === step))
  return { make: stateOf('make'), copy: stateOf('copy'), prove: stateOf('prove') }
}

const asState = (row: StoredStep | undefined) => ({
  isRunning: row?.isHeld ?? false,
  fileName: row?.fileName ?? '',
  succeededAt: row?.succeededAt ?? null,
  details: row?.details ?? null,
  failure: row?.failedAt && row.reason ? { at: row.failedAt, reason: row.reason, detail: row.detail } : null,
})

export async function noteSuccess(
  db: Db,
  step: BackupStep,
  { fileName, details }: { fileName: string; details?: ProofDetails },
): Promise<void> {
  const set = { fileName, succeededAt: sql`now()`, details: details ?? null, ...noFailure }
  await db
    .insert(backupSteps)
    .values({ step, ...set })
    .onConflictDoUpdate({ target: backupSteps.step, set })
}

const noFailure = { failedAt: null, reason: null, detail: '' }

/** Never rejects: why the step failed says more than why that was not noted. */
export async function noteFailure(db: Db, step: BackupStep, error: unknown): Promise<void> {
  const { reason, detail } = asFailure(error)
  const set = { failedAt: sql`now()`, reason, detail }
  await db
    .insert(backupSteps)
    .values({ step, ...set })
    .onConflictDoUpdate({ target: backupSteps.step, set })
    .catch(() => {})
}

/** The failure does not matter any more. */
export const forgetFailure = (db: Db, step: BackupStep) =>
  db.update(backupSteps).set(noFailure).where(eq(backupSteps.step, step))

/** Steps whose server was killed. */
export async function abandonedSteps(db: Db): Promise<BackupStep[]> {
  const rows = await db
    .select({ step: backupSteps.step })
    .from(backupSteps)
    .where(lt(backupSteps.heldUntil, sql`now()`))
  return rows.map(({ step }) => step).filter((step) => steps.includes(step))
}

/**
 * Does the work while no other server does it; undefined if one does. The signal given to it aborts when the other one
 * does, or when this server has lost the database for so long that another may begin.
 */
export async function whileHolding<T>(
  db: Db,
  { step, signal }: { step: BackupStep; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID()
  if (!(await take(db, step, holder))) return undefined
  const lost = new AbortController()
  const timer = setInterval(() => {
    keep(db, step, holder).catch(() => lost.abort())
  }, heartbeatMs)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
    // A step that is not released within that time is free.
    await throughOutages(() => release(db, step, holder), { forMs: silenceMs, signal }).catch(() => {})
  }
}

async function take(db: Db, step: BackupStep, holder: string): Promise<boolean> {
  await db.insert(backupSteps).values({ step }).onConflictDoNothing()
  const isFree = or(isNull(backupSteps.heldUntil), lt(backupSteps.heldUntil, sql`now()`))
  const taken = await db
    .update(backupSteps)
    .set({ holder, heldUntil: silence })
    .where(and(eq(backupSteps.step, step), isFree))
    .returning({ step: backupSteps.step })
  return taken.length > 0
}

const isHolder = (step: BackupStep, holder: string) =>
  and(eq(backupSteps.step, step), eq(backupSteps.holder, holder))

async function keep(db: Db, step: BackupStep, holder: string): Promise<void> {
  const kept = await db
    .update(backupSteps)
    .set({ heldUntil: silence })
    .where(isHolder(step, holder))
    .returning({ step: backupSteps.step })
  if (kept.length === 0) throw new Error('Another server has taken over')
}

const release = (db: Db, step: BackupStep, holder: string) =>
  db.update(backupSteps).set({ holder: null, heldUntil: null }).where(isHolder(step, holder))
