import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { testSeal } from '@fleetdeck/testing/site/installed-database'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDynamicTables } from '../../domain/dynamic-tables/designs.queries.ts'
import { type OpenDb, openDb } from '../db/open-db.ts'
import { seed } from '../db/seed/seed.ts'
import { FolderStore } from '../storage/folder-store.ts'
import { Backups } from './backups.ts'
import type { BackupKeys } from './encryption.ts'
import { findNewestBackup } from './newest-backup.ts'
import { RestoreRefused } from './not-a-backup.ts'
import { restoreBackup } from './restore.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const run = promisify(execFile)
const age = await run('age', ['--version']).then(
  () => true,
  () => false,
)
const signal = new AbortController().signal
const passphrase = 'correct horse battery staple'
const content = 'the content of an upload'

let source: DataFolder
let target: DataFolder
let open: OpenDb
let identity: string
let forKey: string
let forPassphrase: string
let plain: string

beforeAll(async () => {
  source = await temporaryFolder()
  open = await openDb({ dataDir: source.path })
  await seed(open.db, testSeal, 'Correct-Horse-9')
  await mkdir(path.join(source.path, 'files'), { recursive: true })
  await writeFile(path.join(source.path, 'files', 'upload.txt'), content)
  identity = await generateX25519Identity()
  const other = await identityToRecipient(await generateX25519Identity())
  const recipients = [other, await identityToRecipient(identity)]
  plain = await made(undefined)
  forPassphrase = await made({ passphrase })
  forKey = await made({ recipients })
})
afterAll(async () => {
  await open.close()
  await source.remove()
})
beforeEach(async () => {
  target = await temporaryFolder()
})
afterEach(() => target.remove())

/** One a second at most: the names are times. */
async function made(encryption: { passphrase: string } | { recipients: string[] } | undefined) {
  const backups = new Backups(
    { open, dataDir: source.path, store: new FolderStore(source.path) },
    () => encryption,
  )
  const { fileName } = await backups.make(9, signal)
  return path.join(source.path, 'backups', fileName)
}

const restore = (file: string, keys: BackupKeys = {}) =>
  restoreBackup(file, {
    dataDir: target.path,
    store: new FolderStore(target.path),
    databaseUrl: undefined,
    force: false,
    keys,
    createDynamicTables,
  })
const refusal = (file: string, keys?: BackupKeys) =>
  restore(file, keys).then(
    () => 'restored',
    (error) => (error instanceof RestoreRefused ? error.message : Promise.reject(error)),
  )
const uploaded = () => readFile(path.join(target.path, 'files', 'upload.txt'), 'utf8')

async function altered(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const changed = path.join(target.path, 'changed.tar.age')
  await writeFile(changed, change(await readFile(file)))
  return changed
}

