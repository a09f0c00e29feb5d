import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataImportProgress, dataImport } from '@fleetdeck/contract/data-items'
import { UserId } from '@fleetdeck/contract/ids'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { changedPassword, firstSignIn, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { fillAsInstalled } from '@fleetdeck/testing/site/installed-database'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDb, openDb } from '../db/open-db.ts'
import { JobStore } from './job-store.ts'
import type { JobProgress } from './jobs.queries.ts'

const server = process.env.TEST_DATABASE_URL
const owner = UserId.parse(1)

describe.skipIf(!server)('when the database is away', () => {
  let proxy: FaultProxy
  let database: Awaited<ReturnType<typeof newPostgres>>
  /** Through the proxy. */
  let open: OpenDb
  /** Past the proxy. */
  let direct: pg.Client
  let app: FastifyInstance
  let store: JobStore<JobProgress>

  beforeAll(async () => {
    proxy = await FaultProxy.start(server ?? '')
    database = await newPostgres(server)
    const behind = new URL(database.url)
    behind.host = new URL(proxy.url).host
    open = await openDb({ dataDir: '', databaseUrl: behind.href })
    await fillAsInstalled(open)
    direct = new pg.Client(database.url)
    await direct.connect()
    await direct.query(`create table written (row int);
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(7); return null; end $$;
      create constraint trigger hold after insert on written deferrable initially deferred
        for each row execute function hold()`)
  })
  beforeEach(async () => {
    // Half a second may pass after a test until the database is known to be back; until then statements are refused.
    await expect.poll(() => open.state().away).toBeUndefined()
    await direct.query('truncate written')
    app = Fastify()
    store = new JobStore(app, { db: open.db, log: app.log }, 'test')
  })
  afterEach(async () => {
    await proxy.set('pass')
    await direct.query('select pg_advisory_unlock_all()')
    await app.close()
  })
  afterAll(async () => {
    await direct.end()
    await open.close()
    await database.drop()
    await proxy.close()
  })

  const start = (work: Parameters<typeof store.start>[2]['work']) =>
    store.start(owner, { state: 'running', total: 1, done: 0 }, { work, onFailure: {} })
  const ended = async (jobId: string) => {
    let progress: JobProgress | undefined
    await expect
      .poll(async () => {
        progress = (await store.progress(owner, jobId)).progress
        return progress.state
      })
      .not.toBe('running')
    return progress
  }
  const rows = async () => (await direct.query('select row from written')).rows
  const untilHeld = () =>
    expect
      .poll(async () => {
        const held =
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        return (await direct.query(held)).rowCount
      })
      .toBe(1)
  /** Writes one row, and counts the attempts. */
  const oneRow = () => {
    const counted = { attempts: 0 }
    const work: Parameters<typeof start>[0] = async (job) => {
      await job.commit(async (tx) => {
        counted.attempts += 1
        await tx.execute('insert into written values (1)')
        return { done: 1 }
      })
      await job.end('done')
    }
    return { counted, work }
  }

  test('a job that fails is ended as failed as soon as it is back, and the server goes on', async () => {
    const failed = Promise.withResolvers<void>()
    const { jobId } = await start(async () => {
      await proxy.set('refuse')
      failed.resolve()
      throw new Error('the work failed')
    })
    await failed.promise
    await expect(store.progress(owner, jobId)).rejects.toThrow()
    await proxy.set('pass')
    expect(await ended(jobId)).toEqual({ state: 'failed', total: 1, done: 0 })
  })

  test('a server that stops does not wait for the end of a job', async () => {
    const failed = Promise.withResolvers<void>()
    await start(async () => {
      await proxy.set('refuse')
      failed.resolve()
      throw new Error('the work failed')
    })
    await failed.promise
    await expect(app.close()).resolves.toBeUndefined()
  })

  test('reports of progress are left out, and the job goes on', async () => {
    const { jobId } = await start(async (job) => {
      await proxy.set('refuse')
      await job.report({ done: 1 })
      await proxy.set('pass')
      await job.end('done')
    })
    expect(await ended(jobId)).toEqual({ state: 'done', total: 1, done: 1 })
  })

  test('a batch that was cut off is written again', async () => {
    await direct.query('select pg_advisory_lock(8)')
    let attempts = 0
    const { jobId } = await start(async (job) => {
      await job.commit(async (tx) => {
        attempts += 1
        await tx.execute('insert into written values (1)')
        await tx.execute('select pg_advisory_xact_lock_shared(8)')
        return { done: 1 }
      })
      await job.end('done')
    })
    await untilHeld()
    await proxy.set('reset')
    await direct.query('select pg_advisory_unlock(8)')
    await proxy.set('pass')
    expect(await ended(jobId)).toMatchObject({ state: 'done', done: 1 })
    expect(attempts).toBeGreaterThan(1)
    expect(await rows()).toEqual([{ row: 1 }])
  })

  test('a batch whose commit arrived is not written again, although the answer was lost', async () => {
    await direct.query('select pg_advisory_lock(7)')
    const { counted, work } = oneRow()
    const { jobId } = await start(work)
    await untilHeld()
    await proxy.set('reset')
    await proxy.set('pass')
    await direct.query('select pg_advisory_unlock(7)')
    expect(await ended(jobId)).toMatchObject({ state: 'done', done: 1 })
    expect({ ...counted, rows: await rows() }).toEqual({ attempts: 1, rows: [{ row: 1 }] })
  })
})

