import { deviceGroups } from '@fleetdeck/contract/device-groups'
import {
  manageLayoutsPermission,
  maxArrangedDevices,
  maxWallLayouts,
  type WallLayoutDraft,
  wallLayouts,
  wallPermission,
} from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, UserId, type WallLayoutId } from '@fleetdeck/contract/ids'
import { userRemoval } from '@fleetdeck/contract/user-removal'
import { maxGroupPhones } from '@fleetdeck/contract/wall-socket'
import { addDepartment, addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { wallLayouts as layoutTable } from '../../platform/db/schema/wall-layouts.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const base: WallLayoutDraft = {
  ...{ layoutName: 'Morning', isShared: false, filter: { online: '1', search: 'A' }, size: 3 },
  ...{ labels: ['state', 'model'], deviceIds: [] },
}
const shared = { ...base, isShared: true }
const add = (client: TestClient, draft: Partial<WallLayoutDraft> = {}) =>
  client.ask(wallLayouts.add, { body: { ...base, ...draft } })
const added = async (client: TestClient, draft: Partial<WallLayoutDraft> = {}) =>
  (await client.call(wallLayouts.add, { body: { ...base, ...draft } })).id
const edit = (client: TestClient, id: WallLayoutId, draft: Partial<WallLayoutDraft> = {}) =>
  client.ask(wallLayouts.edit, { body: { ...shared, id, ...draft } })
const remove = (client: TestClient, ids: WallLayoutId[]) => client.ask(wallLayouts.remove, { query: { ids } })
const one = (client: TestClient, id: WallLayoutId) => client.call(wallLayouts.one, { query: { id } })
const list = async (client: TestClient) =>
  (await client.call(wallLayouts.list)).list.map(
    ({ layoutName, userName, isOwn, mayChange }) =>
      `${layoutName} of ${userName}${isOwn ? ', own' : ''}${mayChange ? '' : ', fixed'}`,
  )

const wallOnly = { permissions: [wallPermission], dataScope: DataScope.self }
const manager = { ...wallOnly, permissions: [wallPermission, manageLayoutsPermission] }
const addTenant = async (name: string) => {
  const chief = await addHolder(site, { userName: name, parentId: UserId.parse(1) }, wallOnly)
  const below = async (who: string) =>
    addHolder(site, { userName: `${name}-${who}`, parentId: chief.id }, wallOnly)
  return { chief, day: await below('day'), night: await below('night') }
}
async function addDevices(tenantId: UserId, deviceNos: string[]) {
  const groupName = `of ${tenantId}`
  await site.admin.call(deviceGroups.add, { body: { groupName, tenantId } })
  const groups = await site.admin.call(deviceGroups.list, { query: { groupName } })
  const groupId = groups.list[0]?.id
  if (groupId === undefined) throw new Error('no group')
  for (const deviceNo of deviceNos)
    await site.admin.call(devices.add, { body: { deviceNo, groupId, tenantId, batch: 0 } })
  const { list } = await site.admin.call(devices.list, { query: { groupId, pageSize: 100 } })
  return deviceNos.map((deviceNo) => list.find((each) => each.deviceNo === deviceNo)?.id ?? DeviceId.parse(1))
}

