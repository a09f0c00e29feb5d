import { newAlarmSetting } from '@fleetdeck/contract/alarms'
import { UserId } from '@fleetdeck/contract/ids'
import { ownAccount, tenantChanges, tenants } from '@fleetdeck/contract/tenants'
import { users as userCalls } from '@fleetdeck/contract/users'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountAlerts, accountDays } from '../../platform/db/schema/account-use.ts'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users } from '../../platform/db/schema/users.ts'
import { setClock } from '../../testing/set-clock.ts'
import { recordUsage } from './record-usage.ts'

let site: TestSite
let robot: RobotServer
beforeAll(async () => {
  site = await startTestSite()
  robot = await startRobot()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  robot.hits.length = 0
  robot.answer = taken
})
afterEach(() => setClock(site, 0))
afterAll(async () => {
  await robot.stop()
  await site.stop()
})

const admin = UserId.parse(1)
type Row = Partial<typeof users.$inferInsert>
/** Signed in before the limits apply. */
async function addBelow(parentId: UserId, userName: string, row: Row = {}) {
  const user = await addUser(site, { userName, parentId, userType: 1 })
  await change(user.id, { nickName: userName, ...row })
  return user
}
const change = (id: UserId, row: Row) => site.deps.db.update(users).set(row).where(eq(users.id, id))
let numbers = 0
async function setDevices(tenantId: UserId, count: number) {
  await site.deps.db.delete(devices).where(eq(devices.tenantId, tenantId))
  if (count === 0) return
  const rows = Array.from({ length: count }, () => {
    numbers += 1
    return { deviceNo: `N${numbers}`, tenantId }
  })
  await site.deps.db.insert(devices).values(rows)
}
async function record() {
  await site.jobs.runTarget('recordUsage')
  await site.jobs.idle()
}
const open = async () => {
  const rows = await site.deps.db
    .select()
    .from(accountAlerts)
    .where(sql`ended_at is null`)
    .orderBy(asc(accountAlerts.userId), asc(accountAlerts.kind))
  return rows.map(({ userId, kind, value, limit }) => [userId, kind, value, limit])
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const addRobot = (userId: UserId) =>
  site.deps.db.insert(alarmSettings).values({
    ...newAlarmSetting,
    ...{ userId, robotKind: 'webhook', robotAddress: `${robot.address}/${userId}`, language: 'en' },
  })
/** Two sends, because the first may join one in progress. */
async function send() {
  await site.deps.db.execute(sql`update alarm_messages set sent_at = sent_at - interval '1 minute'`)
  for (const _ of [1, 2]) await site.alarmSender.send()
}

describe('alerts of accounts', () => {
  test('open and end with the devices of an account and of those below', async () => {
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 10 })
    const leaf = await addBelow(tenant.id, 'leaf')
    const seen: unknown[] = []
    for (const count of [8, 9, 10, 11, 10, 0]) {
      await setDevices(leaf.id, count)
      await record()
      seen.push(await open())
    }
    expect(seen).toEqual([
      [],
      [[tenant.id, 'devicesLow', 9, 10]],
      [[tenant.id, 'devicesFull', 10, 10]],
      [[tenant.id, 'devicesOver', 11, 10]],
      [[tenant.id, 'devicesFull', 10, 10]],
      [],
    ])
  })

  test('about devices and expiry open and end within a minute, those about storage with the use', async () => {
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 2, storageMegabytes: 1 })
    await setDevices(tenant.id, 2)
    await site.deps.db.insert(storedFiles).values({
      fileName: 'one',
      originalName: 'one.bin',
      mediaType: '',
      md5: '',
      size: 2 ** 20,
      ownerId: tenant.id,
    })
    const watch = async () => {
      await site.jobs.runTarget('watchLimits')
      await site.jobs.idle()
    }
    await watch()
    expect(await open()).toEqual([[tenant.id, 'devicesFull', 2, 2]])
    await record()
    const storageFull = [tenant.id, 'storageFull', 1, 1]
    const both = [[tenant.id, 'devicesFull', 2, 2], storageFull]
    expect(await open()).toEqual(both)
    await watch()
    expect(await open()).toEqual(both)
    await setDevices(tenant.id, 0)
    await change(tenant.id, { tenantExpireTime: inDays(-1) })
    await watch()
    expect(await open()).toEqual([[tenant.id, 'expired', null, null], storageFull])
  })

  test('end immediately with a renewal or a larger quota', async () => {
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 1, tenantExpireTime: inDays(-1) })
    const full = [tenant.id, 'devicesFull', 1, 1]
    await setDevices(tenant.id, 1)
    await record()
    expect(await open()).toEqual([full, [tenant.id, 'expired', null, null]])
    await site.admin.call(tenantChanges.renew, { body: { ids: [tenant.id], days: 400 } })
    expect(await open()).toEqual([full])
    const { roleList, posts } = await site.admin.call(userCalls.one, {
      query: { id: tenant.id },
    })
    const draft = {
      nickName: 'tenant',
      roleIds: roleList.slice(1, 2).map(({ id }) => id),
      postIds: posts.map(({ id }) => id),
    }
    await site.admin.call(userCalls.edit, { body: { id: tenant.id, ...draft, deviceNumber: 20 } })
    expect(await open()).toEqual([])
  })

  test('follow the percentage of the parameter, and keep the newest value', async () => {
    await site.deps.parameters.set('tenant.lowPercent', '50')
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 10 })
    await setDevices(tenant.id, 5)
    await record()
    const [first] = (await tenant.client.call(ownAccount.alerts)).own
    await setDevices(tenant.id, 6)
    await record()
    const [second] = (await tenant.client.call(ownAccount.alerts)).own
    expect([first?.value, second?.value]).toEqual([5, 6])
    expect(second?.openedAt).toBe(first?.openedAt)
  })

  test('concern the storage of a tenant, by its own limit or that of the site', async () => {
    const tenant = await addBelow(admin, 'tenant', { storageMegabytes: 10 })
    const leaf = await addBelow(tenant.id, 'leaf')
    const file = { originalName: 'a', mediaType: 'a/b', temporary: false, md5: '', ownerId: leaf.id }
    const mega = 1024 * 1024
    await site.deps.db.insert(storedFiles).values({ ...file, fileName: 'one', size: 9 * mega })
    await record()
    expect(await open()).toEqual([[tenant.id, 'storageLow', 9, 10]])
    await site.deps.db.insert(storedFiles).values({ ...file, fileName: 'two', size: 2 * mega })
    await record()
    expect(await open()).toEqual([[tenant.id, 'storageFull', 11, 10]])
    await change(tenant.id, { storageMegabytes: null })
    await record()
    expect(await open()).toEqual([])
    await site.deps.parameters.set('storage.tenantMegabytes', '12')
    await record()
    expect(await open()).toEqual([[tenant.id, 'storageLow', 11, 12]])
  })

  test('name the account whose end it is, not those below', async () => {
    const tenant = await addBelow(admin, 'tenant', { tenantExpireTime: inDays(9.5) })
    await addBelow(tenant.id, 'leaf', { deviceNumber: 1 })
    await record()
    expect(await open()).toEqual([[tenant.id, 'expiring', 10, null]])
    await change(tenant.id, { tenantExpireTime: inDays(-1) })
    await record()
    expect(await open()).toEqual([[tenant.id, 'expired', null, null]])
    await change(tenant.id, { tenantExpireTime: inDays(31) })
    await record()
    expect(await open()).toEqual([])
  })

  test('are shown to the account and to the user directly above, and pushed to their pages', async () => {
    const reseller = await addBelow(admin, 'reseller')
    const tenant = await addBelow(reseller.id, 'tenant', { deviceNumber: 1 })
    const pushed: unknown[] = []
    const hub = { accountAlertsChanged: async (ids: unknown) => void pushed.push(ids) }
    const run = () =>
      recordUsage(
        { ...site.deps, hub: { ...site.deps.hub, ...hub } },
        async () => {},
        new AbortController().signal,
      )
    await setDevices(tenant.id, 1)
    await run()
    await run()
    expect(pushed).toEqual([[tenant.id, reseller.id]])
    const alert = { kind: 'devicesFull', value: 1, limit: 1, openedAt: expect.any(String) }
    expect(await tenant.client.call(ownAccount.alerts)).toEqual({
      own: [alert],
      below: { count: 0, alerts: [] },
    })
    expect(await reseller.client.call(ownAccount.alerts)).toEqual({
      own: [],
      below: { count: 1, alerts: [{ userId: tenant.id, userName: 'tenant', ...alert }] },
    })
    expect((await site.admin.call(ownAccount.alerts)).below.count).toBe(0)
    expect((await tenant.client.call(ownAccount.one)).alerts).toEqual(['devicesFull'])
    expect((await site.admin.call(tenants.list, { query: { alert: 'devicesFull' } })).total).toBe(1)
    expect((await site.admin.call(tenants.summary)).alerts.devicesFull).toBe(1)
    await setDevices(tenant.id, 0)
    await run()
    expect(pushed).toHaveLength(2)
    expect((await reseller.client.call(ownAccount.alerts)).below.count).toBe(0)
  })

  test('reach the bots of both, grouped, when they open and when they are over', async () => {
    const reseller = await addBelow(admin, 'reseller')
    const first = await addBelow(reseller.id, 'first', { deviceNumber: 1 })
    const second = await addBelow(reseller.id, 'second', { tenantExpireTime: inDays(-1) })
    await addRobot(reseller.id)
    await addRobot(first.id)
    await addRobot(second.id)
    await setDevices(first.id, 1)
    await record()
    await record()
    await send()
    const told = () =>
      robot.hits.map(({ path, body }) => [path, body.event, (body as { text: string }).text]).sort()
    const opened = 'Accounts near or over their limits'
    const full = 'Device quota of 1 used up'
    expect(told()).toEqual([
      [`/${reseller.id}`, 'opened', `${opened}\nfirst: ${full}\nsecond: Account expired`],
      [`/${first.id}`, 'opened', `${opened}\nYour account: ${full}`],
      [`/${second.id}`, 'opened', `${opened}\nYour account: Account expired`],
    ])
    robot.hits.length = 0
    await setDevices(first.id, 2)
    await record()
    await send()
    expect(told().map(([path, event]) => [path, event])).toEqual([
      [`/${reseller.id}`, 'opened'],
      [`/${first.id}`, 'opened'],
    ])
    robot.hits.length = 0
    await setDevices(first.id, 0)
    await record()
    await send()
    const ended = 'Accounts within their limits again'
    const over = 'Over device quota'
    expect(told()).toEqual([
      [`/${reseller.id}`, 'recovered', `${ended}\nfirst: ${over}`],
      [`/${first.id}`, 'recovered', `${ended}\nYour account: ${over}`],
    ])
  })

  test('of many accounts are one message of limited length', async () => {
    const reseller = await addBelow(admin, 'reseller')
    await addRobot(reseller.id)
    await site.deps.db.execute(sql`
      insert into users (user_name, nick_name, password_hash, con_secret, con_secret_hash, parent_id, tenant_expire_time)
      select 'u' || n, '', '', md5(n::text), md5(n::text), ${reseller.id}, now() - interval '1 day' from generate_series(1, 30) n`)
    await record()
    const { rows } = await site.deps.db.execute<{ text: string; count: number }>(
      sql`select text, alarm_count as count from alarm_messages`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.count).toBe(30)
    expect(rows[0]?.text.split('\n')).toHaveLength(22)
    expect(rows[0]?.text).toMatch(/and 10 more$/)
  })

  test('of a removed account end, without a message', async () => {
    const tenant = await addBelow(admin, 'tenant', { tenantExpireTime: inDays(-1) })
    await addRobot(admin)
    await record()
    await change(tenant.id, { deletedAt: new Date() })
    await record()
    expect(await open()).toEqual([])
    const { rows } = await site.deps.db.execute(sql`select kind from alarm_messages`)
    expect(rows).toEqual([{ kind: 'opened' }])
  })
})