describe.skipIf(!server)('an import whose server is killed', () => {
  let database: Awaited<ReturnType<typeof newPostgres>>
  let direct: pg.Client
  let program: ServerProcess
  const folder = temporaryFolder()
  const firstPassword = 'First-Password-1'
  const begin = async () =>
    startServer({
      DATABASE_URL: database.url,
      DATA_DIR: (await folder).path,
      CAPTCHA: 'off',
      ADMIN_PASSWORD: firstPassword,
    })

  beforeAll(async () => {
    database = await newPostgres()
    direct = new pg.Client(database.url)
    await direct.connect()
  })
  afterAll(async () => {
    await program.kill()
    await direct.end()
    await database.drop()
    await (await folder).remove()
  })

  const send = async (admin: HttpClient, lines: number) => {
    const form = new FormData()
    form.append('file', new Blob([Array.from({ length: lines }, (_, n) => `line ${n}\n`).join('')]), 'a.txt')
    const response = await fetch(`${admin.address}${dataImport.start.path}?groupId=1&name=n&dedupe=0`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin.token}`, languageselect: 'en' },
    })
    return ((await response.json()) as { data: { jobId: string } }).data
  }

  test('says exactly what is in, and goes on with the same file', async () => {
    program = await begin()
    let admin = await firstSignIn(program.address, firstPassword)
    await admin.call(dataGroups.add, { body: { groupName: 'First' } })
    // The second batch of 5000 rows is stopped before it can end.
    await direct.query(`create function hold() returns trigger language plpgsql as $$ begin
        if (select count(*) from data_items) > 5000 then perform pg_advisory_xact_lock_shared(7); end if;
        return null; end $$;
      create trigger hold after insert on data_items for each statement execute function hold();
      select pg_advisory_lock(7)`)
    const query = await send(admin, 12_000)
    await expect.poll(async () => (await admin.call(dataImport.progress, { query })).added).toBe(5000)
    await program.kill()
    await direct.query('select pg_advisory_unlock(7); drop trigger hold on data_items')
    program = await begin()
    admin = await signIn(program.address, changedPassword)
    await direct.query("update jobs set gmt_modified = gmt_modified - interval '1 minute'")
    const said = await admin.call(dataImport.progress, { query })
    expect(said).toMatchObject({ state: 'failed', added: 5000, lines: 5000 })
    expect(said.reason).toMatch(/^The server stopped during the import, after the first 5,000 items/)
    const again = await send(admin, 12_000)
    let progress: DataImportProgress | undefined
    await expect
      .poll(async () => {
        progress = await admin.call(dataImport.progress, { query: again })
        return progress.state
      })
      .toBe('done')
    expect(progress).toMatchObject({ added: 7000, repeated: 5000 })
    expect((await direct.query('select count(*)::int as rows from data_items')).rows).toEqual([
      { rows: 12_000 },
    ])
  })
})