describe('a layout of the wall', () => {
  test('keeps filter, size, labels and the order of devices, until it is changed', async () => {
    const { day } = await addTenant('ann')
    const [a = DeviceId.parse(1), b = DeviceId.parse(1)] = await addDevices(day.id, ['A1', 'A2'])
    const id = await added(day.client, { deviceIds: [b, a] })
    const row = {
      id,
      userName: 'ann-day',
      isOwn: true,
      mayChange: true,
      isTeam: false,
      unseen: 0,
      deleted: 0,
    }
    expect(await one(day.client, id)).toEqual({ ...base, ...row, deviceIds: [b, a] })
    const change = { layoutName: 'Evening', filter: {}, deviceIds: [a, b] }
    expect(await edit(day.client, id, change)).toMatchObject({ code: 0 })
    expect(await one(day.client, id)).toEqual({ ...shared, ...change, ...row })
    expect(await remove(day.client, [id])).toMatchObject({ code: 0 })
    expect(await list(day.client)).toEqual([])
    expect((await remove(day.client, [id])).code).toBe(404)
    expect((await edit(day.client, id)).code).toBe(404)
  })

  test('needs the right to see the wall', async () => {
    const id = await added(site.admin, shared)
    const { client } = await addHolder(
      site,
      { userName: 'blind', parentId: UserId.parse(1) },
      { ...wallOnly, permissions: ['device/monitor/list'] },
    )
    const asked = [
      client.ask(wallLayouts.list),
      client.ask(wallLayouts.one, { query: { id } }),
      add(client),
      edit(client, id),
      remove(client, [id]),
    ]
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([403, 403, 403, 403, 403])
  })

  test('has a name of 1 to 50 characters, which the user has once', async () => {
    const { day, night } = await addTenant('ann')
    const message = async (layoutName: string) => (await add(day.client, { layoutName })).msg
    expect(await message('  ')).toBe('Enter a layout name')
    expect(await message('x'.repeat(51))).toBe('Layout names can be up to 50 characters')
    const first = await added(day.client, { layoutName: ` ${'x'.repeat(50)} ` })
    const taken = 'You already have a layout or team with this name. Enter another name.'
    expect(await message('x'.repeat(50))).toBe(taken)
    const second = await added(day.client)
    expect((await edit(day.client, second, { layoutName: 'x'.repeat(50) })).msg).toBe(taken)
    expect(await edit(day.client, first, { layoutName: 'x'.repeat(50) })).toMatchObject({ code: 0 })
    expect(await add(night.client)).toMatchObject({ code: 0 })
  })

  test('is one of up to 50 of a user, also when many are added together', async () => {
    const { day } = await addTenant('ann')
    const names = Array.from({ length: maxWallLayouts + 5 }, (_, n) => `L${n}`)
    const answers = await Promise.all(names.map((layoutName) => add(day.client, { layoutName })))
    const refused = answers.filter(({ code }) => code !== 0)
    expect(refused.map(({ msg }) => msg)).toEqual(
      Array(5).fill('You can save up to 50 layouts and teams. Delete one that is no longer used first.'),
    )
    expect(await site.deps.db.$count(layoutTable)).toBe(maxWallLayouts)
  })

  test('arranges up to 1000 devices, each once', async () => {
    const { day } = await addTenant('ann')
    const [own = DeviceId.parse(1)] = await addDevices(day.id, ['A1'])
    const many = Array.from({ length: maxArrangedDevices + 1 }, (_, n) => DeviceId.parse(n + 1))
    expect((await add(day.client, { deviceIds: many })).msg).toBe('Up to 1000 phones can be arranged')
    expect((await add(day.client, { deviceIds: [own, own] })).code).toBe(-1)
  })

  test('is saved without devices that its user does not see, and keeps those of others', async () => {
    const { chief, day, night } = await addTenant('ann')
    const [own = DeviceId.parse(1), sold = DeviceId.parse(1)] = await addDevices(day.id, ['A1', 'A2'])
    const [foreign = DeviceId.parse(1)] = await addDevices(night.id, ['B1'])
    expect(await site.admin.ask(devices.remove, { query: { ids: [sold] } })).toMatchObject({ code: 0 })
    const id = await added(day.client, { ...shared, deviceIds: [sold, foreign, own] })
    expect((await one(chief.client, id)).deviceIds).toEqual([own])
    const ofAll = await added(day.client, { ...shared, layoutName: 'All', deviceIds: [own] })
    expect(
      await edit(site.admin, ofAll, { ...shared, layoutName: 'All', deviceIds: [foreign, own] }),
    ).toMatchObject({ code: 0 })
    expect((await one(day.client, ofAll)).deviceIds).toEqual([own])
    expect(await edit(day.client, ofAll, { ...shared, layoutName: 'All', deviceIds: [own] })).toMatchObject({
      code: 0,
    })
    expect((await one(chief.client, ofAll)).deviceIds).toEqual([own, foreign])
  })

  test('has only sizes, labels and conditions that the wall knows', async () => {
    for (const wrong of [{ size: 5 }, { size: -1 }, { labels: ['imei'] }, { filter: { place: 'x' } }])
      expect((await add(site.admin, wrong as Partial<WallLayoutDraft>)).code).toBe(-1)
  })
})

