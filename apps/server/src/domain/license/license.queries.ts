import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { installation } from '../../platform/db/schema/installation.ts'

export type Installation = typeof installation.$inferSelect

export async function readInstallation(db: Db): Promise<Installation> {
  const [row] = await db.select().from(installation)
  if (!row) throw new Error('The database has no installation row')
  return row
}

/** Others who add devices under a licence wait until the transaction ends. */
export const lockInstallation = (tx: Db) =>
  tx.select({ id: installation.id }).from(installation).for('no key update')

/** False when another code was stored in the meantime. */
export async function saveCode(db: Db, code: string, before: string | null): Promise<boolean> {
  const saved = await db
    .update(installation)
    .set({ authCode: code })
    .where(sql`${installation.authCode} is not distinct from ${before}`)
    .returning({ id: installation.id })
  return saved.length > 0
}

/**
 * Advances the installation's clock by the time this server measured, or to the present if that is later. One of
 * several servers does so: the others find it changed.
 */
export const advanceClock = (db: Db, seen: Date, to: Date) =>
  db
    .update(installation)
    .set({ clockAt: to })
    .where(and(eq(installation.id, 1), eq(installation.clockAt, seen)))

/** Devices that have an owner. */
export const countAssigned = (db: Db): Promise<number> => db.$count(devices, isNotNull(devices.tenantId))
