import { generateKeyPairSync } from 'node:crypto'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { incidents } from '@fleetdeck/contract/incidents'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.metrics.sample()
})
afterAll(() => site.stop())

const run = (statement: ReturnType<typeof sql>) => site.deps.db.execute(statement)
/** Two checks, because the first may join one in progress. */
async function check() {
  for (const _ of [1, 2]) await site.incidents.check()
}
/** As if so many seconds had passed since the last check. */
const pass = (seconds: number) =>
  run(
    sql`update incidents set last_seen_at = last_seen_at - make_interval(secs => ${seconds}) where ended_at is null`,
  )
const open = async () =>
  (await site.admin.call(incidents.summary)).open.map(({ kind, subject }) =>
    subject ? `${kind} ${subject}` : kind,
  )
const all = async () =>
  (await site.admin.call(incidents.list, { query: { orderByColumn: 'id', isAsc: 'asc' } })).list

/** A server of the installation that was heard so many seconds ago. */
const addServer = (
  name: string,
  heardSeconds: number,
  more: { version?: string; startedSeconds?: number } = {},
) =>
  run(sql`insert into servers (server_name, facts, started_at, heard_at)
    select ${name}, facts || jsonb_build_object('productVersion', ${more.version ?? '0.1.0'}::text),
      now() - make_interval(secs => ${more.startedSeconds ?? 3600}), now() - make_interval(secs => ${heardSeconds})
    from servers limit 1`)

test('nothing is wrong with a fresh installation', async () => {
  await check()
  expect(await site.admin.call(incidents.summary)).toEqual({
    ...{ critical: 0, warning: 0, unacknowledged: 0, open: [] },
    checkedSeconds: 0,
  })
  expect(await all()).toEqual([])
})

describe('a silent server', () => {
  test('is an incident since it was heard last, and is over when it is heard again', async () => {
    await addServer('two:8098', 60)
    await check()
    const [row] = await all()
    expect(row).toMatchObject({
      kind: 'serverSilent',
      subject: 'two:8098',
      severity: 'critical',
      endedAt: null,
    })
    const silentMs = Date.parse(row?.lastSeenAt ?? '') - Date.parse(row?.openedAt ?? '')
    expect(Math.round(silentMs / 10_000)).toBe(6)
    await run(sql`update servers set heard_at = now()`)
    await check()
    // It must stay well for a while.
    expect(await open()).toEqual(['serverSilent two:8098'])
    await pass(50)
    await check()
    expect(await open()).toEqual([])
    expect(await all()).toMatchObject([{ endedAt: expect.any(String) }])
  })

  test('is one incident, however often it comes and goes within the time', async () => {
    await addServer('two:8098', 60)
    for (const heard of ['60 s', '0 s', '60 s', '0 s', '60 s']) {
      await run(sql`update servers set heard_at = now() - ${heard}::interval where server_name = 'two:8098'`)
      await check()
      await pass(20)
    }
    expect(await all()).toHaveLength(1)
  })

  test('is none when it stopped in order', async () => {
    const other = await site.another()
    await other.metrics.sample()
    await other.close()
    await run(sql`update servers set heard_at = now() - interval '2 minutes' where stopped_at is not null`)
    await check()
    expect(await open()).toEqual([])
  })
})

describe('backups', () => {
  const addRun = (state: string, hoursAgo: number) =>
    run(sql`insert into scheduled_job_runs (job_name, job_group, invoke_target, state, server_name, started_at)
      values ('backup', 'SYSTEM', 'backup', ${state}, 'one:8098', now() - make_interval(hours => ${hoursAgo}))`)

  test('that fail are an incident until one succeeds', async () => {
    await addRun('succeeded', 5)
    await addRun('failed', 2)
    await check()
    expect(await all()).toMatchObject([{ kind: 'backupFailed', values: { server: 'one:8098' } }])
    await addRun('succeeded', 1)
    await pass(50)
    await check()
    expect(await open()).toEqual([])
  })

  test('that are older than 26 hours are an incident, but not when they are switched off', async () => {
    await addRun('succeeded', 30)
    await check()
    expect(await all()).toMatchObject([{ kind: 'backupOld', values: { hours: 30 } }])
    await run(sql`update scheduled_jobs set status = 1 where invoke_target = 'backup'`)
    await pass(50)
    await check()
    expect(await open()).toEqual([])
  })
})

test('work that is due and that nobody does is an incident of each queue', async () => {
  await run(sql`insert into alarm_messages (user_id, kind, text, alarm_count, next_try_at, claimed_until)
    values (1, 'opened', 'x', 1, now() + interval '1 hour', null)`)
  await run(
    sql`insert into commands (command, user_id, expires_at) values ('reboot', 1, now() - interval '5 minutes')`,
  )
  await run(
    sql`insert into command_runs (cmd_sub_id, command_id, device_no) select 'a', id, 'A1' from commands`,
  )
  await check()
  const [row, ...others] = await all()
  expect(row).toMatchObject({ kind: 'queueGrows', subject: 'commands', values: { count: 1, minutes: 5 } })
  expect(others).toEqual([])
})

