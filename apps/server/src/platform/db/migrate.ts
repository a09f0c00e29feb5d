import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { knownMigrations, migrationDates, migrationsFolder } from './known-migrations.ts'

/** Any constant works, as long as all servers use the same. */
const migrationLock = 7_214_553

export class DatabaseIsNewer extends TerminalError {
  constructor() {
    super(say('failure.newerDatabase'))
  }
}

export class DatabaseIsOlder extends TerminalError {
  constructor() {
    super(say('failure.olderDatabase'))
  }
}

/**
 * Applies missing migrations; several servers that start together take turns.
 * @param until only migrations up to this journal date, for a database of that version
 */
export async function migrate(
  pool: Pick<pg.Pool, 'connect'>,
  { until }: { until?: number } = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await checkJournal(client)
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

/** Compares the migrations applied to the database with those known here. */
async function checkJournal(client: pg.PoolClient) {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!rows[0].present) return
  const newest = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  if (Number(newest.rows[0].at ?? 0) > Math.max(0, ...migrationDates())) throw new DatabaseIsNewer()
  await adoptFormerJournal(client)
}

/**
 * The first migration replaces 17 of the previous version. It creates the same tables and has the date of the last of
 * them. A database with a row of that date only needs a shorter journal, written in one statement.
 */
async function adoptFormerJournal(client: pg.PoolClient) {
  const [first] = knownMigrations()
  const { rows } = await client.query(
    `select coalesce(bool_or(created_at < $1), false) as former, coalesce(bool_or(created_at = $1), false) as complete
     from drizzle.__drizzle_migrations`,
    [first?.folderMillis],
  )
  if (!rows[0].former) return
  if (!rows[0].complete) throw new DatabaseIsOlder()
  await client.query(
    `with former as (delete from drizzle.__drizzle_migrations where created_at < $1)
     update drizzle.__drizzle_migrations set hash = $2 where created_at = $1`,
    [first?.folderMillis, first?.hash],
  )
}
