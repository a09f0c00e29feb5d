import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Message, messageIn, say } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { dbCommand, usageText } from '@fleetdeck/i18n/terminal-layout'
import { removeFactorsOf } from '../apps/server/src/access/factors/factors.queries.ts'
import { createDynamicTables } from '../apps/server/src/domain/dynamic-tables/designs.queries.ts'
import { type Env, readEnv, SettingError } from '../apps/server/src/env.ts'
import { type BackupKeys, identitiesIn } from '../apps/server/src/platform/backup/encryption.ts'
import { isBackupName } from '../apps/server/src/platform/backup/newest-backup.ts'
import { RestoreRefused } from '../apps/server/src/platform/backup/not-a-backup.ts'
import { openAddress } from '../apps/server/src/platform/backup/places/open-place.ts'
import {
  moveToPostgres,
  type Restored,
  type RestoreSource,
  restoreBackup,
} from '../apps/server/src/platform/backup/restore.ts'
import { makePrivateFolder } from '../apps/server/src/platform/core/private-folder.ts'
import type { Seal } from '../apps/server/src/platform/core/seal.ts'
import { lockDataFolder } from '../apps/server/src/platform/db/data-folder-lock.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { engineMajor, majorOf } from '../apps/server/src/platform/db/engine-versions.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { databaseFolder } from '../apps/server/src/platform/db/start-embedded.ts'
import { readKey } from '../apps/server/src/platform/seals/key-file.ts'
import { openSeal } from '../apps/server/src/platform/seals/open-seal.ts'
import { replaceSecrets, rotateKey } from '../apps/server/src/platform/seals/rotate-key.ts'
import { isServed } from '../apps/server/src/platform/seals/sealed-columns.queries.ts'
import { describeReset } from '../apps/server/src/platform/seals/settle-restored.ts'
import { moveFiles, type Progress } from '../apps/server/src/platform/storage/move-files.ts'
import type { ObjectStore } from '../apps/server/src/platform/storage/object-store.ts'
import { openStore } from '../apps/server/src/platform/storage/open-store.ts'
import { explainStartupError } from '../apps/server/src/startup-errors.ts'
import { backupBeforeUpgrade } from '../apps/server/src/upgrade-backup.ts'
import { upgradeEmbedded } from '../apps/server/src/upgrade-embedded.ts'

const languages = '[--lang zhcn|zhtw|en]'
/** Database operations while no server runs. The settings of the server select the database. */
const usage = {
  commands: [
    `${dbCommand} migrate ${languages}`,
    `${dbCommand} restore FILE [--force] [--identity FILE] [--passphrase FILE] [--key FILE] ${languages}`,
    `${dbCommand} rotate-key ${languages}`,
    `${dbCommand} replace-secrets ${languages}`,
    `${dbCommand} reset-factor USER ${languages}`,
    `${dbCommand} move [--force] ${languages}`,
    `${dbCommand} move-files --to s3|folder [--folder FOLDER] ${languages}`,
  ],
  rows: [
    ['migrate', say('usage.migrate')],
    ['restore', say('usage.restore')],
    ['rotate-key', say('usage.rotateKey')],
    ['replace-secrets', say('usage.replaceSecrets')],
    ['reset-factor', say('usage.resetFactor')],
    ['move', say('usage.move')],
    ['move-files', say('usage.moveFiles')],
    ['--force', say('usage.force')],
    ['--identity', say('usage.identity')],
    ['--passphrase', say('usage.passphrase')],
    ['--key', say('usage.secretKey')],
    ['--to', say('usage.moveTo')],
    ['--folder', say('usage.moveFolder')],
    ['--lang', say('usage.language')],
  ],
  notes: [say('usage.standardInput')],
} as const

const { language, rest: words } = commandLineOrExit()
const print = (line: Message) => console.log(messageIn(line, language))

/** As the server does. */
process.umask(0o077)

interface Arguments {
  options: {
    force?: boolean
    identity?: string
    passphrase?: string
    key?: string
    to?: string
    folder?: string
  }
  positionals: string[]
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        force: { type: 'boolean' },
        identity: { type: 'string' },
        passphrase: { type: 'string' },
        key: { type: 'string' },
        to: { type: 'string' },
        folder: { type: 'string' },
      },
    })
    return { options: values, positionals }
  } catch {
    return { options: {}, positionals: [] }
  }
}

if (words.includes('--help') || words.includes('-h')) {
  console.log(usageText(usage, language))
  process.exit(0)
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
      if (text.length > longestSecret) throw new RestoreRefused(say('secret.tooLong', { file: name }))
    }
  } catch (error) {
    if (error instanceof RestoreRefused) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new RestoreRefused(say('path.unreadable', { file: name, code }))
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
  if (!key) throw new RestoreRefused(say('path.missing', { file: options.key }))
  return key
}

async function changeSecrets(settings: Env, change: (db: Db) => Promise<Message[]>): Promise<void> {
  const unlock = settings.databaseUrl ? await lockDataFolder(settings.dataDir) : async () => {}
  const open = await openDb({ ...settings, beforeUpgrade: backupBeforeUpgrade(settings, print) })
  try {
    if (await isServed(open.db)) throw new RestoreRefused(say('restore.served'))
    for (const line of await change(open.db)) print(line)
  } finally {
    await open.close()
    await unlock()
  }
}

