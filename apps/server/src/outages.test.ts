import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backups } from '@fleetdeck/contract/backups'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { session } from '@fleetdeck/contract/session'
import { type FailingMachine, failingMachine, memoryFile } from '@fleetdeck/testing/faults/failing-machine'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { changedPassword, firstSignIn, HttpClient } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const services = { postgres: process.env.TEST_DATABASE_URL ?? '', redis: process.env.TEST_REDIS_URL ?? '' }
const password = 'Given-Password-1'
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe.skipIf(!services.postgres || !services.redis)('a server whose services fail', () => {
  const role = `limited_${process.pid}`
  const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`
  let server: ServerProcess
  let settings: Record<string, string>
  let admin: HttpClient
  let database: { url: string; drop(): Promise<void> }
  const proxies = {} as { postgres: FaultProxy; redis: FaultProxy }

  beforeAll(async () => {
    database = await newPostgres()
    await asOwner((owner) =>
      owner.query(
        `create role ${role} login; grant all on database ${new URL(database.url).pathname.slice(1)} to ${role}; grant all on schema public to ${role}`,
      ),
    )
    const url = new URL(database.url)
    url.username = role
    proxies.postgres = await FaultProxy.start(url.href)
    proxies.redis = await FaultProxy.start(services.redis)
    const folder = await temporaryFolder()
    settings = {
      DATABASE_URL: proxies.postgres.url,
      DATABASE_POOL: '4',
      REDIS_URL: proxies.redis.url,
      REDIS_PREFIX: `outage-${process.pid}`,
      CAPTCHA: 'off',
      ADMIN_PASSWORD: password,
      SECRET_KEY_FILE: path.join(folder.path, 'secret.key'),
      FILES_DIR: folder.path,
    }
    server = await startServer({ ...settings, DATA_DIR: folder.path })
    ends.push(
      folder.remove,
      database.drop,
      () => asOwner((owner) => owner.query(`drop owned by ${role}; drop role ${role}`)),
      () => proxies.postgres.close(),
      () => proxies.redis.close(),
    )
    ends.push(server.stop)
    admin = await firstSignIn(server.address, password)
  })

  async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    try {
      return await work(owner)
    } finally {
      await owner.end()
    }
  }

  const ready = async () => {
    const response = await fetch(`${server.address}/readyz`)
    return { status: response.status, said: await response.text() }
  }
  const isReady = () => expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 200, said: 'ok\n' })
  const ask = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(server.address + path, {
      method,
      headers: {
        authorization: `Bearer ${admin.token}`,
        languageselect: 'en',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      answer: await response.json(),
    }
  }
  const statusesOf = async (calls: number) => {
    const answers = await Promise.all(Array.from({ length: calls }, () => ask(deviceGroups.list.path)))
    return new Set(answers.map(({ status }) => status))
  }
  /** Connections that were ended fail one statement each. */
  const allAnswer = () => expect.poll(() => statusesOf(20), { timeout: 20_000 }).toEqual(new Set([200]))
  const notNow = (msg: string) => ({
    status: 503,
    retryAfter: '3',
    answer: { code: 503, msg, data: { retryAfter: 3 } },
  })

  for (const mode of ['refuse', 'hang', 'half-open', 'reset'] as const)
    test(`answers "not now" while PostgreSQL is unreachable (${mode}), keeps sessions and recovers`, async () => {
      await isReady()
      onTestFinished(() => proxies.postgres.set('pass'))
      await proxies.postgres.set(mode)
      const silent = notNow('The database is not responding. Try again in 3 s.')
      await expect.poll(() => ask(session.info.path), { timeout: 20_000 }).toEqual(silent)
      expect(await ask(deviceGroups.add.path, 'POST', { groupName: `lost ${mode}` })).toEqual(silent)
      await expect.poll(ready).toEqual({ status: 503, said: 'not ready\ndatabase does not answer\n' })
      await proxies.postgres.set('pass')
      await expect.poll(async () => (await ask(session.info.path)).status, { timeout: 20_000 }).toBe(200)
      await isReady()
      await admin.call(deviceGroups.add, { body: { groupName: `kept ${mode}` } })
    })

  test('works with the connections that it has when PostgreSQL gives no more', async () => {
    await isReady()
    // One of them asks whether PostgreSQL is there: two are left for calls, of the four that may be opened.
    await asOwner((owner) => owner.query(`alter role ${role} connection limit 3`))
    onTestFinished(async () => {
      await asOwner((owner) => owner.query(`alter role ${role} connection limit -1`))
    })
    await asOwner((owner) => owner.query(endConnections))
    await isReady()
    await allAnswer()
    expect(await statusesOf(120)).toEqual(new Set([200]))
  })

  test('keeps the connections of calls when PostgreSQL ends the one that asks whether it is there', async () => {
    const asking = `usename = '${role}' and query like '%transaction_read_only%'`
    const pids = (which: string) =>
      asOwner(async (owner) => {
        const { rows } = await owner.query(`select pid from pg_stat_activity where ${which} order by pid`)
        return rows.map(({ pid }) => pid)
      })
    const ofCalls = () => pids(`usename = '${role}' and query not like '%transaction_read_only%'`)
    await isReady()
    await expect.poll(async () => (await pids(asking)).length).toBe(1)
    await allAnswer()
    const [kept, [ended]] = [await ofCalls(), await pids(asking)]
    await asOwner((owner) => owner.query('select pg_terminate_backend($1)', [ended]))
    await expect
      .poll(
        async () => {
          expect(await statusesOf(20)).toEqual(new Set([200]))
          return (await pids(asking)).some((pid) => pid !== ended)
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(await statusesOf(20)).toEqual(new Set([200]))
    // The server may have opened more in the meantime.
    expect(await ofCalls()).toEqual(expect.arrayContaining(kept))
  })

  test('says so when PostgreSQL is read-only, and shows what it has', async () => {
    await isReady()
    const set = (isOn: boolean) =>
      asOwner(async (owner) => {
        await owner.query(`alter role ${role} set default_transaction_read_only = ${isOn}`)
        await owner.query(endConnections)
      })
    onTestFinished(async () => {
      await asOwner((owner) => owner.query(`alter role ${role} reset default_transaction_read_only`))
    })
    await set(true)
    await expect
      .poll(ready, { timeout: 20_000 })
      .toEqual({ status: 503, said: 'not ready\ndatabase is read-only\n' })
    expect(await ask(deviceGroups.add.path, 'POST', { groupName: 'refused' })).toEqual(
      notNow(
        'The database is read-only and nothing can be saved. Try again later, or contact an administrator.',
      ),
    )
    expect((await ask(session.info.path)).status).toBe(200)
    await set(false)
    await allAnswer()
    await isReady()
  })

  for (const mode of ['refuse', 'hang', 'half-open'] as const)
    test(`saves and answers while Redis is unreachable (${mode}), and says that it is`, async () => {
      await isReady()
      await allAnswer()
      onTestFinished(() => proxies.redis.set('pass'))
      await proxies.redis.set(mode)
      const group = { groupName: `without Redis ${mode}` }
      expect((await ask(deviceGroups.add.path, 'POST', group)).answer).toMatchObject({ code: 0 })
      await expect
        .poll(ready, { timeout: 20_000 })
        .toEqual({ status: 503, said: 'not ready\nredis is not heard, or does not hear this server\n' })
      expect((await fetch(`${server.address}/readyz?exclude=redis`)).status).toBe(200)
      expect((await ask(deviceGroups.add.path, 'POST', { groupName: `${mode} again` })).answer).toMatchObject(
        {
          code: 0,
        },
      )
      expect(server.printed()).toContain('Redis is lost')
      await proxies.redis.set('pass')
      await isReady()
    })

  test('writes how a backup ended that PostgreSQL interrupted, and makes the next one', async () => {
    await isReady()
    onTestFinished(() => proxies.postgres.set('pass'))
    await admin.call(backups.add)
    await proxies.postgres.set('reset')
    await expect.poll(async () => (await ready()).status).toBe(503)
    await proxies.postgres.set('pass')
    await isReady()
    const isRunning = async () => (await admin.call(backups.list)).isRunning
    await expect.poll(isRunning).toBe(false)
    await admin.call(backups.add)
    await expect.poll(isRunning).toBe(false)
    expect((await admin.call(backups.list)).list.length).toBeGreaterThan(0)
  })

  test('does not claim a message of an alarm whose claim it is never notified of', async () => {
    await isReady()
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    onTestFinished(async () => {
      await proxies.postgres.set('pass')
      await owner.end()
    })
    await owner.query('begin; lock table alarm_messages in access exclusive mode')
    await owner.query(
      `insert into alarm_messages (user_id, kind, text, alarm_count) values (1, 'opened', 'x', 1)`,
    )
    const statements = (condition: string) =>
      asOwner(async (client) => {
        const { rowCount } = await client.query(
          `select 1 from pg_stat_activity where usename = '${role}' and ${condition}`,
        )
        return rowCount
      })
    const claims = () => statements(`query like '%alarm_messages%' and wait_event_type = 'Lock'`)
    await expect.poll(claims).toBeGreaterThan(0)
    await proxies.postgres.set('reset')
    await expect.poll(() => server.printed()).toContain('alarm messages')
    await owner.query('commit')
    await expect.poll(() => statements('true')).toBe(0)
    const { rows } = await owner.query('select state, claimed_until from alarm_messages')
    expect(rows).toEqual([{ state: 'waiting', claimed_until: null }])
  })

  for (const days of [3, -3])
    test(`a second server whose clock is ${days} days ahead has the same sessions`, async () => {
      await isReady()
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const machine = path.join(folder.path, 'machine.json')
      const other = await startServer({
        ...settings,
        DATA_DIR: folder.path,
        FAILING_MACHINE: machine,
        NODE_OPTIONS: `--import=${failingMachine}`,
      })
      onTestFinished(other.kill)
      const facts: FailingMachine = { clockMs: days * 86_400_000, diskMs: 0, measurement: 1 }
      await writeFile(machine, JSON.stringify(facts))
      await expect.poll(() => existsSync(memoryFile(machine, other.pid))).toBe(true)
      const both = [server.address, other.address].map((address) => new HttpClient(address))
      const body = { username: 'admin', password: changedPassword }
      for (const [at, client] of both.entries()) {
        const { token } = await client.call(session.login, { body })
        await new HttpClient(both[1 - at]?.address ?? '', token).call(session.info)
      }
    })

  test('stops in order although Redis receives it only partly', async () => {
    await proxies.redis.set('half-open')
    expect(await server.stop()).toBe(0)
  })
})
