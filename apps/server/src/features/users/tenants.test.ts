import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DeviceId, type GroupId, UserId } from '@fleetdeck/contract/ids'
import { siteLicense } from '@fleetdeck/contract/license'
import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import {
  addUser,
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findExceeded } from '../../domain/devices/phone-access.queries.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { deviceTotals } from '../../platform/db/schema/device-totals.ts'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
type Row = Partial<typeof userTable.$inferInsert>

/** Users below each other, by name: each is below the former. */
async function line<Name extends string>(rows: Record<Name, Row>) {
  const people = {} as Record<Name, { id: UserId; client: TestClient }>
  let parentId = admin
  for (const [userName, row] of Object.entries<Row>(rows)) {
    const user = await addUser(site, { parentId, userType: 1, ...row, userName })
    people[userName as Name] = user
    parentId = user.id
  }
  return people
}
const change = (id: UserId, row: Row) => site.deps.db.update(userTable).set(row).where(eq(userTable.id, id))

const draft = {
  password: '',
  nickName: 'Person',
  roleIds: [2],
  postIds: [1],
  userType: 1,
} as const
const addBelow = (parentId: UserId, userName: string, limits: object = {}) =>
  site.admin.ask(users.add, { body: { ...draft, userName, parentId, ...limits } })

const edit = (id: UserId, fields: object, client = site.admin) => {
  const { password: _, ...kept } = draft
  return client.ask(users.edit, { body: { ...kept, id, ...fields } })
}

async function groupOf(tenantId: UserId): Promise<GroupId> {
  const query = { tenantId }
  const found = (await site.admin.call(deviceGroups.list, { query })).list[0]
  if (found) return found.id
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab', tenantId } })
  return groupOf(tenantId)
}
let numbers = 0
const addDevice = async (tenantId: UserId) => {
  numbers += 1
  const body = { deviceNo: `T${numbers}`, groupId: await groupOf(tenantId), batch: 0 } as const
  return site.admin.ask(devices.add, { body })
}

