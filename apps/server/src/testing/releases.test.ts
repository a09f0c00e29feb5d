import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { scripts } from '@fleetdeck/contract/scripts'
import { session } from '@fleetdeck/contract/session'
import { tasks } from '@fleetdeck/contract/tasks'
import { users } from '@fleetdeck/contract/users'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { adminPassword, testSeal } from '@fleetdeck/testing/site/installed-database'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createDynamicTables } from '../domain/dynamic-tables/designs.queries.ts'
import { restoreBackup } from '../platform/backup/restore.ts'
import { productVersion } from '../platform/core/product.ts'
import { migrationDates } from '../platform/db/known-migrations.ts'
import { openDb } from '../platform/db/open-db.ts'
import { FolderStore } from '../platform/storage/folder-store.ts'
import { InProcessBus } from '../realtime/bus/in-process-bus.ts'
import { releaseDump, storedReleases } from './release-dumps.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 120_000 })

const lists: Record<string, Endpoint> = {
  devices: devices.list,
  groups: deviceGroups.list,
  scripts: scripts.list,
  tasks: tasks.list,
  users: users.list,
}

async function startOn(folder: DataFolder, databaseUrl: string | undefined): Promise<HttpClient> {
  const open = await openDb({ dataDir: folder.path, databaseUrl })
  onTestFinished(open.close)
  const { rows } = await open.pool.query(
    'select max(created_at)::float8 as at from drizzle.__drizzle_migrations',
  )
  expect(rows[0].at).toBe(migrationDates().at(-1))
  const env = { captchaOff: true, trustProxy: undefined, tls: undefined, dataDir: folder.path }
  const running = await buildApp({
    open,
    bus: new InProcessBus(),
    store: new FolderStore(folder.path),
    seal: testSeal,
    env,
    logLevel: 'silent',
  })
  onTestFinished(running.close)
  const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
  const body = { username: 'admin', password: adminPassword }
  const { token } = await new HttpClient(address).call(session.login, { body })
  return new HttpClient(address, token)
}

test('every version has a stored backup: `npm run release:dump` makes that of a new one', () => {
  expect(storedReleases()).toContain(productVersion)
})

describe.each(storedReleases())('data of version %s', (version) => {
  const databases: [string, boolean][] = [
    ['the embedded database', false],
    ['PostgreSQL', true],
  ]
  for (const [name, isPostgres] of databases)
    test.skipIf(isPostgres && !process.env.TEST_DATABASE_URL)(
      `is upgraded in ${name}, and served`,
      async () => {
        const folder = await temporaryFolder()
        onTestFinished(folder.remove)
        const postgres = isPostgres ? await newPostgres() : undefined
        if (postgres) onTestFinished(postgres.drop)
        const target = {
          dataDir: folder.path,
          store: new FolderStore(folder.path),
          databaseUrl: postgres?.url,
          force: false,
          createDynamicTables,
        }
        const { rows } = await restoreBackup(releaseDump(version), target)
        expect(rows).toBeGreaterThan(100)
        const admin = await startOn(folder, postgres?.url)
        for (const [list, endpoint] of Object.entries(lists)) {
          const found = (await admin.call(endpoint)) as { list: unknown[] }
          expect(found.list.length, list).toBeGreaterThan(0)
        }
        const { list } = await admin.call(dynamicData.list, {
          params: { tableId: 1 },
          query: { search: {} },
        } as never)
        expect(list).toMatchObject([{ values: { name: 'ann' } }])
      },
    )
})