test('encrypted backups have names of their own, contain nothing readable, and count as the newest', async () => {
  expect(path.basename(plain)).toMatch(/^fleetdeck-\d{8}-\d{6}\.tar$/)
  for (const file of [forKey, forPassphrase]) {
    expect(path.basename(file)).toMatch(/^fleetdeck-\d{8}-\d{6}\.tar\.age$/)
    const bytes = await readFile(file)
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    for (const text of ['manifest.json', content, 'SHA256SUMS', 'upload.txt'])
      expect(bytes.includes(text), text).toBe(false)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
  expect(findNewestBackup(source.path)).toBe(forKey)
  const backups = new Backups({ open, dataDir: source.path, store: new FolderStore(source.path) })
  expect((await backups.list()).map(({ fileName }) => fileName)).toEqual(
    [forKey, forPassphrase, plain].map((file) => path.basename(file)),
  )
})

describe('a backup', () => {
  test('for key pairs is restored with one of their private keys', async () => {
    const { files } = await restore(forKey, { identities: [identity] })
    expect(files).toBe(1)
    expect(await uploaded()).toBe(content)
  })

  test('with a passphrase is restored with it', async () => {
    await restore(forPassphrase, { passphrase })
    expect(await uploaded()).toBe(content)
  })

  test('in plain is restored as before, also when a key is given', async () => {
    await restore(plain, { identities: [identity], passphrase })
    expect(await uploaded()).toBe(content)
  })

  test('with a wrong key, or none, is refused by name and nothing changes', async () => {
    const stranger = await generateX25519Identity()
    expect(await refusal(forKey)).toMatch(/encrypted for a key pair\. Add --identity FILE/)
    expect(await refusal(forKey, { passphrase })).toMatch(/Add --identity FILE/)
    expect(await refusal(forKey, { identities: [stranger] })).toMatch(/private key does not open the backup/)
    expect(await refusal(forKey, { identities: ['nonsense'] })).toMatch(/not age private keys/)
    expect(await refusal(forPassphrase)).toMatch(/encrypted with a passphrase\. Add --passphrase FILE/)
    expect(await refusal(forPassphrase, { identities: [identity] })).toMatch(/Add --passphrase FILE/)
    expect(await refusal(forPassphrase, { passphrase: `${passphrase}r` })).toMatch(/passphrase does not open/)
    expect(await readdir(target.path)).toEqual([])
  })

  test('that is cut anywhere, or of which one bit differs, is refused and nothing changes', async () => {
    const { size } = await stat(forKey)
    const damaged = 'The backup is incomplete or damaged. Use another backup.'
    const keys = { identities: [identity] }
    for (const length of [size - 1, size - 20_000, 66_000, 400, 30])
      expect(await refusal(await altered(forKey, (bytes) => bytes.subarray(0, length)), keys)).toBe(damaged)
    for (const at of [size - 1, size - 70_000, 70_000, 1000]) {
      const flipped = (bytes: Buffer) => {
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes
      }
      expect(await refusal(await altered(forKey, flipped), keys), String(at)).toBe(damaged)
    }
    expect(await refusal(await altered(forKey, (bytes) => Buffer.concat([bytes, bytes])), keys)).toBe(damaged)
    expect(await readdir(target.path)).toEqual(['changed.tar.age'])
  })
})

test.skipIf(!age)('the age command opens a backup, and a backup that it encrypted is restored', async () => {
  const key = path.join(target.path, 'key.txt')
  await writeFile(key, `# public key: …\n${identity}\n`)
  const opened = path.join(target.path, 'opened.tar')
  await run('age', ['--decrypt', '--identity', key, '--output', opened, forKey])
  expect((await run('tar', ['--list', '--file', opened])).stdout).toMatch(/^manifest\.json\n/)
  const again = path.join(target.path, 'again.tar.age')
  const recipient = await identityToRecipient(identity)
  await run('age', ['--recipient', recipient, '--output', again, opened])
  await restore(again, { identities: [identity] })
  expect(await uploaded()).toBe(content)
})

test('the documented command takes keys from files and standard input', async () => {
  const program = path.resolve(import.meta.dirname, '../../../../../scripts/db.ts')
  const key = path.join(target.path, 'key.txt')
  await writeFile(key, `# created: today\n${identity}\n`)
  const db = (args: string[], dataDir: string, input = '') => {
    const env = { PATH: process.env.PATH, DATA_DIR: path.join(target.path, dataDir) }
    const child = run(process.execPath, [program, 'restore', ...args], { env })
    child.child.stdin?.end(input)
    return child.then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  }
  expect(await db([forKey], 'a')).toMatch(/^The backup is encrypted for a key pair\./)
  expect(await db([forKey, '--identity', 'none.txt'], 'a')).toBe(
    'Cannot read the file none.txt (ENOENT). Check its permissions.\n',
  )
  expect(await db([forKey, '--unknown'], 'a')).toMatch(/^Usage/)
  await expect(access(path.join(target.path, 'a', 'files'))).rejects.toThrow()
  expect(await db([forKey, '--identity', key], 'a')).toMatch(/Done in .* rows and 1 file,/)
  expect(await db([forPassphrase, '--passphrase', '-'], 'b', `${passphrase}\n`)).toMatch(/Done in/)
})