describe('the quota of a tenant', () => {
  test('is a pool from which given quotas are taken, also by administrators', async () => {
    const { tenant } = await line({ tenant: { deviceNumber: 5 } })
    expect(await addBelow(tenant.id, 'first', { deviceNumber: 3 })).toMatchObject({ code: 0 })
    expect((await addBelow(tenant.id, 'second', { deviceNumber: 3 })).msg).toBe(
      'Device quota can be up to 2 devices. The rest is in use or given to other users.',
    )
    expect(await addBelow(tenant.id, 'second', { deviceNumber: 1 })).toMatchObject({ code: 0 })
    expect(await addDevice(tenant.id)).toMatchObject({ code: 0 })
    expect((await addDevice(tenant.id)).msg).toMatch(/^This user’s quota of 5 devices is used up/)
    // Blank is what is left of the quota above.
    const { data } = await addBelow(tenant.id, 'third')
    expect((await addDevice((data as { id: UserId }).id)).msg).toMatch(
      /^The parent user’s quota of 5 devices/,
    )
  })

  test('applies to quotas that were wider before: five devices, not ten', async () => {
    const { tenant, first } = await line({ tenant: { deviceNumber: 5 }, first: { deviceNumber: 5 } })
    const second = await addUser(site, { userName: 'second', parentId: tenant.id, deviceNumber: 5 })
    for (const owner of [first.id, first.id, first.id, second.id, second.id])
      expect(await addDevice(owner)).toMatchObject({ code: 0 })
    expect((await addDevice(second.id)).msg).toMatch(/^The parent user’s quota of 5 devices/)
    expect((await addDevice(first.id)).msg).toMatch(/^The parent user’s quota of 5 devices/)
    // A device that stays below the tenant needs no further place there.
    const [row] = await site.deps.db.select().from(deviceTable).where(eq(deviceTable.tenantId, first.id))
    const body = { ids: [row?.id ?? 0], userId: second.id }
    expect(await site.admin.ask(deviceBatches.batchSetDeviceOwner, { body })).toMatchObject({ code: 0 })
  })

  test('is shown to the tenant as the remainder', async () => {
    const { tenant, sub } = await line({ tenant: { deviceNumber: 5 }, sub: {} })
    await addBelow(tenant.id, 'other', { deviceNumber: 2 })
    await addDevice(sub.id)
    expect(await tenant.client.call(siteLicense.userInfo)).toMatchObject({ availableDevices: 2 })
    expect(await sub.client.call(siteLicense.userInfo)).toMatchObject({
      deviceNumber: null,
      ownedDevices: 1,
      availableDevices: 2,
    })
    const { list } = await site.admin.call(users.list, { query: { userName: 'tenant' } })
    expect(list[0]).toMatchObject({ deviceNumber: 5, deviceTotal: 1 })
  })

  test('covers the devices of users who are moved below, in their own language', async () => {
    const { tenant, other } = await line({ tenant: { deviceNumber: 3 }, other: {} })
    await change(other.id, { parentId: admin })
    const sub = await addUser(site, { userName: 'sub', parentId: other.id, userType: 1 })
    for (const owner of [other.id, sub.id, sub.id, tenant.id, tenant.id]) await addDevice(owner)
    expect((await edit(other.id, { parentId: tenant.id })).msg).toBe(
      'The new parent user’s quota of 3 devices is too small for this user’s devices. Select another parent user or increase the quota.',
    )
    const chinese = site.as(site.admin.token, 'zhcn')
    expect((await edit(sub.id, { parentId: tenant.id }, chinese)).msg).toBe(
      '新的上级用户的设备配额（3 台）不足以容纳该用户的设备，请选择其他上级用户或增加配额',
    )
    expect(await storedTotals()).toEqual(await countedTotals())
    await change(tenant.id, { deviceNumber: 5 })
    expect(await edit(other.id, { parentId: tenant.id })).toMatchObject({ code: 0 })
    expect((await addDevice(sub.id)).msg).toMatch(/^The parent user’s quota of 5 devices/)
    // Within the tenant nothing more is needed.
    expect(await edit(sub.id, { parentId: tenant.id, remark: 'moved' })).toMatchObject({ code: 0 })
  })

  test('moves with its user to another parent below the same quota', async () => {
    const { tenant, first } = await line({ tenant: { deviceNumber: 5 }, first: {} })
    const second = await addUser(site, { userName: 'second', parentId: tenant.id, deviceNumber: 3 })
    const body = { parentId: first.id, deviceNumber: 3 }
    expect(await edit(second.id, body)).toMatchObject({ code: 0 })
    expect((await edit(second.id, { parentId: tenant.id, deviceNumber: 6 })).msg).toMatch(
      /^Device quota can be up to 5 devices/,
    )
  })

  test('may be lowered below what is in use, and given again as far as it is free', async () => {
    const { tenant, sub } = await line({ tenant: { deviceNumber: 4 }, sub: { deviceNumber: 4 } })
    for (let made = 0; made < 3; made += 1) await addDevice(sub.id)
    expect(await edit(sub.id, { deviceNumber: 1 })).toMatchObject({ code: 0 })
    expect((await addDevice(sub.id)).msg).toMatch(/^This user’s quota of 1 device is used up/)
    // Its three devices still take places.
    expect((await addBelow(tenant.id, 'more', { deviceNumber: 2 })).msg).toMatch(/up to 1 device\./)
    expect(await edit(sub.id, { deviceNumber: 1, status: 1 })).toMatchObject({ code: 0 })
    expect((await addBelow(tenant.id, 'more', { deviceNumber: 2 })).msg).toMatch(/up to 1 device\./)
  })

  test('leaves out the newest phones of all below when it is lowered', async () => {
    const { tenant, sub } = await line({ tenant: { deviceNumber: 2 }, sub: {} })
    await addDevice(sub.id)
    await addDevice(sub.id)
    await change(tenant.id, { deviceNumber: 1 })
    const rows = await site.deps.db.select().from(deviceTable).where(eq(deviceTable.tenantId, sub.id))
    const [older, newer] = rows.map(({ id }) => id).sort((a, b) => a - b)
    const judged = (id = DeviceId.parse(0)) => findExceeded(site.deps.db, id, [tenant.id])
    expect(await judged(older)).toBeUndefined()
    expect(await judged(newer)).toEqual({ userName: 'tenant', count: 1 })
  })

  test('is counted correctly after any changes of devices, owners, quotas and parents', async () => {
    const { db } = site.deps
    const people = Object.values(await line({ a: {}, b: {}, c: {} }))
    for (const name of ['d', 'e']) people.push(await addUser(site, { userName: name, parentId: admin }))
    const ids = people.map(({ id }) => id)
    const who = fc.constantFrom(...ids)
    let made = 0
    const add = (tenantId: UserId, count: number) =>
      db.insert(deviceTable).values(
        Array.from({ length: count }, () => {
          made += 1
          return { deviceNo: `P${made}`, tenantId }
        }),
      )
    const step: fc.Arbitrary<() => PromiseLike<unknown>> = fc.oneof(
      fc.tuple(who, fc.integer({ min: 1, max: 3 })).map(
        ([id, count]) =>
          () =>
            add(id, count),
      ),
      who.map((id) => () => db.delete(deviceTable).where(eq(deviceTable.tenantId, id))),
      fc.tuple(who, who).map(
        ([from, tenantId]) =>
          () =>
            db.update(deviceTable).set({ tenantId }).where(eq(deviceTable.tenantId, from)),
      ),
      fc.tuple(who, fc.option(fc.integer({ min: 0, max: 4 }))).map(
        ([id, deviceNumber]) =>
          () =>
            change(id, { deviceNumber }),
      ),
      // Below itself: refused.
      fc.tuple(who, who).map(
        ([id, parentId]) =>
          () =>
            change(id, { parentId }).catch(() => {}),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const take of steps) await take()
        expect(await storedTotals()).toEqual(await countedTotals())
      }),
      { numRuns: 25 },
    )
  })
})

