import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Message, messageIn } from '@fleetdeck/i18n/terminal'
import { type DataFolder, readRefusal, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { PGlite } from 'pglite-17'
import { beforeEach, expect, test, vi } from 'vitest'
import { engineMajor, majorOf } from './platform/db/engine-versions.ts'
import { knownMigrations } from './platform/db/known-migrations.ts'
import { openDb } from './platform/db/open-db.ts'
import { upgradeEmbedded } from './upgrade-embedded.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: DataFolder
let said: string[]
beforeEach(async () => {
  folder = await temporaryFolder()
  said = []
  return folder.remove
})

const database = () => path.join(folder.path, 'db')
const upgrade = (openFormer = (place: string) => PGlite.create(place)) =>
  upgradeEmbedded({
    dataDir: folder.path,
    openFormer,
    print: (line: Message) => said.push(messageIn(line, 'en')),
  })

/** All tables and a row, as the former engine writes them. */
async function makeFormer(): Promise<void> {
  const former = await PGlite.create(database())
  await former.exec(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of knownMigrations()) {
    for (const statement of sql) await former.exec(statement)
    await former.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
  await former.query(`insert into posts (post_code, post_name) values ('kept', '经理')`)
  await former.close()
}

async function readPosts() {
  const open = await openDb({ dataDir: folder.path })
  const { rows } = await open.pool.query('select id, post_name from posts')
  const { rows: next } = await open.pool.query(
    `insert into posts (post_code, post_name) values ('next', 'next') returning id`,
  )
  await open.close()
  return { rows, next }
}

test('the present engine is the one that the program was told about', async () => {
  await (await openDb({ dataDir: folder.path })).close()
  expect(await majorOf(database())).toBe(engineMajor)
  await upgrade()
  expect(said).toEqual([])
})

test('a database of the former engine is read by it and written again, and the old one stays', async () => {
  await makeFormer()
  await mkdir(path.join(folder.path, 'files'))
  await writeFile(path.join(folder.path, 'files/kept.png'), 'kept')
  expect(await majorOf(database())).toBe(17)
  await upgrade()
  expect(await readFile(path.join(folder.path, 'files/kept.png'), 'utf8')).toBe('kept')
  expect(await majorOf(database())).toBe(engineMajor)
  expect(await readPosts()).toEqual({ rows: [{ id: 1, post_name: '经理' }], next: [{ id: 2 }] })
  expect((await readdir(folder.path)).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await majorOf(`${database()}.postgresql-17`)).toBe(17)
  expect(said).toEqual([
    'The embedded database has the format of PostgreSQL 17. Converting it to PostgreSQL 18 …',
    expect.stringMatching(/^\d+ rows read/),
    expect.stringContaining('db.postgresql-17'),
  ])
})

test('one whose engine cannot be read stays as it is; what a killed program moved away is put back', async () => {
  await makeFormer()
  const broken = () => Promise.reject(new Error('no engine'))
  await expect(upgrade(broken)).rejects.toThrow('no engine')
  expect(await majorOf(database())).toBe(17)
  await rename(database(), `${database()}.postgresql-17`)
  await upgrade()
  expect((await readPosts()).rows).toHaveLength(1)
})

test('the server says how to go on when it cannot fetch the former engine', async () => {
  await makeFormer()
  // There is no npm.
  const { code, said: printed } = await readRefusal({ DATA_DIR: folder.path, PATH: folder.path })
  expect(code).toBe(1)
  expect(printed).toMatch(/Cannot download .+ No data was changed.+npm install .+pglite@0\.3\.16/)
  expect(await majorOf(database())).toBe(17)
})
