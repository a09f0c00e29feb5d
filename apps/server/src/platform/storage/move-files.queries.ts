import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { recordings } from '../db/schema/recordings.ts'
import { storedFiles } from '../db/schema/stored-files.ts'

const mostNamed = 100

/** Files that the database mentions and the store does not have in that size; at most 100. */
export async function listMissing(
  db: Db,
  files: ReadonlyMap<string, number>,
  films: ReadonlyMap<string, number>,
): Promise<string[]> {
  const uploads = await db
    .select({ fileName: storedFiles.fileName, size: storedFiles.size })
    .from(storedFiles)
  const ended = await db
    .select({ fileName: recordings.fileName })
    .from(recordings)
    .where(sql`${recordings.state} <> 'recording'`)
  const missing = [
    ...uploads.filter(({ fileName, size }) => files.get(fileName) !== size),
    ...ended.filter(({ fileName }) => !films.has(fileName)),
  ]
  return missing.slice(0, mostNamed).map(({ fileName }) => fileName)
}