describe('a team', () => {
  const team = { ...base, layoutName: 'Night shift', filter: {}, isTeam: true }
  const addTeam = (client: TestClient, deviceIds: DeviceId[], isShared = false) =>
    client.ask(wallLayouts.add, { body: { ...team, isShared, deviceIds } })
  const addedTeam = async (client: TestClient, deviceIds: DeviceId[], isShared = false) =>
    (await client.call(wallLayouts.add, { body: { ...team, isShared, deviceIds } })).id

  test('keeps its phones in their order, under a name that can be changed', async () => {
    const { day } = await addTenant('ann')
    const [a = DeviceId.parse(1), b = DeviceId.parse(1)] = await addDevices(day.id, ['A1', 'A2'])
    const id = await addedTeam(day.client, [b, a])
    expect(await one(day.client, id)).toMatchObject({ isTeam: true, deviceIds: [b, a], unseen: 0 })
    expect(await edit(day.client, id, { layoutName: 'Late shift', deviceIds: [b, a] })).toMatchObject({
      code: 0,
    })
    expect(await one(day.client, id)).toMatchObject({
      isTeam: true,
      layoutName: 'Late shift',
      deviceIds: [b, a],
    })
    expect(await add(day.client, { layoutName: 'Late shift' })).toMatchObject({ code: -1 })
    expect(await remove(day.client, [id])).toMatchObject({ code: 0 })
  })

  test('tells each reader how many of its phones they do not see, and how many were deleted', async () => {
    const { chief, day, night } = await addTenant('ann')
    const [a = DeviceId.parse(1), sold = DeviceId.parse(1)] = await addDevices(day.id, ['A1', 'A2'])
    const [b = DeviceId.parse(1)] = await addDevices(night.id, ['B1'])
    const id = await addedTeam(chief.client, [b, sold, a], true)
    expect(await site.admin.ask(devices.remove, { query: { ids: [sold] } })).toMatchObject({ code: 0 })
    expect(await one(day.client, id)).toMatchObject({ deviceIds: [a], unseen: 1, deleted: 1 })
    expect(await one(chief.client, id)).toMatchObject({ deviceIds: [b, a], unseen: 0, deleted: 1 })
    // Whoever saves it again drops the deleted phones only.
    expect(await edit(site.admin, id, { layoutName: 'Both', deviceIds: [b, a] })).toMatchObject({ code: 0 })
    expect(await one(day.client, id)).toMatchObject({ deviceIds: [a], unseen: 1, deleted: 0 })
  })

  test('has 1 to 500 phones that its user sees', async () => {
    const { day, night } = await addTenant('ann')
    const [own = DeviceId.parse(1)] = await addDevices(day.id, ['A1'])
    const [foreign = DeviceId.parse(1)] = await addDevices(night.id, ['B1'])
    const refusal = 'Teams have 1 to 500 phones. Select phones that still exist and that you can see.'
    expect((await addTeam(day.client, [])).msg).toBe(refusal)
    expect((await addTeam(day.client, [foreign])).msg).toBe(refusal)
    const id = await addedTeam(day.client, [own])
    expect((await edit(day.client, id, { deviceIds: [] })).msg).toBe(refusal)
    await site.deps.db.insert(deviceTable).values(
      Array.from({ length: maxGroupPhones }, (_, n) => ({
        deviceNo: `M${n}`,
        hardwareId: `m${n}`,
        tenantId: day.id,
      })),
    )
    const all = await site.deps.db
      .select({ id: deviceTable.id })
      .from(deviceTable)
      .where(eq(deviceTable.tenantId, day.id))
    expect(
      (
        await addTeam(
          day.client,
          all.map(({ id }) => id),
        )
      ).msg,
    ).toBe(refusal)
  })
})

