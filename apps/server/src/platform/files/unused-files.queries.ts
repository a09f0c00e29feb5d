import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { storedFiles } from '../db/schema/stored-files.ts'

/** As made by randomUUID(); the names of stored files begin with it. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
/** Pages of a table that one statement reads: 8 MB, plus its long values. */
const chunkPages = 1024

/**
 * Tables in which a name of a file does not count: logs and records that the program writes. Every other table of the
 * product, of a generated feature or of a user's design is searched, so that no reference can be forgotten.
 */
export const ignoredTables = [
  ...['stored_files', 'operation_logs', 'login_logs', 'login_failures', 'throttles', 'sessions', 'captchas'],
  ...[
    'command_runs',
    'command_lines',
    'task_runs',
    'task_lines',
    'task_firings',
    'scheduled_job_runs',
    'jobs',
  ],
  ...[
    'device_runtime',
    'device_history',
    'device_events',
    'online_counts',
    'unusable_phones',
    'computers',
    'computer_phones',
    'data_handouts',
  ],
  ...[
    'alarms',
    'alarm_messages',
    'incidents',
    'servers',
    'server_samples',
    'script_causes',
    'script_exceptions',
    'scrcpy_server',
  ],
]

const isUpload = and(not(storedFiles.temporary), sql`${storedFiles.fileName} ~ ${`^${uuid}`}`)

/** Uploads that were in use so far, and those that have been unused since before this time. */
export const listCandidates = (db: Db, before: Date) =>
  db
    .select({ id: storedFiles.id, fileName: storedFiles.fileName, unusedSince: storedFiles.unusedSince })
    .from(storedFiles)
    .where(and(isUpload, or(isNull(storedFiles.unusedSince), lt(storedFiles.unusedSince, before))))

interface Searched {
  table: string
  columns: string
  pages: number
}

/** Tables with texts, the smallest first. */
async function listTables(db: Db): Promise<Searched[]> {
  const { rows } = await db.execute<Searched & Record<string, unknown>>(sql`
    select c.oid::regclass::text as table, string_agg(quote_ident(a.attname), ', ') as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      join pg_class whole on whole.oid = coalesce(pg_partition_root(c.oid), c.oid)
    where n.nspname in ('public', 'dynamic') and c.relkind = 'r' and not a.attisdropped and a.attnum > 0
      and a.atttypid::regtype::text in ('text', 'text[]', 'character varying', 'jsonb', 'json')
      and whole.relname <> all(${sql.param(ignoredTables)}::text[])
    group by c.oid order by pages`)
  return rows
}

/** Removes the names that are mentioned anywhere from a set of names without extension; ends when none is left. */
export async function removeMentioned(db: Db, names: Set<string>): Promise<void> {
  for (const { table, columns, pages } of await listTables(db))
    for (let page = 0; page <= pages && names.size > 0; page += chunkPages) {
      const isLast = page + chunkPages > pages
      const below = isLast ? sql`true` : sql`ctid < ${`(${page + chunkPages},0)`}::tid`
      const { rows } = await db.execute<{ name: string }>(sql`
        select distinct found[1] as name from ${sql.raw(table)}
          cross join lateral regexp_matches(concat_ws(' ', ${sql.raw(columns)}), ${uuid}, 'g') as found
        where ${sql.raw(table)}.ctid >= ${`(${page},0)`}::tid and ${below}`)
      for (const { name } of rows) names.delete(name)
    }
}

/** Counted from now on. */
export const markUnused = (db: Db, ids: number[]) =>
  db
    .update(storedFiles)
    .set({ unusedSince: sql`now()` })
    .where(and(inArray(storedFiles.id, ids), isNull(storedFiles.unusedSince)))

export const markUsed = (db: Db, ids: number[]) =>
  db.update(storedFiles).set({ unusedSince: null }).where(inArray(storedFiles.id, ids))

/** Files that are used again in the meantime stay. */
export const deleteUnused = (db: Db, ids: number[], before: Date) =>
  db
    .delete(storedFiles)
    .where(and(inArray(storedFiles.id, ids), lt(storedFiles.unusedSince, before)))
    .returning({ fileName: storedFiles.fileName })

/** An upload of this owner, which counts as used from now on. */
export async function claimUpload(db: Db, fileName: string, ownerId: UserId) {
  const [claimed] = await db
    .update(storedFiles)
    .set({ unusedSince: null })
    .where(
      and(eq(storedFiles.fileName, fileName), eq(storedFiles.ownerId, ownerId), not(storedFiles.temporary)),
    )
    .returning()
  return claimed
}
