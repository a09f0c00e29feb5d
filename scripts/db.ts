import path from 'node:path'
import { createDynamicTables } from '../apps/server/src/domain/dynamic-tables/designs.queries.ts'
import { type Env, readEnv, SettingError } from '../apps/server/src/env.ts'
import { RestoreRefused } from '../apps/server/src/platform/backup/not-a-backup.ts'
import { moveToPostgres, type Restored, restoreBackup } from '../apps/server/src/platform/backup/restore.ts'
import { explainStartupError } from '../apps/server/src/startup-errors.ts'

/** Database operations while no server runs. The settings of the server select the database. */
const usage = `Usage: npm run db -- restore FILE [--force]   puts a backup in place of database and files
       npm run db -- move [--force]           carries the embedded database to DATABASE_URL`

const args = process.argv.slice(2)
const force = args.includes('--force')
const [command, file, ...more] = args.filter((arg) => arg !== '--force')

let env: Env | undefined

async function run(): Promise<Restored | undefined> {
  env = readEnv()
  const { dataDir, databaseUrl } = env
  if (command === 'restore' && file && more.length === 0) {
    console.log(`Restoring ${path.basename(file)} to ${databaseUrl ? 'PostgreSQL' : dataDir} …`)
    return restoreBackup(file, { dataDir, databaseUrl, force, createDynamicTables })
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
  const isKnown = error instanceof RestoreRefused || error instanceof SettingError
  console.error(isKnown ? error.message : explainStartupError(error, env))
  process.exit(1)
}
