import { and, eq, exists, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { scriptVersions } from '../../platform/db/schema/scripts.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

/** A stored file, if it belongs to a script. */
export async function findScriptFile(db: Db, fileName: string) {
  const version = db.select().from(scriptVersions).where(eq(scriptVersions.fileName, fileName))
  const isTried = and(eq(storedFiles.temporary, true), eq(storedFiles.mediaType, triedType))
  const isHot = sql`exists (select from hot_scripts h
    where h.file->>'fileName' = ${fileName} or h.previous->>'fileName' = ${fileName})`
  const [row] = await db
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.fileName, fileName), or(isTried, exists(version), isHot)))
  return row
}

/** The media type of a text that is only a trial run. */
export const triedType = 'text/javascript'
