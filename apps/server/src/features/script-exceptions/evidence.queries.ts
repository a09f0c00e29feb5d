import type { ScriptExceptionId, UserId } from '@fleetdeck/contract/ids'
import type { EvidenceState } from '@fleetdeck/contract/script-evidence'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scriptCauses, scriptEvidence, scriptExceptions } from '../../platform/db/schema/script-exceptions.ts'

/** The stored evidence of the cause of an error: how much, and whether the newest is less than a minute old. */
export async function evidenceOfCause(db: Db, id: ScriptExceptionId) {
  const ofCause = sql`cause_id = ${scriptExceptions.causeId}`
  const [found] = await db
    .select({
      causeId: scriptExceptions.causeId,
      tenantId: sql<UserId>`(select tenant_id from ${scriptCauses} where id = ${scriptExceptions.causeId})`,
      state: scriptExceptions.evidence,
      count: sql<number>`(select count(*)::int from script_evidence where ${ofCause})`,
      isFresh: sql<boolean>`exists (select from script_evidence where ${ofCause}
        and created_at > now() - interval '1 minute')`,
    })
    .from(scriptExceptions)
    .where(eq(scriptExceptions.id, id))
  return found
}

export const setEvidenceState = (db: Db, ids: ScriptExceptionId[], evidence: EvidenceState) =>
  db.update(scriptExceptions).set({ evidence }).where(inArray(scriptExceptions.id, ids))

/** Stores it, and removes the oldest of its cause above a number; returns the files that are not used any more. */
export const insertEvidence = (
  db: Db,
  exceptionId: ScriptExceptionId,
  { fileName, most }: { fileName: string; most: number },
): Promise<string[]> =>
  db.transaction(async (tx) => {
    const [exception] = await tx
      .select({ causeId: scriptExceptions.causeId })
      .from(scriptExceptions)
      .where(eq(scriptExceptions.id, exceptionId))
      .for('no key update')
    // It was deleted in the meantime.
    if (!exception) return [fileName]
    const { causeId } = exception
    const inserted = await tx
      .insert(scriptEvidence)
      .values({ exceptionId, causeId, fileName })
      .onConflictDoNothing()
      .returning({ causeId: scriptEvidence.causeId })
    // The phone has repeated its report.
    if (inserted.length === 0) return [fileName]
    await setEvidenceState(tx, [exceptionId], 'stored')
    const old = tx
      .select({ id: scriptEvidence.exceptionId })
      .from(scriptEvidence)
      .where(eq(scriptEvidence.causeId, insertedRow(inserted).causeId))
      .orderBy(desc(scriptEvidence.exceptionId))
      .offset(most)
    const replaced = await tx
      .delete(scriptEvidence)
      .where(inArray(scriptEvidence.exceptionId, old))
      .returning()
    const ids = replaced.map((row) => row.exceptionId)
    if (ids.length > 0) await setEvidenceState(tx, ids, 'replaced')
    return replaced.map((row) => row.fileName)
  })

export async function findEvidenceFile(db: Db, exceptionId: ScriptExceptionId): Promise<string | undefined> {
  const [found] = await db
    .select({ fileName: scriptEvidence.fileName })
    .from(scriptEvidence)
    .where(eq(scriptEvidence.exceptionId, exceptionId))
  return found?.fileName
}
