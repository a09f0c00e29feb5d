import { type KeyObject, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BodyOf, DataOf, Endpoint, Envelope, ParamsOf, QueryOf } from '@fleetdeck/contract/endpoint'
import { UserId } from '@fleetdeck/contract/ids'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { session } from '@fleetdeck/contract/session'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { buildApp, type RunningApp } from '../../../../apps/server/src/app.ts'
import { randomText } from '../../../../apps/server/src/platform/core/passwords.ts'
import { sealedKey } from '../../../../apps/server/src/platform/core/seal.ts'
import { captchas } from '../../../../apps/server/src/platform/db/schema/captchas.ts'

import { users } from '../../../../apps/server/src/platform/db/schema/users.ts'
import type { LogFile } from '../../../../apps/server/src/platform/log/rotating-file.ts'
import { FolderStore } from '../../../../apps/server/src/platform/storage/folder-store.ts'
import type { ObjectStore } from '../../../../apps/server/src/platform/storage/object-store.ts'
import type { Bus } from '../../../../apps/server/src/realtime/bus/bus.ts'
import { InProcessBus } from '../../../../apps/server/src/realtime/bus/in-process-bus.ts'
import { RedisBus } from '../../../../apps/server/src/realtime/bus/redis-bus.ts'
import { filled } from '../server/http-client.ts'
import {
  adminPassword,
  databaseInFolder,
  installedDatabase,
  passwordHash,
  testSeal,
} from './installed-database.ts'

export { adminPassword }

type Request<E> = {
  params?: z.input<ParamsOf<E>>
  query?: z.input<QueryOf<E>>
  body?: z.input<BodyOf<E>>
}
export interface TestClient {
  /** Makes a call and returns the data; any code but 0 throws. */
  call<E extends Endpoint>(endpoint: E, request?: Request<E>): Promise<DataOf<E>>
  /** Makes a call and returns the whole envelope; accepts input that the contract refuses. */
  ask(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    request?: { params?: object; query?: object; body?: unknown },
  ): Promise<Envelope>
  token: string | undefined
}