describe('a shared layout', () => {
  test('is shown to the others of the tenant, own ones first, and to no other tenant', async () => {
    const ann = await addTenant('ann')
    const bob = await addTenant('bob')
    const id = await added(ann.day.client, shared)
    const secret = await added(ann.day.client, { layoutName: 'Private' })
    await added(ann.night.client, { layoutName: 'Zoo' })
    expect(await list(ann.day.client)).toEqual(['Morning of ann-day, own', 'Private of ann-day, own'])
    expect(await list(ann.night.client)).toEqual(['Zoo of ann-night, own', 'Morning of ann-day, fixed'])
    expect(await list(ann.chief.client)).toEqual(['Morning of ann-day, fixed'])
    expect(await list(bob.day.client)).toEqual([])
    for (const [client, asked] of [
      [bob.day.client, id],
      [ann.night.client, secret],
      [site.admin, secret],
    ] as const) {
      expect((await client.ask(wallLayouts.one, { query: { id: asked } })).code).toBe(404)
      expect((await edit(client, asked)).code).toBe(404)
      expect((await remove(client, [asked])).code).toBe(404)
    }
    expect(await edit(ann.day.client, id, { isShared: false })).toMatchObject({ code: 0 })
    expect(await list(ann.night.client)).toEqual(['Zoo of ann-night, own'])
  })

  test('is shown to users whose data scope includes its creator', async () => {
    const deptId = await addDepartment(site, 'Lab')
    const office = { ...wallOnly, dataScope: DataScope.department }
    const person = (userName: string) => ({ userName, deptId, parentId: UserId.parse(1) })
    const wang = await addHolder(site, person('wang'), office)
    const li = await addHolder(site, person('li'), office)
    await added(wang.client, shared)
    expect(await list(li.client)).toEqual(['Morning of wang, fixed'])
  })

  test('shows each user only devices of their own scope', async () => {
    const { chief, day, night } = await addTenant('ann')
    const [a = DeviceId.parse(1)] = await addDevices(day.id, ['A1'])
    const [b = DeviceId.parse(1)] = await addDevices(night.id, ['B1'])
    const id = await added(chief.client, { ...shared, deviceIds: [b, a] })
    expect((await one(day.client, id)).deviceIds).toEqual([a])
    expect((await one(chief.client, id)).deviceIds).toEqual([b, a])
  })

  test('is changed and deleted by its creator, or with the right to manage those of others', async () => {
    const { chief, day, night } = await addTenant('ann')
    const id = await added(day.client, shared)
    const refusal =
      'Only the creator and administrators of layouts can change, delete or stop sharing it. Save it under another name.'
    for (const { client } of [chief, night]) {
      expect(await edit(client, id)).toMatchObject({ code: 403, msg: refusal })
      expect(await remove(client, [id])).toMatchObject({ code: 403, msg: refusal })
    }
    // The right counts for users below; a colleague's layout is outside the scope.
    const parentId = chief.id
    const other = await addHolder(site, { userName: 'other', parentId }, manager)
    expect((await edit(other.client, id)).code).toBe(403)
    const lead = await addHolder(site, { userName: 'lead', parentId }, manager)
    const helper = await addHolder(site, { userName: 'helper', parentId: lead.id }, wallOnly)
    const helped = await added(helper.client, shared)
    expect(await list(lead.client)).toEqual(['Morning of ann-day, fixed', 'Morning of helper'])
    expect(await edit(lead.client, helped, { layoutName: 'Evening' })).toMatchObject({ code: 0 })
    expect((await edit(lead.client, helped, { isShared: false })).msg).toBe(refusal)
    expect((await remove(lead.client, [helped, id])).code).toBe(403)
    expect(await list(helper.client)).toEqual(['Evening of helper, own', 'Morning of ann-day, fixed'])
    expect(await remove(lead.client, [helped])).toMatchObject({ code: 0 })
    expect(await remove(site.admin, [id])).toMatchObject({ code: 0 })
  })

  test('goes with its creator', async () => {
    const { chief, day, night } = await addTenant('ann')
    await added(day.client, shared)
    const body = { ids: [day.id], handOverTo: chief.id }
    expect(await site.admin.ask(userRemoval.remove, { body })).toMatchObject({ code: 0 })
    expect(await list(night.client)).toEqual([])
    expect(await site.deps.db.$count(layoutTable)).toBe(0)
  })
})
