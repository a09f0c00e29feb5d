import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { backups } from '@fleetdeck/contract/backups'
import { devices } from '@fleetdeck/contract/devices'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { createDynamicTables } from '../apps/server/src/domain/dynamic-tables/designs.queries.ts'
import { restoreBackup } from '../apps/server/src/platform/backup/restore.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { FolderStore } from '../apps/server/src/platform/storage/folder-store.ts'
import { inFolder, onBothDatabases, onNewDatabase, serverSettings, type Where } from './databases.ts'
import { printRows, printSeries } from './figures.ts'
import { fillSite } from './filled-site.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const megabytes = Number(process.env.BENCH_MB ?? 1024)
/** Calls before the backup; during it they continue until it is done. */
const callsBefore = 200
const pauseMs = 20
const fileMb = 8
const megabyte = 1024 * 1024

/** A backup while the server answers calls, and its restore, on the embedded database and on PostgreSQL. */
export const benchBackup = () => onBothDatabases(measure)

async function measure(name: string, where: Where) {
  console.log(`Filling ${name} with ${rows} rows and ${megabytes} MB of files …`)
  await fill(where)
  const { dataDir, databaseUrl } = where
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  const admin = await signIn(server.address, changedPassword)
  const before = await times(admin, async (done) => done < callsBefore)
  const began = performance.now()
  await admin.call(backups.add)
  let isRunning = true
  const watch = async () => {
    while (isRunning) {
      await wait(500)
      isRunning = (await admin.call(backups.list)).isRunning
    }
  }
  const [during] = await Promise.all([times(admin, async () => isRunning), watch()])
  const tookSeconds = (performance.now() - began) / 1000
  const [made] = (await admin.call(backups.list)).list
  if (!made) throw new Error('The backup failed: see the job log')
  const proof = await provenSeconds(admin)
  await server.stop()
  printSeries(`device list, ${name}`, [
    { name: 'before the backup', samples: before },
    { name: 'during the backup', samples: during },
  ])
  const restore = await restoreSeconds(path.join(dataDir, 'backups', made.fileName), databaseUrl)
  printRows(
    [`backup, ${name}`, ''],
    [
      ['took, s', tookSeconds.toFixed(1)],
      ['longest wait of a call, ms', Math.max(...during).toFixed(0)],
      ['size, MB', (made.size / megabyte).toFixed(0)],
      ['restore, s', restore.toFixed(1)],
      ['test restore beside the server, s', proof.seconds.toFixed(1)],
      ['test restore per million rows, s', proof.perMillion.toFixed(1)],
    ],
  )
}

async function provenSeconds(admin: HttpClient) {
  await admin.call(backups.prove)
  for (;;) {
    const { isRunning, details, failure } = (await admin.call(backups.list)).prove
    if (failure) throw new Error(`The test restore failed: ${failure.reason} ${failure.detail}`)
    if (!isRunning && details) {
      const seconds = details.durationMs / 1000
      return { seconds, perMillion: (seconds / details.rows) * 1_000_000 }
    }
    await wait(500)
  }
}

async function fill({ dataDir, databaseUrl }: Where) {
  await fillSite({ dataDir, databaseUrl }, { devices: 1000, groups: 10 })
  const open = await openDb({ dataDir, databaseUrl })
  const chunk = 50_000
  for (let at = 0; at < rows; at += chunk)
    await open.db.execute(sql`
      insert into operation_logs (oper_url, business_type, request_method, oper_name, oper_ip, oper_param, status, cost_time)
      select '/device/deviceList/edit', 2, 'POST', 'admin', '10.0.0.1', md5(n::text) || md5((n + 1)::text), 0, n % 300
      from generate_series(1, ${Math.min(chunk, rows - at)}::int) n`)
  await open.close()
  await mkdir(path.join(dataDir, 'files'), { recursive: true })
  const content = randomBytes(fileMb * megabyte)
  for (let n = 0; n * fileMb < megabytes; n++)
    await writeFile(path.join(dataDir, 'files', `bench-${n}.bin`), content)
}

/** One call after the other with a short pause, like an operator's page. */
async function times(
  admin: HttpClient,
  shouldContinue: (done: number) => Promise<boolean>,
): Promise<number[]> {
  const samples: number[] = []
  while (await shouldContinue(samples.length)) {
    const began = performance.now()
    await admin.call(devices.list, { query: { pageNum: 1 + (samples.length % 50) } })
    samples.push(performance.now() - began)
    await wait(pauseMs)
  }
  return samples
}

async function restoreSeconds(file: string, databaseUrl: string | undefined): Promise<number> {
  let seconds = 0
  const restore = (url?: string) =>
    inFolder(async (dataDir) => {
      const began = performance.now()
      await restoreBackup(file, {
        dataDir,
        store: new FolderStore(dataDir),
        databaseUrl: url,
        force: false,
        createDynamicTables,
      })
      seconds = (performance.now() - began) / 1000
    })
  const postgres = process.env.TEST_DATABASE_URL
  if (databaseUrl && postgres) await onNewDatabase(postgres, restore)
  else await restore()
  return seconds
}
