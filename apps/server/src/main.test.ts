import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, stat } from 'node:fs/promises'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { session } from '@fleetdeck/contract/session'
import { site } from '@fleetdeck/contract/site'
import { startS3Server } from '@fleetdeck/testing/peers/s3-server'
import { HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import {
  type DataFolder,
  readRefusal,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '@fleetdeck/testing/server/server-process'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from './platform/db/open-db.ts'
import { formerJournal, formerMigrations } from './testing/former-journal.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: DataFolder
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(settings)
  onTestFinished(server.kill)
  return server
}

const rightsOfOthers = async (file: string) => (await stat(file)).mode & 0o077

test('the first start prints the address, the account and a password that must be changed; later ones print no password', async () => {
  const settings = { DATA_DIR: path.join(folder.path, 'first'), CAPTCHA: 'off' }
  const first = await start(settings)
  expect(first.printed()).toMatch(new RegExp(`^  Console +${first.address}$`, 'm'))
  expect(first.printed()).toMatch(/^ {2}User name +admin$/m)
  expect(first.printed()).toContain(`Enrolment key  ${first.enrolmentKey}   (phones enrol with it)\n`)
  const password = /Password +(\S+) {3}\(must be changed/.exec(first.printed())?.[1] ?? ''
  expect(password).toMatch(/^[A-Za-z0-9]{16}$/)

  const admin = await signIn(first.address, password)
  expect((await admin.call(session.info)).user).toMatchObject({ userName: 'admin', mustChangePassword: true })
  expect(await admin.ask(session.routers)).toMatchObject({ code: expect.not.toSatisfy((code) => code === 0) })
  expect(await first.stop()).toBe(0)

  const second = await start(settings)
  expect(second.printed()).toMatch(new RegExp(`^  Console +${second.address}$`, 'm'))
  expect(second.printed()).not.toContain('User name')
  expect(second.printed()).not.toContain('Password')
  expect((await signIn(second.address, password)).token).toBeTruthy()
})

test('the first start is in the language of the terminal', async () => {
  const server = await start({
    DATA_DIR: path.join(folder.path, 'chinese'),
    ADMIN_PASSWORD: 'Correct-Horse-9',
    CAPTCHA: 'off',
    LANG: 'zh_TW.UTF-8',
  })
  const printed = server.printed()
  expect(printed).toContain('警告：CAPTCHA=off，登入時不需要驗證碼，僅適合自動化使用\n')
  expect(printed).toContain(`
  主控台    ${server.address}
  帳號      admin
  密碼      使用 ADMIN_PASSWORD 的值   （首次登入時必須變更）
  註冊金鑰  ${server.enrolmentKey}   （手機註冊時使用）
`)
  await server.stop()
  expect(server.printed()).toMatch(/正在停止…\n$/)
})

test('a data folder that others may read or write is tightened, and so is all that the server makes in it', async () => {
  const dataDir = path.join(folder.path, 'made-before')
  await mkdir(dataDir)
  await chmod(dataDir, 0o777)
  const former = process.umask(0)
  onTestFinished(() => void process.umask(former))
  await (await start({ DATA_DIR: dataDir })).stop()
  expect(await rightsOfOthers(dataDir)).toBe(0)
  const names = await readdir(dataDir, { recursive: true })
  expect(names.length).toBeGreaterThan(1000)
  for (const name of names) expect(await rightsOfOthers(path.join(dataDir, name)), name).toBe(0)
})

test('a second server on the same data folder is refused, and can start immediately after the first was killed', async () => {
  const dataDir = path.join(folder.path, 'first')
  const server = await start({ DATA_DIR: dataDir })
  // Services often have their own temporary folder.
  expect(await readRefusal({ DATA_DIR: dataDir, TMPDIR: folder.path })).toEqual({
    code: 1,
    said: `The data folder ${dataDir} is in use by another server. Stop that server, or set DATA_DIR to another folder.\n`,
  })
  expect(await new HttpClient(server.address).ask(site.systemParam)).toMatchObject({ code: 0 })
  await server.kill()
  expect(await (await start({ DATA_DIR: dataDir })).stop()).toBe(0)
})

test('a server with files in S3 starts, and wrong settings of S3 are refused in one sentence', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const settings = {
    DATA_DIR: path.join(folder.path, 's3'),
    CAPTCHA: 'off',
    ...s3.settings,
    S3_PREFIX: 'fleet',
  }
  const wrongKey = await readRefusal({ ...settings, AWS_SECRET_ACCESS_KEY: 'wrong' })
  expect(wrongKey.said).toMatch(
    /^Cannot use the storage s3:\/\/fleet-files\/fleet\/ for files: SignatureDoesNotMatch: .*\n$/,
  )
  expect((await readRefusal({ ...settings, S3_BUCKET: '' })).said).toBe(
    'S3_URL and S3_BUCKET must be set together\n',
  )
  expect((await readRefusal({ ...settings, FILES_DIR: folder.path })).said).toBe(
    'Only one of FILES_DIR and S3_URL can be set\n',
  )
  const server = await start(settings)
  const { client } = s3
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket }))
  expect(Contents.map(({ Key }) => Key)).toEqual(['fleet/fleetdeck-store.json'])
  await server.kill()
  await start(settings)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a server beside another one of the same database with other files is refused, also by a mistyped prefix',
  async () => {
    const { url, drop } = await newPostgres()
    onTestFinished(drop)
    const s3 = await startS3Server()
    onTestFinished(() => s3.stop())
    const settings = (name: string, files: object) => ({
      DATABASE_URL: url,
      DATA_DIR: path.join(folder.path, `beside-${name}`),
      SECRET_KEY_FILE: path.join(folder.path, 'beside.key'),
      ...s3.settings,
      ...files,
    })
    await start(settings('first', { S3_PREFIX: 'fleet' }))
    const { said } = await readRefusal(settings('second', { S3_PREFIX: 'fleets' }))
    expect(said).toMatch(
      /has its files in s3:\/\/fleet-files\/fleet\/, but this server uses s3:\/\/fleet-files\/fleets\/\./,
    )
    const folderOfItsOwn = await readRefusal(settings('third', { S3_URL: '', S3_BUCKET: '' }))
    expect(folderOfItsOwn.said).toMatch(/but this server uses .*beside-third\. .*Set the same S3 storage/)
    await start(settings('fourth', { S3_PREFIX: 'fleet' }))
  },
)