interface Totals {
  owned: number
  total: number
  committed: number
}

async function storedTotals() {
  const rows = await site.deps.db.select().from(deviceTotals)
  return Object.fromEntries(
    rows
      .map(({ userId, ...totals }) => [String(userId), totals] as const)
      .filter(([, { total, committed }]) => total !== 0 || committed !== 0),
  )
}

/** The same, counted from the users and their devices. */
async function countedTotals() {
  const people = await site.deps.db.select().from(userTable)
  const owners = await site.deps.db.select({ tenantId: deviceTable.tenantId }).from(deviceTable)
  const count = (id: UserId): Totals => {
    const owned = owners.filter(({ tenantId }) => tenantId === id).length
    const sums = { owned, total: owned, committed: owned }
    for (const child of people.filter(({ parentId }) => parentId === id)) {
      const below = count(child.id)
      sums.total += below.total
      sums.committed += Math.max(child.deviceNumber ?? 0, below.committed)
    }
    return sums
  }
  return Object.fromEntries(
    people
      .map(({ id }) => [String(id), count(id)] as const)
      .filter(([, { total, committed }]) => total !== 0 || committed !== 0),
  )
}

describe('a user below a tenant', () => {
  const past = () => new Date(siteMs() - 1000)
  const renewal = 'The account has expired. Ask your administrator to renew it.'

  test('cannot have a later expiry or more calls per second than any user above', async () => {
    const soon = new Date(siteMs() + 86_400_000)
    const { sub } = await line({ tenant: { tenantExpireTime: soon, rateLimit: 5 }, sub: {} })
    const later = new Date(soon.getTime() + 1000).toISOString()
    expect((await addBelow(sub.id, 'under', { tenantExpireTime: later })).msg).toMatch(
      /^The parent user expires on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./,
    )
    expect((await addBelow(sub.id, 'under', { rateLimit: 6 })).msg).toMatch(/limited to 5 calls per second/)
    const limits = { tenantExpireTime: soon.toISOString(), rateLimit: 5 }
    expect(await addBelow(sub.id, 'under', limits)).toMatchObject({ code: 0 })
    const { list } = await site.admin.call(users.list, { query: { userName: 'sub' } })
    expect(list[0]).toMatchObject({ tenantExpireTime: null, endsAt: soon.toISOString() })
  })

  test('stops with the tenant: disabled, signed in or not', async () => {
    const { tenant, below } = await line({ tenant: {}, sub: {}, below: {} })
    await site.admin.call(users.setStatus, { body: { userId: tenant.id, status: 1 } })
    expect(await below.client.ask(session.info)).toMatchObject({ code: -401 })
    await expect(site.signIn('below', adminPassword)).rejects.toThrow('disabled')
    const { list } = await site.admin.call(users.list, { query: { userName: 'below' } })
    expect(list[0]).toMatchObject({ status: 0, isOffAbove: true })
    await site.admin.call(users.setStatus, { body: { userId: tenant.id, status: 0 } })
    expect((await site.signIn('below', adminPassword)).token).toBeTruthy()
  })

  test('expires with the tenant, gets a request to renew, and goes on in the same session after that', async () => {
    const { tenant, below } = await line({ tenant: {}, sub: {}, below: {} })
    await change(tenant.id, { tenantExpireTime: past() })
    site.deps.sessions.forget()
    expect(await below.client.ask(session.info)).toEqual({ code: -401, msg: renewal })
    // From memory, too.
    expect(await below.client.ask(session.info)).toEqual({ code: -401, msg: renewal })
    await runJob(site, 'pruneSessions')
    expect(await below.client.ask(session.info)).toEqual({ code: -401, msg: renewal })
    await expect(site.signIn('below', adminPassword)).rejects.toThrow(renewal)
    await change(tenant.id, { tenantExpireTime: null })
    site.deps.sessions.forget()
    expect(await below.client.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('cannot be above itself, even when two changes meet', async () => {
    const { first, second } = await line({ first: {}, second: {} })
    await change(second.id, { parentId: admin })
    const outcomes = await Promise.allSettled([
      change(first.id, { parentId: second.id }),
      change(second.id, { parentId: first.id }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
