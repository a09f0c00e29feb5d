import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { incidents } from '@fleetdeck/contract/incidents'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { firstSignIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { installedDatabase } from '@fleetdeck/testing/site/installed-database'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { InProcessBus } from '../../realtime/bus/in-process-bus.ts'
import { judgeServer } from './judge-server.ts'
import { ServerProbe } from './server-probe.ts'

vi.setConfig({ testTimeout: 180_000 })

const services = { postgres: process.env.TEST_DATABASE_URL ?? '', redis: process.env.TEST_REDIS_URL ?? '' }
const password = 'Given-Password-1'

test.skipIf(!services.postgres || !services.redis)(
  'a server without Redis and database answers what it knows, and writes it down with its times when they are back',
  async () => {
    const { url, drop } = await newPostgres()
    const postgres = await FaultProxy.start(url)
    const redis = await FaultProxy.start(services.redis)
    const folder = await temporaryFolder()
    const server = await startServer({
      DATA_DIR: folder.path,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: `incidents-${process.pid}`,
      CAPTCHA: 'off',
      ADMIN_PASSWORD: password,
    })
    onTestFinished(async () => {
      await server.stop()
      await postgres.close()
      await redis.close()
      await drop()
      await folder.remove()
    })
    const admin = await firstSignIn(server.address, password)
    const kinds = async () => {
      const { open } = await admin.call(incidents.summary)
      return open.map(({ id, kind }) => `${kind} ${id > 0 ? 'stored' : 'known'}`).sort()
    }
    await expect.poll(kinds).toEqual([])
    await redis.set('refuse')
    await postgres.set('refuse')
    const lostAt = Date.now()
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['databaseAway known', 'redisAway known'])
    const knownAt = Date.now()
    await redis.set('pass')
    await postgres.set('pass')
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['databaseAway stored', 'redisAway stored'])
    const { list } = await admin.call(incidents.list)
    for (const { openedAt } of list) {
      expect(Date.parse(openedAt)).toBeGreaterThanOrEqual(lostAt - 1000)
      expect(Date.parse(openedAt)).toBeLessThan(knownAt)
    }
    // They end when they have been well for a while.
    await expect.poll(kinds, { timeout: 120_000 }).toEqual([])
    expect(await admin.call(incidents.list, { query: { state: 'ended' } })).toMatchObject({ total: 2 })
  },
)

test.skipIf(!services.postgres || !services.redis)(
  'a server that was killed is an incident until it is back, and one that was stopped is none',
  async () => {
    const { url, drop } = await newPostgres()
    const folder = await temporaryFolder()
    const start = async () =>
      startServer({
        PORT: String(await freePort()),
        DATA_DIR: folder.path,
        DATABASE_URL: url,
        REDIS_URL: services.redis,
        REDIS_PREFIX: `killed-${process.pid}`,
        CAPTCHA: 'off',
        ADMIN_PASSWORD: password,
      })
    const servers = [await start(), await start(), await start()]
    const direct = new pg.Client({ connectionString: url })
    await direct.connect()
    onTestFinished(async () => {
      for (const server of servers) await server.kill()
      await direct.end()
      await drop()
      await folder.remove()
    })
    const [first, killed, stopped] = servers
    const admin = await firstSignIn(first?.address ?? '', password)
    const open = async () =>
      (await admin.call(incidents.summary)).open.map(({ kind, subject }) => [kind, subject])
    const names = async () =>
      (await direct.query<{ name: string }>('select server_name as name from servers')).rows
    await expect.poll(names).toHaveLength(3)
    const known = await names()
    const nameOf = (server: ServerProcess | undefined) =>
      known.find(({ name }) => name.endsWith(`:${new URL(server?.address ?? '').port}`))?.name
    await killed?.kill()
    await stopped?.stop()
    // As if a minute had passed.
    await direct.query(`update servers set heard_at = now() - interval '1 minute' where server_name <> $1`, [
      nameOf(first),
    ])
    await expect.poll(open).toEqual([['serverSilent', nameOf(killed)]])
    await direct.query('update servers set heard_at = now() where server_name = $1', [nameOf(killed)])
    await direct.query(`update incidents set last_seen_at = last_seen_at - interval '1 minute'`)
    await expect.poll(open).toEqual([])
  },
)

test.skipIf(spawnSync('openssl', ['version']).error)(
  'a certificate that ends soon is an incident of its server',
  async () => {
    const folder = await temporaryFolder()
    const { open, close } = await installedDatabase()
    onTestFinished(async () => {
      await close()
      await folder.remove()
    })
    const daysLeft = async (days: number) => {
      const [key, certFile] = ['key.pem', 'cert.pem'].map((name) => path.join(folder.path, name)) as [
        string,
        string,
      ]
      const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost`
      execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certFile], { stdio: 'ignore' })
      const probe = new ServerProbe({
        open,
        bus: new InProcessBus(),
        metrics: { loopDelay: 0 },
        storage: { failure: undefined },
        folders: [folder.path],
        certFile,
      })
      return judgeServer('one', await probe.read()).filter(({ kind }) => kind === 'certificateEnds')
    }
    expect(await daysLeft(30)).toEqual([])
    expect(await daysLeft(3)).toMatchObject([{ kind: 'certificateEnds', values: { days: 2 } }])
  },
)
