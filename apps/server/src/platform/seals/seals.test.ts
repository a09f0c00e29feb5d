import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UserId } from '@fleetdeck/contract/ids'
import { messageIn } from '@fleetdeck/i18n/terminal'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDynamicTables } from '../../domain/dynamic-tables/designs.queries.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { Seal } from '../core/seal.ts'
import { type OpenDb, openDb } from '../db/open-db.ts'
import { totpFactors } from '../db/schema/second-factors.ts'
import { seed } from '../db/seed/seed.ts'
import { FolderStore } from '../storage/folder-store.ts'
import { readKey } from './key-file.ts'
import { openSeal } from './open-seal.ts'
import { replaceSecrets, rotateKey } from './rotate-key.ts'
import { describeReset } from './settle-restored.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let folder: DataFolder
let open: OpenDb
let seal: Seal
let place: { dataDir: string }
const passphrase = 'correct horse battery staple'

beforeEach(async () => {
  folder = await temporaryFolder()
  place = { dataDir: folder.path }
  open = await openDb(place)
  seal = await openSeal(open.db, place)
  await seed(open.db, seal, 'Correct-Horse-9')
})
afterEach(async () => {
  await open.close()
  await folder.remove()
})

interface Secrets {
  key: string
  enrolment: string | null
}
const stored = async ({ db }: OpenDb) =>
  (
    await db.execute<{ key: string; hash: string; enrolment: string }>(sql`
      select con_secret as key, con_secret_hash as hash,
        (select config_value from parameters where config_key = 'device.enrolmentKey') as enrolment from users`)
  ).rows[0] ?? { key: '', hash: '', enrolment: '' }
async function opened(of: OpenDb, by: Seal): Promise<Secrets> {
  const { key, hash, enrolment } = await stored(of)
  const plain = by.open(key, 'users.con_secret')
  expect(hash).toBe(by.hash(plain))
  return { key: plain, enrolment: by.open(enrolment, 'parameters.device.enrolmentKey') }
}

async function restored(
  { isEncrypted, given }: { isEncrypted: boolean; given?: Seal },
  work: (copy: OpenDb, found: { seal: Seal; reset: boolean }) => Promise<void>,
): Promise<void> {
  const file = path.join(folder.path, 'backup')
  const encryption = isEncrypted ? { passphrase } : undefined
  const { signal } = new AbortController()
  await makeBackup(file, {
    open,
    dataDir: folder.path,
    store: new FolderStore(folder.path),
    encryption,
    key: seal.key,
    signal,
  })
  const other = await temporaryFolder()
  const where = { dataDir: other.path }
  try {
    const { reset } = await restoreBackup(file, {
      ...where,
      store: new FolderStore(other.path),
      databaseUrl: undefined,
      force: false,
      keys: { passphrase },
      seals: { place: where, given },
      createDynamicTables,
    })
    const copy = await openDb(where)
    try {
      await work(copy, { seal: await openSeal(copy.db, where), reset: reset !== undefined })
    } finally {
      await copy.close()
    }
  } finally {
    await other.remove()
  }
}

test('a sealed text opens only with its key, in its place, and as it was written', () => {
  const sealed = seal.seal('a secret', 'users.con_secret')
  expect(sealed).toMatch(new RegExp(`^sealed:1:${seal.keyId}:`))
  expect(sealed).not.toBe(seal.seal('a secret', 'users.con_secret'))
  expect(seal.open(sealed, 'users.con_secret')).toBe('a secret')
  expect(() => seal.open(sealed, 'alarm_settings.robot_key')).toThrow(/does not open/)
  expect(() => Seal.generate().open(sealed, 'users.con_secret')).toThrow(/does not open/)
  expect(() => seal.open(`${sealed.slice(0, -4)}AAAA`, 'users.con_secret')).toThrow(/does not open/)
  expect(seal.seal('', 'users.con_secret')).toBe('')
})

test('the first start makes a key for this account alone, and the database has no secret in plain', async () => {
  const file = path.join(folder.path, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readKey(file))?.keyId).toBe(seal.keyId)
  const secrets = await opened(open, seal)
  expect(secrets.key).toMatch(/^[A-Za-z0-9]{24}$/)
  const all = JSON.stringify([
    (await open.db.execute(sql`select * from users`)).rows,
    (await open.db.execute(sql`select * from parameters`)).rows,
  ])
  for (const secret of Object.values(secrets)) expect(all).not.toContain(secret)
})

test('a start seals what older versions have stored in plain, once, also when two start together', async () => {
  await open.db.execute(sql`delete from seal_keys`)
  await open.db.execute(sql`update users set con_secret = 'OldKeyOldKeyOldKey', con_secret_hash = null`)
  await open.db.execute(
    sql`update parameters set config_value = 'old enrolment key' where config_key = 'device.enrolmentKey'`,
  )
  const [first, second] = await Promise.all([openSeal(open.db, place), openSeal(open.db, place)])
  expect(first.keyId).toBe(second.keyId)
  const before = await stored(open)
  expect(await opened(open, first)).toEqual({ key: 'OldKeyOldKeyOldKey', enrolment: 'old enrolment key' })
  await openSeal(open.db, place)
  expect(await stored(open)).toEqual(before)
})

