import path from 'node:path'
import { createDynamicTables } from '../apps/server/src/domain/dynamic-tables/designs.queries.ts'
import { type Env, readEnv, SettingError } from '../apps/server/src/env.ts'
import { RestoreRefused } from '../apps/server/src/platform/backup/not-a-backup.ts'
import { openAddress } from '../apps/server/src/platform/backup/places/open-place.ts'
import { BackupFailure } from '../apps/server/src/platform/backup/places/place.ts'
import { moveToPostgres, type Restored, restoreBackup } from '../apps/server/src/platform/backup/restore.ts'
import { explainStartupError } from '../apps/server/src/startup-errors.ts'

/** Database operations while no server runs. The settings of the server select the database. */
const usage = `Usage: npm run db -- restore FILE [--force]   puts a backup in place of database and files; FILE may be s3://…
       npm run db -- move [--force]           carries the embedded database to DATABASE_URL`

/** As the server does. */
process.umask(0o077)

const args = process.argv.slice(2)
const force = args.includes('--force')
const [command, file, ...more] = args.filter((arg) => arg !== '--force')

let env: Env | undefined

/** With the keys of the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
async function download(address: string, folder: string): Promise<string> {
  const { place, fileName } = await openAddress(address)
  const target = path.join(folder, 'backup.tar')
  await place.get(fileName, target, new AbortController().signal)
  place.close()
  return target
}

async function run(): Promise<Restored | undefined> {
  env = readEnv()
  const { dataDir, databaseUrl } = env
  if (command === 'restore' && file && more.length === 0) {
    console.log(
      `Restoring ${path.basename(file).replace(/\?.*/, '')} to ${databaseUrl ? 'PostgreSQL' : dataDir} …`,
    )
    const source = file.startsWith('s3://') ? (folder: string) => download(file, folder) : file
    return restoreBackup(source, { dataDir, databaseUrl, force, createDynamicTables })
  }
  if (command === 'move' && !file) {
    if (!databaseUrl) throw new RestoreRefused('Set DATABASE_URL to the PostgreSQL database to move to.')
    console.log(`Moving the database in ${dataDir} to PostgreSQL …`)
    return moveToPostgres({ dataDir, databaseUrl, force, createDynamicTables })
  }
  return undefined
}

try {
  const began = performance.now()
  const done = await run()
  if (!done) {
    console.error(usage)
    process.exit(2)
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Done in ${seconds} s: ${done.rows} rows and ${done.files} files, as of ${done.madeAt}.`)
  process.exit(0)
} catch (error) {
  const isKnown = [RestoreRefused, SettingError, BackupFailure].some((known) => error instanceof known)
  console.error(isKnown ? (error as Error).message : explainStartupError(error, env))
  process.exit(1)
}