export interface TestSite extends RunningApp {
  nobody: TestClient
  admin: TestClient
  address: string
  dataDir: string
  /** A caller with this token and language. */
  as(token: string | undefined, language?: string): TestClient
  signIn(username: string, password: string): Promise<TestClient>
  enrol(hardwareId: string, key?: string): Promise<string>
  /**
   * A second server of the same installation: same database, separate bus connection, through `way`.
   * @param folder its data folder; by default that of the first one
   */
  another(
    way?: (bus: Bus) => Bus,
    folder?: string,
    place?: Pick<TestSettings, 'port' | 'region'>,
  ): Promise<{
    address: string
    deps: RunningApp['deps']
    app: RunningApp['app']
    jobs: RunningApp['jobs']
    metrics: RunningApp['metrics']
    close(): Promise<void>
  }>
  /** Resets to a freshly installed site with the admin signed in; ids start at 1 again. */
  reset(): Promise<void>
  /**
   * Saves rows and files as they are now, and returns a function that restores them; faster than filling the site
   * again.
   */
  keep(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export interface TestSettings {
  captchaOff?: boolean
  metricsToken?: string
  licenseKey?: KeyObject
  apiDocument?: boolean
  /** The embedded database is in the data folder, as in production; else in memory. */
  inFolder?: boolean
  /** Where the log is written; there is none by default. */
  logFile?: LogFile
  /** A free one by default. */
  port?: number
  region?: { name: string; url: string | undefined }
  /** Addresses of proxies. */
  trustProxy?: string[]
  /** With the agent's package; there is none by default. */
  agentFolder?: string
  /** The files; by default in the first server's data folder. */
  store?: (dataDir: string) => ObjectStore
  /** Far more than in the product by default. */
  mostTurnedAway?: number
}

/** The real server on a real database, listening on a free port. */
export async function startTestSite(settings: TestSettings = {}): Promise<TestSite> {
  const { inFolder = false, port = 0, agentFolder = 'none', mostTurnedAway = 100_000, ...others } = settings
  const { store = () => new FolderStore(dataDir), logFile } = settings
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fleetdeck-'))
  const database =
    inFolder && !process.env.TEST_DATABASE_URL ? await databaseInFolder(dataDir) : await installedDatabase()
  const { open } = database
  const buses = testBuses()
  const bus = await buses.connect()
  await database.reset()
  const env = { captchaOff: true, trustProxy: undefined, ...others, tls: undefined }
  const logLevel = logFile ? 'warn' : (process.env.TEST_LOG ?? 'silent')
  const machine = (folder: string) => ({ store: store(folder), env: { ...env, dataDir: folder } })
  const built = { open, seal: testSeal, mostTurnedAway, agentFolder }
  const running = await buildApp({ ...built, ...machine(dataDir), bus, logLevel })
  const address = await running.app.listen({ port, host: '127.0.0.1' })
  const as = (token: string | undefined, language = 'en') => client(running, token, language)
  const nobody = as(undefined)

  const site: TestSite = {
    ...running,
    nobody,
    admin: nobody,
    address,
    dataDir,
    as,
    signIn: async (username, password) => {
      const body = { username, password, ...(await solvedCaptcha(running, nobody)) }
      return as((await nobody.call(session.login, { body })).token)
    },
    enrol: async (hardwareId, key = running.deps.parameters.get('device.enrolmentKey')) => {
      const answer = await nobody.ask(
        { method: 'POST', path: enrollPath },
        { body: { key, deviceId: hardwareId, brand: 'Deck', model: 'One' } },
      )
      return (answer.data as { token: string }).token
    },
    reset: async () => {
      await running.flush()
      await database.reset()
      buses.countAnew()
      running.deps.sessions.forget()
      await running.deps.parameters.load()
      site.admin = as(
        await running.deps.sessions.start(UserId.parse(1), { ip: '127.0.0.1', userAgent: 'test' }),
      )
    },
    keep: async () => {
      const restore = await database.keep()
      const kept = path.join(dataDir, 'kept')
      const folders = ['files', 'recordings'].filter((name) => existsSync(path.join(dataDir, name)))
      for (const name of folders)
        await cp(path.join(dataDir, name), path.join(kept, name), { recursive: true })
      return async () => {
        await running.flush()
        await restore()
        // Files are never rewritten, so only removed ones must be restored.
        for (const name of folders)
          await cp(path.join(kept, name), path.join(dataDir, name), { recursive: true, force: false })
        running.deps.sessions.forget()
        await running.deps.parameters.load()
      }
    },
    another: async (way = (own) => own, folder = dataDir, { port: otherPort = 0, region } = {}) => {
      const otherBus = buses.connectEach ? await buses.connect() : bus
      const at = machine(folder)
      const other = await buildApp({
        ...built,
        ...at,
        env: { ...at.env, region },
        bus: way(otherBus),
        logLevel: 'silent',
      })
      const otherAddress = await other.app.listen({ port: otherPort, host: '127.0.0.1' })
      const close = async () => {
        await other.close()
        if (otherBus !== bus) await otherBus.close()
      }
      const { app, deps, jobs, metrics } = other
      return { address: otherAddress, app, deps, jobs, metrics, close }
    },
    stop: async () => {
      await running.close()
      await bus.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await site.reset()
  return site
}

/** Where the servers of a site meet. */
function testBuses() {
  const redis = process.env.TEST_REDIS_URL
  // Sites of other tests share the Redis.
  const prefix = `test-${randomUUID()}`
  let counting = 0
  return {
    connectEach: Boolean(redis),
    async connect(): Promise<Bus> {
      const bus: Bus = redis ? await RedisBus.connect(redis, { prefix }) : new InProcessBus()
      const count = bus.count.bind(bus)
      bus.count = (name, forMs) => count(`${counting}:${name}`, forMs)
      return bus
    },
    /** What is limited per minute begins at zero. */
    countAnew: () => {
      counting += 1
    },
  }
}

/** The text that a person would read in the image; undefined when the site requires none. */
export async function solvedCaptcha({ deps }: RunningApp, nobody: TestClient) {
  const { idKeyC } = await nobody.call(session.captcha)
  const [row] = await deps.db.select().from(captchas).where(eq(captchas.key, idKeyC))
  return { verifyKey: idKeyC, verifyCode: row?.answer ?? '' }
}

function client({ app }: RunningApp, token: string | undefined, language: string): TestClient {
  const ask: TestClient['ask'] = async (endpoint, { params = {}, query = {}, body } = {}) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const response = await app.inject({
      method: endpoint.method,
      url: `${filled(endpoint.path, params)}?${search}`,
      headers: { languageselect: language, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    if (String(response.headers['content-type']).startsWith('application/octet-stream'))
      return { code: 0, msg: '', data: response.rawPayload }
    return response.json()
  }
  const call: TestClient['call'] = async (endpoint, request) => {
    const { code, msg, data } = await ask(endpoint, request as object)
    if (code !== 0) throw new Error(`${endpoint.path} answered ${code}: ${msg}`)
    return data as never
  }
  return { ask, call, token }
}

/** Another user of the site, signed in; roles by key. */
export async function addUser(
  site: TestSite,
  user: Partial<typeof users.$inferInsert> & { userName: string },
): Promise<{ id: UserId; client: TestClient }> {
  const hash = await passwordHash()
  const key = sealedKey(testSeal, user.conSecret ?? randomText(24))
  const row = { nickName: user.userName, ...user, ...key, passwordHash: hash }
  const [saved] = await site.deps.db.insert(users).values(row).returning({ id: users.id })
  return { id: (saved as { id: UserId }).id, client: await site.signIn(user.userName, adminPassword) }
}
