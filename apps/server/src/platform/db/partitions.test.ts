import { DeviceId } from '@fleetdeck/contract/ids'
import { tasks } from '@fleetdeck/contract/tasks'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pruneRuns } from '../../features/tasks/schedule/firing.queries.ts'
import { runJob } from '../../testing/run-job.ts'
import { knownMigrations } from './known-migrations.ts'
import { migrate } from './migrate.ts'
import { overEmbedded } from './open-db.ts'
import { createPartitions, partitioned, removeOlder } from './partitions.queries.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'
import { loginLogs } from './schema/login-logs.ts'
import { taskLines, taskRuns } from './schema/task-runs.ts'

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterAll(() => site.stop())

const rowsOf = async <Row extends object>(statement: SQL) =>
  (await site.deps.db.execute<Row & Record<string, unknown>>(statement)).rows
const count = async (table: string, where = sql`true`) =>
  (
    await rowsOf<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`)
  )[0]?.n
const namesOf = async (statement: SQL) => (await rowsOf<{ name: string }>(statement)).map(({ name }) => name)
const partitionsOf = (table: string) =>
  namesOf(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`,
  )
const compact = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '')

/** A partition of a past time: its first day, and the day after its last one. */
async function addPast(table: string, from: Date, to: Date): Promise<string> {
  const name = `${table}_${compact(from)}`
  const day = (at: Date) => sql.raw(`'${at.toISOString().slice(0, 10)} 00:00:00+00'`)
  await site.deps.db.execute(
    sql`create table ${sql.identifier(name)} partition of ${sql.identifier(table)} for values from (${day(from)}) to (${day(to)})`,
  )
  onTestFinished(
    async () => void (await site.deps.db.execute(sql`drop table if exists ${sql.identifier(name)}`)),
  )
  return name
}

const addLogin = (userName: string, loginAt: Date) =>
  site.deps.db.insert(loginLogs).values({ userName, loginAt, ip: '1.2.3.4', status: 0, msg: 'a' })
const whereIs = (userName: string) =>
  namesOf(sql`select tableoid::regclass::text as name from login_logs where user_name = ${userName}`)

test('the tables that are partitioned are those whose partitions are created', async () => {
  const found = await namesOf(
    sql`select partrelid::regclass::text as name from pg_partitioned_table order by 1`,
  )
  expect(found).toEqual(
    Object.values(partitioned)
      .map(({ name }) => name)
      .sort(),
  )
})