test('a server with another key, or none, does not start and says what to do', async () => {
  const file = path.join(folder.path, 'secret.key')
  const before = await readFile(file, 'utf8')
  await writeFile(file, Seal.generate().key)
  await expect(openSeal(open.db, place)).rejects.toThrow(/encrypted with the key .* Copy the secret\.key/)
  await writeFile(file, 'too short')
  await expect(openSeal(open.db, place)).rejects.toThrow(/must contain 32 bytes in base64/)
  await rm(file)
  await expect(openSeal(open.db, place)).rejects.toThrow(/secret\.key does not exist/)
  await expect(stat(file)).rejects.toThrow()
  await writeFile(file, before)
  expect((await openSeal(open.db, place)).keyId).toBe(seal.keyId)
})

test('a rotation seals everything with a new key, also when it ends before its last step', async () => {
  const secrets = await opened(open, seal)
  const file = await rotateKey(open.db, place)
  const next = await openSeal(open.db, place)
  expect(next.keyId).not.toBe(seal.keyId)
  expect(await opened(open, next)).toEqual(secrets)
  await writeFile(`${file}.new`, next.key)
  await writeFile(file, seal.key)
  expect((await openSeal(open.db, place)).keyId).toBe(next.keyId)
})

test('a rotation, and new secrets, count removed users once each', async () => {
  for (const name of ['gone', 'gone-too'])
    await open.db.execute(sql`insert into users (user_name, nick_name, password_hash, con_secret, con_secret_hash, deleted_at)
      values (${name}, ${name}, '', '', ${name}, now())`)
  await rotateKey(open.db, place)
  const { rows } = await open.db.execute(sql`select distinct con_secret_hash from users`)
  expect(rows).toHaveLength(3)
})

test('secrets whose key is lost are replaced by a command, and only these', async () => {
  const file = path.join(folder.path, 'secret.key')
  const secrets = await opened(open, seal)
  await expect(replaceSecrets(open.db, place)).rejects.toThrow(/Nothing was changed/)
  expect(await opened(open, seal)).toEqual(secrets)
  await rm(file)
  await expect(openSeal(open.db, place)).rejects.toThrow(/replace-secrets/)
  expect(await replaceSecrets(open.db, place)).toMatchObject({ users: 1, parameters: [] })
  const fresh = await opened(open, await openSeal(open.db, place))
  expect(fresh.key).not.toBe(secrets.key)
  expect(fresh.enrolment).toMatch(/^\w{24}$/)
})

test('authenticator apps are sealed again by a rotation, and removed when the key is lost', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  await open.db
    .insert(totpFactors)
    .values({ userId: UserId.parse(1), secret: seal.seal(secret, 'totp_factors.secret') })
  await rotateKey(open.db, place)
  const next = await openSeal(open.db, place)
  const [row] = await open.db.select().from(totpFactors)
  expect(next.open(row?.secret ?? '', 'totp_factors.secret')).toBe(secret)
  expect(() => seal.open(row?.secret ?? '', 'totp_factors.secret')).toThrow(/does not open/)
  await rm(path.join(folder.path, 'secret.key'))
  const reset = await replaceSecrets(open.db, place)
  expect(describeReset(reset).map(String).join('\n')).toContain('1 authenticator app was removed')
  expect(await open.db.$count(totpFactors)).toBe(0)
})

test('what was replaced is listed in the language of the terminal, with the names of the console', () => {
  const lost = { users: 2, robots: 1, sources: 0, authenticators: 0, signingKeys: 1 }
  const reset = { ...lost, parameters: ['sys.backup.passphrase', 'sys.backup.s3.secretKey'] }
  const lines = describeReset(reset).map((line) => messageIn(line, 'zhcn'))
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^请重新设置以下参数：备份口令、[^.]+$/)
})

test('an encrypted backup brings its key to another machine', async () => {
  const secrets = await opened(open, seal)
  await restored({ isEncrypted: true }, async (copy, found) => {
    expect(found.reset).toBe(false)
    expect(found.seal.keyId).toBe(seal.keyId)
    expect(await opened(copy, found.seal)).toEqual(secrets)
  })
})

test('a plain backup has no key: its secrets are replaced elsewhere, unless the key is given', async () => {
  const secrets = await opened(open, seal)
  await restored({ isEncrypted: false, given: seal }, async (copy, found) => {
    expect(found.reset).toBe(false)
    expect(await opened(copy, found.seal)).toEqual(secrets)
  })
  await restored({ isEncrypted: false }, async (copy, found) => {
    expect(found.reset).toBe(true)
    expect(found.seal.keyId).not.toBe(seal.keyId)
    const fresh = await opened(copy, found.seal)
    expect(fresh.key).not.toBe(secrets.key)
    expect(fresh.enrolment).not.toBe(secrets.enrolment)
  })
})
