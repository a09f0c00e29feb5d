import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { type Message, messageIn } from '@fleetdeck/i18n/terminal'
import { startS3Server } from '@fleetdeck/testing/peers/s3-server'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDynamicTables } from './domain/dynamic-tables/designs.queries.ts'
import { restoreBackup } from './platform/backup/restore.ts'
import { migrationDates } from './platform/db/known-migrations.ts'
import { migrate } from './platform/db/migrate.ts'
import { type OpenDb, openDb, overEmbedded } from './platform/db/open-db.ts'
import { EmbeddedPostgres } from './platform/db/pglite-connection.ts'
import { FolderStore } from './platform/storage/folder-store.ts'
import type { S3Env } from './platform/storage/open-store.ts'
import { backupBeforeUpgrade } from './upgrade-backup.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 120_000 })

const until = migrationDates().at(-2) ?? 0
let folder: DataFolder
let said: string[]
beforeEach(async () => {
  folder = await temporaryFolder()
  said = []
  return folder.remove
})

const print = (line: Message) => said.push(messageIn(line, 'en'))
const hook = (isOn = true, s3?: S3Env) =>
  backupBeforeUpgrade(
    {
      backupBeforeUpgrade: isOn,
      dataDir: folder.path,
      filesDir: undefined,
      s3,
      secretKeyFile: undefined,
    },
    print,
  )
const backups = async () =>
  (await readdir(path.join(folder.path, 'backups')).catch(() => [])).filter((name) => name.endsWith('.tar'))

async function fill({ pool }: Pick<OpenDb, 'pool'>): Promise<void> {
  await migrate(pool, { until })
  await pool.query(`insert into installation (serial) values ('used')`)
  await pool.query(`insert into posts (post_code, post_name) values ('kept', 'kept')`)
}
const journal = async ({ pool }: Pick<OpenDb, 'pool'>) => {
  const { rows } = await pool.query('select max(created_at)::float8 as at from drizzle.__drizzle_migrations')
  return rows[0].at
}

describe('a database of an older version', () => {
  const opened: OpenDb[] = []
  afterEach(async () => {
    for (const open of opened.splice(0)) await open.close()
  })
  const open = async (isOn?: boolean, s3?: S3Env) => {
    const one = await openDb({ dataDir: folder.path, beforeUpgrade: hook(isOn, s3) })
    opened.push(one)
    return one
  }
  beforeEach(async () => {
    const old = overEmbedded(await EmbeddedPostgres.open({ dataDir: path.join(folder.path, 'db'), until }))
    await fill(old)
    await old.close()
  })

  test('is backed up before it is upgraded, and the version before can restore that', async () => {
    const upgraded = await open()
    expect(await journal(upgraded)).toBe(migrationDates().at(-1))
    const [name = ''] = await backups()
    expect(name).toMatch(/^before-\d+\.\d+\.\d+-\d{8}-\d{6}\.tar$/)
    expect(said).toEqual([expect.stringContaining('Making a backup in'), expect.stringContaining(name)])
    const other = await temporaryFolder()
    const file = path.join(folder.path, 'backups', name)
    await restoreBackup(file, {
      dataDir: other.path,
      store: new FolderStore(other.path),
      databaseUrl: undefined,
      force: false,
      createDynamicTables,
    })
    const restored = await openDb({ dataDir: other.path })
    expect((await restored.pool.query('select post_code from posts')).rows).toEqual([{ post_code: 'kept' }])
    await restored.close()
    await other.remove()
  })

  test('is backed up into the storage of the servers, if they have one', async () => {
    const s3 = await startS3Server()
    onTestFinished(() => s3.stop())
    vi.stubEnv('AWS_ACCESS_KEY_ID', s3.keys.accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.keys.secretAccessKey)
    onTestFinished(() => void vi.unstubAllEnvs())
    const place = { endpoint: s3.endpoint, bucket: s3.bucket, region: 'us-east-1', prefix: 'fleet/' }
    await open(true, { ...place, pathStyle: true, downloadUrl: '' })
    const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: s3.bucket }))
    expect(Contents.map(({ Key }) => Key)).toEqual([
      expect.stringMatching(/^fleet\/backups\/before-.+\.tar$/),
    ])
    expect(await backups()).toEqual([])
    expect(said.at(-1)).toMatch(/before-.+\.tar/)
  })

  test('is not backed up again when there is nothing to upgrade', async () => {
    await (await open()).close()
    opened.length = 0
    await open()
    expect(await backups()).toHaveLength(1)
  })

  test('stays as it is when the backup fails; the reason says how to go on', async () => {
    await writeFile(path.join(folder.path, 'backups'), '')
    await expect(open()).rejects.toThrow(
      /backup before the upgrade failed: .+ not upgraded.+BACKUP_BEFORE_UPGRADE=off/,
    )
    const same = overEmbedded(await EmbeddedPostgres.open({ dataDir: path.join(folder.path, 'db'), until }))
    expect(await journal(same)).toBe(until)
    await same.close()
  })

  test('is upgraded without a backup when that is switched off', async () => {
    expect(await journal(await open(false))).toBe(migrationDates().at(-1))
    expect(await backups()).toEqual([])
  })
})

test('a new database is not backed up', async () => {
  await (await openDb({ dataDir: folder.path, beforeUpgrade: hook() })).close()
  expect(await backups()).toEqual([])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'of servers that start together, one makes the backup',
  async () => {
    const { url, drop } = await newPostgres()
    const settings = { dataDir: folder.path, databaseUrl: url }
    const old = await openDb(settings)
    await old.pool.query('drop schema public, drizzle, dynamic cascade; create schema public')
    await fill(old)
    await old.close()
    const servers = await Promise.all([1, 2].map(() => openDb({ ...settings, beforeUpgrade: hook() })))
    expect(await backups()).toHaveLength(1)
    for (const server of servers) await server.close()
    await drop()
  },
)