describe('the days', () => {
  test('change at midnight in the time zone of the site', async () => {
    await site.deps.parameters.set('sys.timeZone', 'Asia/Shanghai')
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 10 })
    const recorded = async () => {
      const rows = await site.deps.db
        .select()
        .from(accountDays)
        .where(eq(accountDays.userId, tenant.id))
        .orderBy(accountDays.day)
      return rows.map(({ day, devices: most }) => [day, most])
    }
    const run = async (time: string) => {
      await setClock(site, Date.parse(time) - Date.now())
      const { db, parameters } = site.deps
      const hub = { ...site.deps.hub, accountAlertsChanged: async () => {} }
      await recordUsage({ db, hub, parameters }, async () => {}, new AbortController().signal)
    }
    await setDevices(tenant.id, 3)
    await run('2026-11-30T15:59:30Z')
    await setDevices(tenant.id, 2)
    await run('2026-11-30T15:59:40Z')
    await run('2026-11-30T16:00:10Z')
    expect(await recorded()).toEqual([
      ['2026-11-30', 3],
      ['2026-12-01', 2],
    ])
  })

  test('are recorded once when two servers do it at the same time, and each alert is reported once', async () => {
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 1 })
    await setDevices(tenant.id, 1)
    const told: unknown[] = []
    const run = () =>
      recordUsage(
        site.deps,
        async (_tx, { opened }) => void told.push(...opened),
        new AbortController().signal,
      )
    await Promise.all([run(), run(), run()])
    expect(await open()).toEqual([[tenant.id, 'devicesFull', 1, 1]])
    expect(told).toHaveLength(1)
    const rows = await site.deps.db.select().from(accountDays).where(eq(accountDays.userId, tenant.id))
    expect(rows).toHaveLength(1)
  })

  test('and ended alerts go after the days of the parameter', async () => {
    await site.deps.parameters.set('tenant.usageDays', '31')
    const old = { day: inDays(-33).toISOString().slice(0, 10), userId: admin, devices: 1 }
    const kept = { ...old, day: inDays(-29).toISOString().slice(0, 10) }
    await site.deps.db.insert(accountDays).values([old, kept])
    const alert = { userId: admin, kind: 'expired' } as const
    await site.deps.db.insert(accountAlerts).values([
      { ...alert, endedAt: inDays(-33), openingSent: true, endingSent: true },
      { ...alert, endedAt: inDays(-29), openingSent: true, endingSent: true },
    ])
    await record()
    const days = await site.deps.db.select().from(accountDays).orderBy(accountDays.day)
    expect(days.map(({ day }) => day)[0]).toBe(kept.day)
    expect(await site.deps.db.$count(accountAlerts)).toBe(1)
  })
})
