import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { adminPassword, testSeal } from '@fleetdeck/testing/site/installed-database'
import { embeddedTestDatabase } from '@fleetdeck/testing/site/test-database'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrationDates } from './known-migrations.ts'
import { type OpenDb, openDb, overEmbedded } from './open-db.ts'
import { seed } from './seed/seed.ts'
import { manifestFile, templateFile, unpackTemplate, usableTemplate } from './template.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 120_000 })

let folder: DataFolder
let opened: OpenDb[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const open of opened) await open.close()
  opened = []
  await folder.remove()
})

async function start(name: string): Promise<OpenDb> {
  const open = await openDb({ dataDir: path.join(folder.path, name) })
  opened.push(open)
  return open
}

/** The result of the migrations according to the system catalogs, and the settings of the cluster. */
async function readSchema(pool: pg.Pool) {
  const statements = [
    `select attrelid::regclass::text as table, attnum, attname, format_type(atttypid, atttypmod) as type, attnotnull,
       attidentity, pg_get_expr(adbin, adrelid) as default from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid in (select oid from pg_class where relkind in ('r', 'p', 'i', 'I', 'S') and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace))
       and attnum > 0 order by 1, 2`,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid <> 0 and connamespace = 'public'::regnamespace order by 1, 2`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    `select tgrelid::regclass::text as table, tgfoid::regproc::text as function, tgtype from pg_trigger order by 1, 2, 3`,
    `select nspname from pg_namespace where nspname !~ '^pg_(toast|temp)' order by 1`,
    `select extname, extversion from pg_extension order by 1`,
    `select datname, encoding, datcollate, datctype from pg_database order by 1`,
    `select rolname, rolsuper, rolcanlogin, rolpassword from pg_authid order by 1`,
    `select name, setting from pg_file_settings order by 1`,
    `select hash, created_at from drizzle.__drizzle_migrations order by 2`,
  ]
  const found = []
  for (const statement of statements) found.push((await pool.query(statement)).rows)
  return found
}

async function rowsIn(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'dynamic'::regnamespace)`,
  )
  const counts = rows.map(({ name }) => `(select count(*)::int from ${name})`)
  return (await pool.query(`select ${counts.join(' + ')} as n`)).rows[0].n
}

describe('the packed database of a first start', () => {
  test('matches the installed PGlite and the migrations; if not, `npm run db:template` rebuilds it', async () => {
    expect(await usableTemplate({})).toBeDefined()
  })

  test('equals the result of PGlite and the migrations, without rows', async () => {
    const { pool } = await start('first')
    const made = overEmbedded(await embeddedTestDatabase())
    opened.push(made)
    expect(await readSchema(pool)).toEqual(await readSchema(made.pool))
    expect(await rowsIn(pool)).toBe(0)
  })

  test('gives each installation its own secrets', async () => {
    const secrets = []
    for (const name of ['one', 'other']) {
      const { db, pool } = await start(name)
      await seed(db, testSeal, adminPassword)
      const { rows } = await pool.query(
        `select (select config_value from parameters where config_key = 'device.enrolmentKey') as "key", serial,
           password_hash, con_secret_hash from installation, users`,
      )
      expect(rows).toHaveLength(1)
      secrets.push(...Object.values(rows[0]))
    }
    expect(new Set(secrets).size).toBe(8)
  })

  test('is readable only by the server’s account', async () => {
    await unpackTemplate((await usableTemplate({})) as Buffer, path.join(folder.path, 'db'))
    const found = await readdir(path.join(folder.path, 'db'), { recursive: true })
    expect(found).toContain('PG_VERSION')
    for (const name of ['', 'base', 'PG_VERSION', 'pg_wal'])
      expect((await stat(path.join(folder.path, 'db', name))).mode & 0o077, name).toBe(0)
  })

  test('replaces the remains of an interrupted start', async () => {
    const dataDir = path.join(folder.path, 'first')
    await mkdir(path.join(dataDir, 'db.new/base'), { recursive: true })
    await writeFile(path.join(dataDir, 'db.new/PG_VERSION'), 'half')
    await start('first')
    expect((await readdir(dataDir)).filter((name) => name.startsWith('db'))).toEqual(['db'])
  })
})

describe('it is not used, and PGlite creates a database,', () => {
  const withManifest = (changes: object) => async (file: string) =>
    file === manifestFile
      ? Buffer.from(JSON.stringify({ ...JSON.parse(String(await readFile(file))), ...changes }))
      : readFile(file)

  test('when another version of PGlite or another migration made it', async () => {
    for (const changes of [{ pglite: '0.0.1' }, { migrations: ['other'] }])
      expect(await usableTemplate({}, withManifest(changes))).toBeUndefined()
    const { migrations } = JSON.parse(String(await readFile(manifestFile)))
    const longer = { migrations: [...migrations, 'later'] }
    expect(await usableTemplate({}, withManifest(longer))).toBeUndefined()
    expect(await usableTemplate({}, withManifest({ migrations: [] }))).toBeDefined()
  })

  test('when the file differs from the packed one', async () => {
    const cut = async (file: string) =>
      file === templateFile ? (await readFile(file)).subarray(0, -1) : readFile(file)
    expect(await usableTemplate({}, cut)).toBeUndefined()
  })

  test('when a schema older than its own is requested', async () => {
    expect(await usableTemplate({ until: Math.min(...migrationDates()) - 1 })).toBeUndefined()
  })

  test('when the folder already exists', async () => {
    const dataDir = path.join(folder.path, 'first')
    await mkdir(path.join(dataDir, 'db'), { recursive: true })
    const { pool } = await start('first')
    expect(await rowsIn(pool)).toBe(0)
  })
})