test('a database of the previous version is migrated with its rows; an older one is refused in one sentence', async () => {
  const copy = await temporaryFolder()
  onTestFinished(copy.remove)
  const dataDir = copy.path
  for (const name of ['db', 'secret.key'])
    await cp(path.join(folder.path, 'first', name), path.join(dataDir, name), { recursive: true })
  const withFormerJournal = async (count: number) => {
    const open = await openDb({ dataDir })
    await open.pool.query(formerJournal(count))
    await open.close()
  }
  await withFormerJournal(formerMigrations.length)
  const server = await start({ DATA_DIR: dataDir })
  expect(server.printed()).not.toContain('Password')
  expect(await new HttpClient(server.address).ask(site.systemParam)).toMatchObject({ code: 0 })
  await server.stop()

  await withFormerJournal(formerMigrations.length - 1)
  expect(await readRefusal({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: 'The database is too old to upgrade directly. Start the previous version once to upgrade it, then start this version.\n',
  })
})

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  expect(await readRefusal({ DATA_DIR: path.join(folder.path, 'first'), PORT: String(port) })).toEqual({
    code: 1,
    said: `Port ${port} is in use by another program. Set PORT to a free port.\n`,
  })
})

test('an unreachable database or Redis is reported in one sentence', async () => {
  const DATABASE_URL = 'postgresql://deck@127.0.0.1:1/fleet'
  expect(await readRefusal({ DATABASE_URL })).toEqual({
    code: 1,
    said: 'Cannot connect to PostgreSQL. Check DATABASE_URL.\n',
  })
  expect(await readRefusal({ DATABASE_URL, REDIS_URL: 'redis://127.0.0.1:1' })).toEqual({
    code: 1,
    said: 'Cannot connect to Redis. Check REDIS_URL.\n',
  })
})

test('a data folder that is not a folder is reported in one sentence', async () => {
  const file = path.join(folder.path, 'a-file')
  writeFileSync(file, '')
  expect(await readRefusal({ DATA_DIR: file })).toEqual({
    code: 1,
    said: `Cannot use the data folder ${file} (EEXIST). Set DATA_DIR to a folder that this account can write to.\n`,
  })
})

test.skipIf(spawnSync('openssl', ['version']).error)(
  'with a certificate and its key it serves HTTPS',
  async () => {
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => path.join(folder.path, name)) as [
      string,
      string,
    ]
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
    execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const server = await start({ DATA_DIR: path.join(folder.path, 'first'), TLS_CERT: cert, TLS_KEY: key })
    expect(server.address).toMatch(/^https:/)
    const status = await new Promise((resolve, reject) =>
      request(`${server.address}${site.systemParam.path}`, { rejectUnauthorized: false }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(200)
  },
)