describe('partitions', () => {
  test('are created for the next days and weeks, once, also by several servers at the same time', async () => {
    await Promise.all([createPartitions(site.deps.db), createPartitions(site.deps.db)])
    expect(await createPartitions(site.deps.db)).toBe(0)
    expect(await partitionsOf('device_history')).toContain(`device_history_${compact(daysAgo(-1))}`)
    for (const { name } of Object.values(partitioned)) {
      const found = await partitionsOf(name)
      expect(found, name).toContain(`${name}_default`)
      expect(found.length, name).toBeGreaterThanOrEqual(3)
    }
    await addLogin('next week', daysAgo(-7))
    expect(await whereIs('next week')).toEqual([expect.stringMatching(/^login_logs_\d{8}$/)])
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'of a table that is read for long are created, and dropped, later',
    async () => {
      await createPartitions(site.deps.db)
      const past = await addPast('login_logs', daysAgo(400), daysAgo(393))
      const next = (await partitionsOf('login_logs')).filter((name) => /_\d{8}$/.test(name)).at(-1) ?? ''
      await site.deps.db.execute(sql`drop table ${sql.identifier(next)}`)
      await site.deps.db.transaction(async (reader) => {
        await reader.select().from(loginLogs)
        expect(await createPartitions(site.deps.db)).toBe(0)
        await addLogin('stray', daysAgo(500))
        expect(await removeOlder(site.deps.db, partitioned.loginLogs, daysAgo(300), 10)).toBe(1)
        expect(await partitionsOf('login_logs')).toContain(past)
      })
      await addLogin('old', daysAgo(395))
      expect(await createPartitions(site.deps.db)).toBe(1)
      expect(await removeOlder(site.deps.db, partitioned.loginLogs, daysAgo(300), 10)).toBe(1)
      expect(await partitionsOf('login_logs')).not.toContain(past)
    },
  )

  test('are not created for a time of which there are rows: they stay together', async () => {
    const names = (await partitionsOf('login_logs')).filter((name) => name !== 'login_logs_default')
    for (const name of names) await site.deps.db.execute(sql`drop table ${sql.identifier(name)}`)
    await addLogin('early', daysAgo(-7))
    expect(await createPartitions(site.deps.db)).toBe(1)
    await addLogin('late', daysAgo(-7))
    expect(await whereIs('early')).toEqual(['login_logs_default'])
    expect(await whereIs('late')).toEqual(['login_logs_default'])
    await site.deps.db.delete(loginLogs)
    await createPartitions(site.deps.db)
  })
})

describe('of what is older than its days', () => {
  test('ended partitions are dropped, and rows of the default partition deleted', async () => {
    const past = await addPast('login_logs', daysAgo(400), daysAgo(393))
    const lasting = await addPast('login_logs', daysAgo(184), daysAgo(177))
    for (const n of [394, 395, 396]) await addLogin('dropped', daysAgo(n))
    for (const n of [179, 183]) await addLogin('with its week', daysAgo(n))
    for (const n of [185, 500, 501]) await addLogin('stray', daysAgo(n))
    await addLogin('kept', daysAgo(30))
    await runJob(site, 'pruneLoginLogs')
    expect(await partitionsOf('login_logs')).not.toContain(past)
    expect(await partitionsOf('login_logs')).toContain(lasting)
    expect(await count('login_logs', sql`user_name in ('dropped', 'stray')`)).toBe(0)
    expect(await count('login_logs', sql`user_name in ('with its week', 'kept')`)).toBe(3)
    const [job] = await rowsOf<{ done: number }>(
      sql`select done_count as done from scheduled_job_runs where invoke_target = 'pruneLoginLogs' order by id desc limit 1`,
    )
    expect(job?.done).toBe(6)
  })

  test('runs that have not ended stay, with their questions, and old lines and other questions go', async () => {
    const past = [
      await addPast('task_runs', daysAgo(50), daysAgo(43)),
      await addPast('task_lines', daysAgo(50), daysAgo(43)),
    ]
    await fixture.phone(1)
    const id = await fixture.task()
    await expect.poll(() => fixture.states()).toEqual(['sent'])
    const at = daysAgo(45)
    const open = await site.deps.db.update(taskRuns).set({ createdAt: at }).returning({ id: taskRuns.id })
    const run = {
      taskId: id,
      deviceId: DeviceId.parse(1),
      deviceNo: 'A1',
      isNewest: false,
      dueAt: at,
      notBefore: at,
    }
    const ended = await site.deps.db
      .insert(taskRuns)
      .values({ ...run, runKey: 'ended', state: 'succeeded', createdAt: at })
      .returning({ id: taskRuns.id })
    await site.deps.db.execute(
      sql`insert into run_questions (run_id, device_id, tenant_id, request_id, kind, title, question, placeholder, until, asked_at)
       select id, 1, 1, run_key, 'text', '', state, '', now(), created_at from task_runs`,
    )
    for (const { id: runId } of [...open, ...ended])
      await site.deps.db.insert(taskLines).values([
        { runId, at, level: 'info', msg: 'old' },
        { runId, at: new Date(), level: 'info', msg: 'new' },
      ])
    await pruneRuns(site.deps.db, daysAgo(30))
    expect(await fixture.runs()).toMatchObject([{ id: open[0]?.id, state: 'sent' }])
    expect(await namesOf(sql`select tableoid::regclass::text as name from task_runs`)).toEqual([
      'task_runs_default',
    ])
    expect(await count('task_lines', sql`msg = 'old'`)).toBe(0)
    expect(await rowsOf(sql`select question from run_questions`)).toEqual([{ question: 'sent' }])
    for (const name of past) expect(await partitionsOf('task_runs')).not.toContain(name)
  })

  test('a run of the default partition goes with its lines', async () => {
    await fixture.phone(1)
    await fixture.task()
    await expect.poll(() => fixture.states()).toEqual(['sent'])
    await site.deps.db.update(taskRuns).set({ state: 'succeeded', createdAt: daysAgo(40) })
    await site.deps.db.execute(
      sql`insert into task_lines (run_id, at, level, msg) select id, now(), 'info', 'new' from task_runs`,
    )
    await pruneRuns(site.deps.db, daysAgo(30))
    expect(await count('task_runs')).toBe(0)
    expect(await count('task_lines')).toBe(0)
  })
})

test('a deleted task takes its runs, their lines and their questions with it, in every partition', async () => {
  await createPartitions(site.deps.db)
  const socket = await fixture.phone(1)
  const id = await fixture.task()
  const { runId } = await socket.next('task')
  say(socket, runId, 'succeeded')
  await expect.poll(() => fixture.states()).toEqual(['succeeded'])
  await site.deps.db.execute(
    sql`insert into task_lines (run_id, at, level, msg) select id, now() - n * interval '20 days', 'info', 'x'
     from task_runs, generate_series(0, 1) n`,
  )
  await site.deps.db.execute(
    sql`insert into run_questions (run_id, device_id, tenant_id, request_id, kind, title, question, placeholder, until)
     select id, 1, 1, 'q', 'text', '', '', '', now() from task_runs`,
  )
  await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
  await site.admin.call(tasks.remove, { query: { ids: String(id) } })
  for (const table of ['task_runs', 'task_lines', 'run_questions']) expect(await count(table), table).toBe(0)
})

describe('a database from before', () => {
  /** As of the version before, with this one's migrations still to come. */
  async function former() {
    const migrations = knownMigrations()
    const place = migrations.findIndex(({ sql }) => sql.join().includes('partition_by_time'))
    const until = migrations[place - 1]?.folderMillis ?? 0
    const { pool, close } = await emptyDatabase()
    onTestFinished(close)
    await migrate(pool, { until })
    return { pool, db: drizzle(pool, { casing: 'snake_case' }) }
  }

  async function emptyDatabase() {
    if (!process.env.TEST_DATABASE_URL) return overEmbedded(await EmbeddedPostgres.open({}))
    const { url, drop } = await newPostgres()
    const pool = new pg.Pool({ connectionString: url })
    // Dropping the database ends connections that are still closing.
    pool.on('error', () => {})
    const close = async () => {
      await pool.end()
      await drop()
    }
    return { pool, close }
  }

  const listOf = async (pool: pg.Pool, table: string, what: string) =>
    (await pool.query(`select ${what} as it from ${table} order by id`)).rows.map(({ it }) => it)
  const partition = 'tableoid::regclass::text'

  test('keeps its rows and the numbers of the next ones, and forgets by rows before and after', async () => {
    const { db, pool } = await former()
    const add = (name: string, days: number) =>
      pool.query(
        `insert into login_logs (user_name, ip, status, msg, login_at)
         values ($1, '', 0, '', now() - $2 * interval '1 day') returning id`,
        [name, days],
      )
    for (const [name, days] of [
      ['a', 400],
      ['b', 300],
      ['c', 200],
      ['d', 0],
      ['future', -20],
    ] as const)
      await add(name, days)
    const names = () => listOf(pool, 'login_logs', 'user_name')
    expect(await createPartitions(db)).toBe(0)
    expect(await removeOlder(db, partitioned.loginLogs, daysAgo(350), 10)).toBe(1)
    expect(await names()).toEqual(['b', 'c', 'd', 'future'])
    await migrate(pool)
    expect(await names()).toEqual(['b', 'c', 'd', 'future'])
    expect((await add('e', 0)).rows).toEqual([{ id: 6 }])
    expect(await createPartitions(db)).toBeGreaterThan(0)
    await add('next week', -7)
    const [first, rest] = ['login_logs_first', 'login_logs_default']
    expect(await listOf(pool, 'login_logs', partition)).toEqual([
      ...[first, first, first, rest, first],
      expect.stringMatching(/^login_logs_\d{8}$/),
    ])
    expect(await removeOlder(db, partitioned.loginLogs, daysAgo(100), 10)).toBe(2)
    expect(await names()).toEqual(['d', 'future', 'e', 'next week'])
    expect(await removeOlder(db, partitioned.loginLogs, daysAgo(-7), 10)).toBe(2)
    expect(await names()).toEqual(['future', 'next week'])
    expect((await pool.query(`select to_regclass('${first}') as it`)).rows).toEqual([{ it: null }])
  })

  test('keeps its runs with their lines, and those that have not ended also after their partition', async () => {
    const { db, pool } = await former()
    await pool.query(
      `insert into task_runs (run_key, device_id, device_no, is_newest, due_at, not_before, state, created_at)
       select 'run ' || state, null, 'A1', false, now(), now(), state, now() - interval '90 days'
       from unnest(array['succeeded', 'running']) state`,
    )
    await pool.query(
      `insert into task_lines (run_id, at, level, msg) select id, now(), 'info', run_key from task_runs`,
    )
    await migrate(pool)
    await pruneRuns(db, daysAgo(-7))
    expect(await listOf(pool, 'task_runs', `run_key || ' in ' || ${partition}`)).toEqual([
      'run running in task_runs_default',
    ])
    expect(await listOf(pool, 'task_lines', 'msg')).toEqual([])
    const { rows } = await pool.query('select indexrelid::regclass::text from pg_index where not indisvalid')
    expect(rows).toEqual([])
  })
})