test('servers of different versions are an incident, but not while they are being replaced', async () => {
  await run(sql`update servers set started_at = now() - interval '1 hour'`)
  await addServer('new:8098', 0, { version: '9.9.9', startedSeconds: 60 })
  await check()
  expect(await open()).toEqual([])
  await run(sql`update servers set started_at = now() - interval '11 minutes'`)
  await check()
  expect(await all()).toMatchObject([{ kind: 'versionsDiffer', values: { versions: '0.1.0, 9.9.9' } }])
})

describe('the license', () => {
  const licensed = async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const other = await startTestSite({ licenseKey: publicKey })
    onTestFinished(() => other.stop())
    const found = async () => {
      for (const _ of [1, 2]) await other.incidents.check()
      const { open } = await other.admin.call(incidents.summary)
      return open.map(({ kind, values }) => ({ kind, values }))
    }
    return { other, found }
  }

  test('of a trial is an incident in its last two weeks', async () => {
    const { other, found } = await licensed()
    expect(await found()).toEqual([])
    await other.deps.db.execute(sql`update installation set created_at = now() - interval '20 days'`)
    expect(await found()).toEqual([
      {
        kind: 'licenseEnds',
        values: { date: expect.any(String), days: expect.toSatisfy((days) => days === 9 || days === 10) },
      },
    ])
  })

  test('that is exceeded is an incident', async () => {
    const { other, found } = await licensed()
    await other.deps.db.execute(sql`insert into devices (device_no, device_id, tenant_id)
      select 'A' || n, 'phone-' || n, 1 from generate_series(1, 21) n`)
    expect(await found()).toEqual([{ kind: 'licenseFull', values: { used: 21, devices: 20 } }])
  })
})

test('an incident of a server that no longer runs ends, although nobody judges it any more', async () => {
  await run(sql`insert into incidents (kind, subject, severity, "values", opened_at, last_seen_at)
    values ('loopLate', 'gone:8098', 'warning', '{"ms": 300}', now() - interval '9 minutes', now() - interval '1 minute')`)
  await check()
  expect(await open()).toEqual([])
})

describe('people', () => {
  test('acknowledge an incident once, and take it back', async () => {
    await addServer('two:8098', 60)
    await check()
    const [row] = await all()
    const ids = [row?.id ?? 0]
    expect(await site.admin.call(incidents.ack, { body: { ids } })).toEqual({ count: 1 })
    expect(await site.admin.call(incidents.summary)).toMatchObject({ critical: 1, unacknowledged: 0 })
    expect(await all()).toMatchObject([{ acknowledgedBy: 'admin', acknowledgedAt: expect.any(String) }])
    expect(await site.admin.call(incidents.ack, { body: { ids, isUndone: true } })).toEqual({ count: 1 })
    expect(await all()).toMatchObject([{ acknowledgedBy: null, acknowledgedAt: null }])
  })

  test('filter them by kind, severity, state and day', async () => {
    await addServer('two:8098', 60)
    await run(sql`insert into incidents (kind, subject, severity, "values", opened_at, last_seen_at, ended_at)
      values ('loopLate', 'x', 'warning', '{}', '2026-01-02 12:00Z', '2026-01-02 13:00Z', '2026-01-02 13:00Z')`)
    await check()
    const kinds = async (query: object) =>
      (await site.admin.call(incidents.list, { query })).list.map(({ kind }) => kind)
    expect(await kinds({ kind: 'loopLate' })).toEqual(['loopLate'])
    expect(await kinds({ severity: 'critical' })).toEqual(['serverSilent'])
    expect(await kinds({ state: 'ended' })).toEqual(['loopLate'])
    expect(await kinds({ state: 'open' })).toEqual(['serverSilent'])
    expect(await kinds({ beginTime: '2026-01-01', endTime: '2026-01-03' })).toEqual(['loopLate'])
  })

  test('without the permission, tenants and operators, see nothing', async () => {
    const tenant = await addUser(site, { userName: 'tenant', userType: UserType.front })
    const operator = await addHolder(
      site,
      { userName: 'operator' },
      { permissions: ['device/deviceList/list'], dataScope: DataScope.all },
    )
    for (const client of [tenant.client, operator.client])
      for (const [call, request] of [
        [incidents.list, {}],
        [incidents.summary, {}],
        [incidents.ack, { body: { ids: [1] } }],
      ] as const)
        expect((await client.ask(call, request)).code).toBe(403)
  })
})

test('ended incidents are removed with the old alarms', async () => {
  await run(sql`insert into incidents (kind, subject, severity, "values", opened_at, last_seen_at, ended_at)
    select 'loopLate', n::text, 'warning', '{}', now() - interval '200 days', now() - make_interval(days => n), case when n < 300 then now() - make_interval(days => n) end
    from (values (80), (100)) days(n)`)
  await runJob(site, 'pruneAlarms')
  expect((await all()).map(({ subject }) => subject)).toEqual(['80'])
})