/** What the start of a server does to the database before it serves; servers may run meanwhile on PostgreSQL. */
async function migrate(settings: Env): Promise<void> {
  if (settings.databaseUrl) await makePrivateFolder(settings.dataDir)
  else if ((await majorOf(databaseFolder(settings.dataDir))) !== engineMajor)
    await upgradeEmbedded({ ...settings, print })
  const open = await openDb({ ...settings, beforeUpgrade: backupBeforeUpgrade(settings, print) })
  try {
    await openSeal(open.db, settings)
  } finally {
    await open.close()
  }
  print(say('db.migrated'))
}

/** Commands that change the database where it is; false for others. */
async function changedDatabase(settings: Env): Promise<boolean> {
  if (command === 'migrate' && !file) {
    await migrate(settings)
    return true
  }
  if (command === 'rotate-key' && !file) {
    await changeSecrets(settings, async (db) => {
      const written = await rotateKey(db, settings)
      return [say('db.rotated', { file: written })]
    })
    return true
  }
  if (command === 'replace-secrets' && !file) {
    await changeSecrets(settings, async (db) => describeReset(await replaceSecrets(db, settings)))
    return true
  }
  if (command === 'reset-factor' && file && more.length === 0) {
    await changeSecrets(settings, async (db) => {
      if (!(await removeFactorsOf(db, file))) throw new RestoreRefused(say('db.noUser', { user: file }))
      return [say('db.factorReset', { user: file })]
    })
    return true
  }
  return false
}

/** A file of this machine, an address in S3, or the name of a backup in the store of the servers. */
function sourceOf(file: string, store: ObjectStore): RestoreSource {
  if (file.startsWith('s3://')) return (folder) => download(file, folder)
  if (existsSync(file) || !isBackupName(file)) return file
  return async (folder) => {
    if (!(await store.find('backups', file))) throw new RestoreRefused(say('path.missing', { file }))
    const target = path.join(folder, 'backup.tar')
    await store.fetch('backups', file, target, new AbortController().signal)
    return target
  }
}

const progressMs = 2000

/** Copies the files between the folder and the bucket of the settings. */
async function moveStore(settings: Env, to: 's3' | 'folder'): Promise<void> {
  if (!settings.s3) throw new SettingError(say('setting.s3Missing'))
  const [bucket, folder] = [
    await openStore(settings),
    await openStore({ ...settings, s3: undefined, filesDir: options.folder && path.resolve(options.folder) }),
  ]
  const [from, goal] = to === 's3' ? [folder, bucket] : [bucket, folder]
  print(say('db.movingFiles', { from: from.address, to: goal.address }))
  const open = await openDb(settings)
  let shownAt = performance.now()
  const onProgress = ({ done, all }: Progress) => {
    if (performance.now() - shownAt < progressMs) return
    shownAt = performance.now()
    print(say('db.filesProgress', { done, all }))
  }
  try {
    const { signal } = new AbortController()
    const { copied, there, missing, isSwitched } = await moveFiles({
      db: open.db,
      from,
      to: goal,
      onProgress,
      signal,
    })
    print(say('db.filesMoved', { copied, there }))
    if (missing.length > 0) print(say('db.filesMissing', { names: missing }))
    print(say(isSwitched ? 'db.filesSwitched' : 'db.filesServed', { to: goal.address, from: from.address }))
  } finally {
    await open.close()
    bucket.close()
  }
}

async function run(): Promise<Restored | 'done' | undefined> {
  env = readEnv()
  const { dataDir, databaseUrl } = env
  if (command === 'restore' && file && more.length === 0) {
    const keys = await readKeys()
    const seals = { place: env, given: await readGiven() }
    const name = path.basename(file).replace(/\?.*/, '')
    print(say('db.restoring', { file: name, target: databaseUrl ? 'PostgreSQL' : dataDir }))
    const store = await openStore(env)
    const target = { dataDir, store, databaseUrl, force, keys, seals, createDynamicTables }
    return restoreBackup(sourceOf(file, store), target)
  }
  const settings = env
  if (await changedDatabase(settings)) return 'done'
  const { to } = options
  if (command === 'move-files' && !file && (to === 's3' || to === 'folder')) {
    await moveStore(settings, to)
    return 'done'
  }
  if (command === 'move' && !file) {
    if (!databaseUrl) throw new RestoreRefused(say('db.noTarget'))
    print(say('db.moving', { folder: dataDir }))
    return moveToPostgres({ dataDir, databaseUrl, force, createDynamicTables })
  }
  return undefined
}

try {
  const began = performance.now()
  const done = await run()
  if (!done) {
    console.error(usageText(usage, language))
    process.exit(2)
  }
  if (done === 'done') process.exit(0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { rows, files, madeAt: time, reset } = done
  print(say('db.done', { seconds, rows, files, time }))
  if (reset) for (const line of [say('db.keyLost'), ...describeReset(reset), say('db.keyHint')]) print(line)
  process.exit(0)
} catch (error) {
  console.error(explainStartupError(error, language, env))
  process.exit(1)
}
