import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import type pg from 'pg'
import { knownMigrations, type Migration } from './known-migrations.ts'
import { listOlderServers, type OlderServer } from './older-servers.ts'

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

/** Older servers would not work after the migrations that this program needs. */
export class OlderServersWork extends TerminalError {
  constructor(servers: OlderServer[]) {
    super(say('failure.olderServers', { servers: namesOf(servers) }))
  }
}

export const namesOf = (servers: OlderServer[]): string =>
  servers.map(({ name, version }) => `${name} (${version || '?'})`).join(', ')

export interface MigrateOptions {
  /** Only migrations up to this journal date, for a database of that version. */
  until?: number
  /** Called before the first change of a database that is in use. */
  beforeUpgrade?: (() => Promise<void> | undefined) | undefined
  /** In place of this program's. */
  migrations?: Migration[]
}

/** What has to wait for older servers. */
export interface Waiting {
  migrations: number
  servers: OlderServer[]
}

/**
 * Applies missing migrations, in order, all or nothing; several servers that start together take turns. While older
 * servers work, contracts stay away, as does all that follows one.
 */
export async function migrate(
  pool: Pick<pg.Pool, 'connect'>,
  { until = Number.POSITIVE_INFINITY, beforeUpgrade, migrations = knownMigrations() }: MigrateOptions = {},
): Promise<Waiting> {
  const known = migrations.filter(({ folderMillis }) => folderMillis <= until)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const newest = await checkJournal(client, migrations)
    await client.query('set client_min_messages to warning')
    const missing = known.filter(({ folderMillis }) => folderMillis > newest)
    const { now, later, servers } = await divide(client, missing)
    if (now.length && newest > 0 && (await isUsed(client))) await beforeUpgrade?.()
    await apply(client, now)
    return { migrations: later.length, servers }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

/** Missing migrations of a database that is in use. */
export async function isBehind(pool: Pick<pg.Pool, 'query'>, migrations: Migration[]): Promise<boolean> {
  const newest = await newestApplied(pool)
  const isMissing = ({ folderMillis }: Migration) => folderMillis > newest
  return newest > 0 && migrations.some(isMissing) && (await isUsed(pool))
}

/** A server has started on it: a new one may be a copy of the packed database, without any rows. */
async function isUsed(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select 1 from installation) as found',
  )
  return rows[0]?.found === true
}

/** The contracts that the database lacks, and the servers for which they wait. */
export async function readWaiting(pool: Pick<pg.Pool, 'query'>, migrations: Migration[]): Promise<Waiting> {
  const newest = await newestApplied(pool)
  const missing = migrations.filter(({ folderMillis }) => folderMillis > newest)
  const { later, servers } = await divide(pool, missing)
  return { migrations: servers.length ? later.length : missing.length, servers }
}

async function divide(client: Pick<pg.Pool, 'query'>, missing: Migration[]) {
  const first = missing.findIndex(({ isContract }) => isContract)
  const newest = missing.at(-1)?.folderMillis ?? 0
  const servers = first < 0 ? [] : await listOlderServers(client, newest)
  if (servers.length === 0) return { now: missing, later: [], servers }
  const later = missing.slice(first)
  // A version may be left out in an upgrade only if all servers are stopped.
  if (later.some(({ isContract }) => !isContract)) throw new OlderServersWork(servers)
  return { now: missing.slice(0, first), later, servers }
}

/** The journal marks contracts, so that older programs know that they cannot work any more. */
const contractPrefix = 'contract '

async function apply(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  if (migrations.length === 0) return
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  await client.query('begin')
  try {
    for (const { sql, hash, folderMillis, isContract } of migrations) {
      for (const statement of sql) await client.query(statement)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        `${isContract ? contractPrefix : ''}${hash}`,
        folderMillis,
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function newestApplied(client: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!rows[0].present) return 0
  const newest = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  return Number(newest.rows[0].at ?? 0)
}

/**
 * Compares the migrations applied to the database with those known here. Those of newer versions are no obstacle until
 * one of them is a contract: then this version reads what no longer exists.
 */
async function checkJournal(client: pg.PoolClient, migrations: Migration[]): Promise<number> {
  const newest = await newestApplied(client)
  if (newest === 0) return newest
  const newestKnown = Math.max(0, ...migrations.map(({ folderMillis }) => folderMillis))
  if (newest > newestKnown && (await hasContractAfter(client, newestKnown))) throw new DatabaseIsNewer()
  await adoptFormerJournal(client)
  return newest
}

/** Whether a newer version has removed what programs read that know no later migration than this one. */
export async function hasContractAfter(
  client: Pick<pg.Pool, 'query'>,
  newestKnown: number,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select 1 from drizzle.__drizzle_migrations where created_at > $1 and hash like $2) as found`,
    [newestKnown, `${contractPrefix}%`],
  )
  return rows[0]?.found === true
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
