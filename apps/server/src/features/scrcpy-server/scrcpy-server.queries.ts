import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scrcpyServer } from '../../platform/db/schema/scrcpy-server.ts'

type Row = typeof scrcpyServer.$inferInsert

const { content: _content, id: _id, ...shown } = getTableColumns(scrcpyServer)

export async function findFile(db: Db) {
  const [row] = await db.select(shown).from(scrcpyServer)
  return row
}

export async function saveFile(db: Db, row: Omit<Row, 'id' | 'addedAt'>) {
  const values = { ...row, addedAt: sql`now()` }
  const saved = await db
    .insert(scrcpyServer)
    .values(values)
    .onConflictDoUpdate({ target: scrcpyServer.id, set: values })
    .returning(shown)
  return insertedRow(saved)
}

export const removeFile = (db: Db, sha256: string) =>
  db
    .delete(scrcpyServer)
    .where(eq(scrcpyServer.sha256, sha256))
    .returning({ fileName: scrcpyServer.fileName })
