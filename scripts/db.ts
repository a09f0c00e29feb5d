import { createReadStream } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { removeFactorsOf } from '../apps/server/src/access/factors/factors.queries.ts'
import { createDynamicTables } from '../apps/server/src/domain/dynamic-tables/designs.queries.ts'
import { type Env, readEnv, SettingError } from '../apps/server/src/env.ts'
import { type BackupKeys, identitiesIn } from '../apps/server/src/platform/backup/encryption.ts'
import { RestoreRefused } from '../apps/server/src/platform/backup/not-a-backup.ts'
import { openAddress } from '../apps/server/src/platform/backup/places/open-place.ts'
import { BackupFailure } from '../apps/server/src/platform/backup/places/place.ts'
import { moveToPostgres, type Restored, restoreBackup } from '../apps/server/src/platform/backup/restore.ts'
import type { Seal } from '../apps/server/src/platform/core/seal.ts'
import { lockDataFolder } from '../apps/server/src/platform/db/data-folder-lock.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { KeyRefused, readKey } from '../apps/server/src/platform/seals/key-file.ts'
import { replaceSecrets, rotateKey } from '../apps/server/src/platform/seals/rotate-key.ts'
import { isServed } from '../apps/server/src/platform/seals/sealed-columns.queries.ts'
import { describeReset } from '../apps/server/src/platform/seals/settle-restored.ts'
import { explainStartupError } from '../apps/server/src/startup-errors.ts'

/** Database operations while no server runs. The settings of the server select the database. */
const usage = `Usage: npm run db -- restore FILE [--force]   puts a backup in place of database and files; FILE may be s3://…
           --identity FILE                    the private key for an encrypted backup
           --passphrase FILE                  the passphrase of an encrypted backup
           --key FILE                         the secret.key of the installation that made the backup
       npm run db -- rotate-key               seals the secrets in the database with a new key
       npm run db -- replace-secrets          makes new secrets for a database whose secret.key is lost
       npm run db -- reset-factor ACCOUNT     removes the second factor of an account that is locked out
       npm run db -- move [--force]           carries the embedded database to DATABASE_URL
A FILE with a secret may be -, for standard input.`

/** As the server does. */
process.umask(0o077)

interface Arguments {
  options: { force?: boolean; identity?: string; passphrase?: string; key?: string }
  positionals: string[]
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        force: { type: 'boolean' },
        identity: { type: 'string' },
        passphrase: { type: 'string' },
        key: { type: 'string' },
      },
    })
    return { options: values, positionals }
  } catch {
    return { options: {}, positionals: [] }
  }
}

const { options, positionals } = readArguments()
const { force = false } = options
const [command, file, ...more] = positionals

/** No key or passphrase is longer. */
const longestSecret = 100_000

async function readSecret(name: string): Promise<string> {
  let text = ''
  try {
    for await (const chunk of name === '-' ? process.stdin : createReadStream(name)) {
      text += chunk
      if (text.length > longestSecret) throw new RestoreRefused(`The file ${name} is too long for a secret.`)
    }
  } catch (error) {
    if (error instanceof RestoreRefused) throw error
    throw new RestoreRefused(`The file ${name} cannot be read.`)
  }
  return text
}

async function readKeys(): Promise<BackupKeys> {
  const { identity, passphrase } = options
  return {
    identities: identity === undefined ? undefined : identitiesIn(await readSecret(identity)),
    passphrase: passphrase === undefined ? undefined : (await readSecret(passphrase)).replace(/\r?\n$/, ''),
  }
}

let env: Env | undefined

/** With the keys of the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
async function download(address: string, folder: string): Promise<string> {
  const { place, fileName } = await openAddress(address)
  const target = path.join(folder, 'backup.tar')
  await place.get(fileName, target, new AbortController().signal)
  place.close()
  return target
}

async function readGiven(): Promise<Seal | undefined> {
  if (options.key === undefined) return undefined
  const key = await readKey(options.key)
  if (!key) throw new RestoreRefused(`There is no file ${options.key}.`)
  return key
}

async function changeSecrets(settings: Env, change: (db: Db) => Promise<string>): Promise<void> {
  const unlock = settings.databaseUrl ? await lockDataFolder(settings.dataDir) : async () => {}
  const open = await openDb(settings)
  try {
    if (await isServed(open.db))
      throw new RestoreRefused(
        'A server works on this database. Stop all servers first, and wait half a minute.',
      )
    console.log(await change(open.db))
  } finally {
    await open.close()
    await unlock()
  }
}

/** Commands that change the database where it is; false for others. */
async function changedDatabase(settings: Env): Promise<boolean> {
  if (command === 'rotate-key' && !file) {
    await changeSecrets(settings, async (db) => {
      const written = await rotateKey(db, settings)
      return `The secrets are sealed with a new key, which is in ${written}. Copy it to all servers.`
    })
    return true
  }
  if (command === 'replace-secrets' && !file) {
    await changeSecrets(settings, async (db) => describeReset(await replaceSecrets(db, settings)))
    return true
  }
  if (command === 'reset-factor' && file && more.length === 0) {
    await changeSecrets(settings, async (db) => {
      if (!(await removeFactorsOf(db, file))) throw new RestoreRefused(`There is no account “${file}”.`)
      return `The account “${file}” signs in with its password alone now.`
    })
    return true
  }
  return false
}

async function run(): Promise<Restored | 'done' | undefined> {
  env = readEnv()
  const { dataDir, databaseUrl } = env
  if (command === 'restore' && file && more.length === 0) {
    const keys = await readKeys()
    const seals = { place: env, given: await readGiven() }
    console.log(
      `Restoring ${path.basename(file).replace(/\?.*/, '')} to ${databaseUrl ? 'PostgreSQL' : dataDir} …`,
    )
    const source = file.startsWith('s3://') ? (folder: string) => download(file, folder) : file
    return restoreBackup(source, { dataDir, databaseUrl, force, keys, seals, createDynamicTables })
  }
  const settings = env
  if (await changedDatabase(settings)) return 'done'
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
  if (done === 'done') process.exit(0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Done in ${seconds} s: ${done.rows} rows and ${done.files} files, as of ${done.madeAt}.`)
  if (done.reset)
    console.log(
      `The key of this backup is not here, so its secrets cannot be opened. ${describeReset(done.reset)} To keep the secrets, restore again with --key FILE.`,
    )
  process.exit(0)
} catch (error) {
  const isKnown = [RestoreRefused, SettingError, BackupFailure, KeyRefused].some(
    (known) => error instanceof known,
  )
  console.error(isKnown ? (error as Error).message : explainStartupError(error, env))
  process.exit(1)
}
