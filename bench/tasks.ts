import { setTimeout as delay } from 'node:timers/promises'
import type { ScriptId } from '@fleetdeck/contract/ids'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { startLightFleet } from '../apps/agent/src/light-phones.ts'
import { type OpenDb, openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onPostgresAndRedis, type Shared, sharedSettings } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { inMs, printRows, quantile } from './figures.ts'
import { fillSite } from './filled-site.ts'
import { measureControl } from './tasks/start-tasks.ts'
import { addScript, taskToAll } from './tasks/task-to-all.ts'
import { until } from './tasks/until.ts'

const calls = 100

/** `npm run bench -- tasks 0.01` runs a hundredth of it, as a trial. */
const share = Number(process.argv[3] ?? 1)
const phones = Math.round(15_000 * share)
const dueTogether = Math.round(5000 * share)
const records = Math.round(1_000_000 * share)

export const benchTasks = () => onPostgresAndRedis(measure)

/** Both servers have half of the phones. */
function connected(servers: readonly ServerProcess[], tokens: string[]) {
  const fleets = servers.map(({ address }, place) =>
    startLightFleet({
      server: new URL(address),
      identities: tokens.filter((_, index) => index % servers.length === place).map((token) => ({ token })),
    }),
  )
  return {
    count: () => fleets.reduce((sum, fleet) => sum + fleet.connected(), 0),
    stop: () => Promise.all(fleets.map((fleet) => fleet.stop())),
  }
}

async function measure(shared: Shared): Promise<void> {
  const where = { dataDir: shared.folder, databaseUrl: shared.url }
  await fillSite(where, { devices: phones, groups: 1 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, phones)
  const start = (name: string) => startServer({ CAPTCHA: 'off', ...sharedSettings(shared, name) })
  const servers = [await start('first'), await start('second')] as const
  try {
    const admin = await signIn(servers[0].address, changedPassword)
    const scriptId = await addScript(admin)
    const latencies = await measureControl(admin, servers[1])
    const together = await toAllPhones(open, admin, { scriptId, tokens, servers })
    const due = await inOneSecond(open, scriptId)
    const pages = await overMillion(open, admin)
    printRows(
      ['PostgreSQL', 'figure', 'goal'],
      [
        [
          `one task to ${phones} phones, enabled to acknowledged p99, ms`,
          inMs(quantile(together, 0.99)),
          '5000',
        ],
        ['phones that acknowledged it', String(together.length), String(phones)],
        ['pause, on a phone of the other server: worst of 10, ms', inMs(Math.max(...latencies.pause)), '200'],
        ['continue, ms', inMs(Math.max(...latencies.continue)), '200'],
        ['stop, ms', inMs(Math.max(...latencies.stop)), '200'],
        [
          `${dueTogether} tasks due in one second, two servers: late p99, ms`,
          inMs(quantile(due.late, 0.99)),
          '1000',
        ],
        ['the last one claimed after, ms', inMs(Math.max(...due.late)), '2000'],
        ['times claimed, and runs made', `${due.late.length}, ${due.runs}`, `${dueTogether}, ${dueTogether}`],
        [`task page over ${records} records p95, ms`, inMs(quantile(pages.list, 0.95)), '150'],
        ['a task’s runs p95, ms', inMs(quantile(pages.runs, 0.95)), '150'],
      ],
    )
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await open.close()
  }
}

/** Milliseconds from the start of a task to each phone's answer, as received by the server. */
async function toAllPhones(
  open: OpenDb,
  admin: HttpClient,
  { scriptId, tokens, servers }: { scriptId: ScriptId; tokens: string[]; servers: readonly ServerProcess[] },
): Promise<number[]> {
  const fleet = connected(servers, tokens)
  try {
    await until('all phones to connect', () => fleet.count() === phones)
    await delay(2000)
    return await taskToAll(open, admin, { scriptId, phones })
  } finally {
    await fleet.stop()
  }
}

/** Tasks of one device each, due at the same moment: the delay of each claim. */
async function inOneSecond({ db }: OpenDb, scriptId: ScriptId): Promise<{ late: number[]; runs: number }> {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 10_000).toISOString()
  await db.execute(sql`
    with made as (
      insert into tasks (task_name, script_id, tenant_id, exec_type, schedule_type, cron_text, status, next_run_at)
      select 'Due ' || n, ${scriptId}::int, 1, 1, 2, '0 0 0 1 1 ?', 0, ${at}::timestamptz
      from generate_series(1, ${dueTogether}::int) n returning id
    ) insert into task_devices (task_id, device_id, tenant_id)
      select made.id, d.id, d.tenant_id from made join devices d on d.id = 1 + made.id % ${phones}::int`)
  const read = async () => {
    const { rows } = await db.execute<{ ms: number }>(sql`
      select extract(epoch from fired_at - due_at)::float8 * 1000 as ms from task_firings
      where due_at = ${at}::timestamptz`)
    return rows.map(({ ms }) => Number(ms))
  }
  await until('all times to be claimed', async () => (await read()).length >= dueTogether)
  await delay(1000)
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from task_runs where due_at = ${at}::timestamptz`)
  return { late: await read(), runs: rows[0]?.count ?? 0 }
}

async function overMillion({ db }: OpenDb, admin: HttpClient): Promise<{ list: number[]; runs: number[] }> {
  await db.execute(sql`
    insert into task_runs (run_key, task_id, device_id, device_no, state, is_newest, due_at, not_before, ended_at)
    select 'bench-' || n, t.id, 1 + n % ${phones}::int, 'B', case n % 10 when 0 then 'failed' else 'succeeded' end,
      false, now(), now(), now()
    from generate_series(1, ${records}::int) n
    join (select id, row_number() over (order by id) as place from tasks limit 20) t on t.place = 1 + n % 20`)
  await db.execute(sql`analyze task_runs`)
  const timed = async (call: () => Promise<unknown>) => {
    const took: number[] = []
    for (let n = 0; n < calls; n += 1) {
      const began = performance.now()
      await call()
      took.push(performance.now() - began)
    }
    return took
  }
  return {
    list: await timed(() => admin.call(tasks.list, { query: { orderByColumn: 'id', isAsc: 'asc' } })),
    runs: await timed(() => admin.call(taskRuns.list, { query: { taskId: 1, newest: '1' } })),
  }
}
