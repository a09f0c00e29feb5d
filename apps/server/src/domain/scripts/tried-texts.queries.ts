import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { triedTexts } from '../../platform/db/schema/task-runs.ts'

/** A text is stored for this long without a run that refers to it. */
const unusedHours = 1
const chunkRows = 500

/** The same text, if this user has tried it before; only a user's own texts are compared. */
export async function reuseText(db: Db, userId: UserId, sha256: string) {
  const same = db
    .select({ id: triedTexts.id })
    .from(triedTexts)
    .where(and(eq(triedTexts.userId, userId), eq(triedTexts.sha256, sha256)))
    .limit(1)
  const [row] = await db
    .update(triedTexts)
    .set({ usedAt: sql`now()` })
    .where(sql`${triedTexts.id} = (${same})`)
    .returning({ id: triedTexts.id, fileName: triedTexts.fileName })
  return row
}

export const insertText = async (
  db: Db,
  row: Pick<typeof triedTexts.$inferInsert, 'userId' | 'sha256' | 'fileName'>,
): Promise<number> => insertedRow(await db.insert(triedTexts).values(row).returning()).id

/** Deletes texts to which no run refers any more; returns their files. */
export async function pruneTexts(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ fileName: string }>(sql`
    delete from tried_texts where used_at < now() - make_interval(hours => ${unusedHours}) and id in (
      select t.id from tried_texts t
      where not exists (select from task_runs r where r.tried_text_id = t.id) limit ${chunkRows})
    returning file_name as "fileName"`)
  return rows.map(({ fileName }) => fileName)
}
