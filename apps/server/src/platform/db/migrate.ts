import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number will do, as long as every server of ours takes the same. */
const migrationLock = 7_214_553

export class DatabaseIsNewer extends Error {
  constructor() {
    super(
      'The database was written by a newer version of this program. Start that version, or restore an older backup.',
    )
  }
}

/**
 * Applies what is missing; several servers that start together take turns.
 * @param until only those up to this date of the journal, for a database as it was then
 */
export async function migrate(
  pool: Pick<pg.Pool, 'connect'>,
  { until }: { until?: number } = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseNewer(client)
    await client.query('set client_min_messages to warning')
    if (until === undefined) await applyMigrations(drizzle(client), { migrationsFolder })
    else
      await withMigrationsUntil(until, (folder) =>
        applyMigrations(drizzle(client), { migrationsFolder: folder }),
      )
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

async function withMigrationsUntil(until: number, apply: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const file = path.join(folder, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { when: number }[] }
    const entries = journal.entries.filter(({ when }) => when <= until)
    await writeFile(file, JSON.stringify({ ...journal, entries }))
    await apply(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refuseNewer(client: pg.PoolClient) {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!rows[0].present) return
  const newest = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  const journal = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  const known = Math.max(0, ...journal.entries.map((entry) => entry.when))
  if (Number(newest.rows[0].at ?? 0) > known) throw new DatabaseIsNewer()
}
