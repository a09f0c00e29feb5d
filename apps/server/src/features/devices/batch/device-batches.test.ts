import { type DeviceActionInput, deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { type GroupId, UserId } from '@fleetdeck/contract/ids'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceGroups as groupRows } from '../../../platform/db/schema/device-groups.ts'
import { devices as deviceRows } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

let site: TestSite
let labId: number
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  labId = await addGroup('Lab', UserId.parse(1))
})
afterAll(() => site.stop())

async function addGroup(groupName: string, tenantId: UserId) {
  const [group] = await site.deps.db.insert(groupRows).values({ groupName, tenantId }).returning()
  return (group as { id: GroupId }).id
}

const addLines = (lines: string) =>
  site.admin.call(deviceBatches.batchAdd, { body: { deviceNo: lines, groupId: labId, batch: 1 } })
const numbered = (count: number) =>
  addLines(Array.from({ length: count }, (_, index) => `A${1000 + index}`).join('\n'))
const start = (action: DeviceActionInput, selection: object, client: TestClient = site.admin) =>
  client.ask(deviceBatches.start, { body: { action, selection } })

/** Starts a batch and waits for its end. */
async function ended(action: DeviceActionInput, selection: object, client: TestClient = site.admin) {
  const { data, msg } = await start(action, selection, client)
  const jobId = (data as { jobId: string } | undefined)?.jobId
  if (!jobId) throw new Error(msg)
  const progress = () => client.call(deviceBatches.progress, { query: { jobId } })
  await expect.poll(async () => (await progress()).state).not.toBe('running')
  return progress()
}

describe('a text file of numbers', () => {
  test('adds a device for each line and reports the result of each', async () => {
    await addLines('A1')
    const { added, results } = await addLines('\uFEFFB1\r\n\r\n A1 \nB-2\nB1\nC1')
    expect(added).toBe(2)
    expect(results).toEqual([
      { line: 1, deviceNo: 'B1', reason: null },
      { line: 3, deviceNo: 'A1', reason: 'This device number is already in use. Enter another one.' },
      { line: 4, deviceNo: 'B-2', reason: expect.stringMatching(/letters/) },
      { line: 5, deviceNo: 'B1', reason: expect.any(String) },
      { line: 6, deviceNo: 'C1', reason: null },
    ])
    const { list } = await site.admin.call(devices.list, { query: { orderByColumn: 'deviceNo' } })
    expect(list.map(({ deviceNo, groupName }) => [deviceNo, groupName])).toEqual([
      ['A1', 'Lab'],
      ['B1', 'Lab'],
      ['C1', 'Lab'],
    ])
  })

  test('stops at the quota of the owner, line by line', async () => {
    await site.deps.db
      .update(users)
      .set({ deviceNumber: 2 })
      .where(eq(users.id, UserId.parse(1)))
    const { added, results } = await addLines('A1\nA2\nA3')
    expect(added).toBe(2)
    expect(results[2]).toEqual({
      line: 3,
      deviceNo: 'A3',
      reason: 'This user’s quota of 2 devices is used up. Remove devices or increase the quota.',
    })
  })

  test('without lines, or with too many, is refused as a whole', async () => {
    const body = { groupId: labId, deviceNo: ' \n\n' }
    expect((await site.admin.ask(deviceBatches.batchAdd, { body })).msg).toBe(
      'No device numbers found. Enter one per line.',
    )
    const many = { groupId: labId, deviceNo: 'A\n'.repeat(10_001) }
    expect((await site.admin.ask(deviceBatches.batchAdd, { body: many })).msg).toMatch(/10,000 lines/)
    expect((await site.admin.call(devices.list)).total).toBe(0)
  })
})

describe('the batch calls of the specification', () => {
  test('change group, owner and expiry of all devices or of none', async () => {
    await addLines('A1\nA2')
    const wei = await addUser(site, { userName: 'wei' })
    const otherId = await addGroup('Other', UserId.parse(1))
    const weisId = await addGroup('Wei’s', wei.id)
    await site.admin.call(deviceBatches.batchGroupDevice, { body: { ids: [1, 2], groupId: otherId } })
    const time = '2030-01-01T00:00:00.000Z'
    await site.admin.call(deviceBatches.batchSetExpireTime, { body: { ids: [1, 2], time } })
    const { list } = await site.admin.call(devices.list)
    expect(list.map(({ groupName, expireTime }) => [groupName, expireTime])).toEqual([
      ['Other', time],
      ['Other', time],
    ])
    const foreign = { ids: [1, 2], groupId: weisId }
    expect((await site.admin.ask(deviceBatches.batchGroupDevice, { body: foreign })).code).toBe(-1)
    await site.admin.call(deviceBatches.batchSetDeviceOwner, { body: { ids: [1], userId: wei.id } })
    const given = await site.admin.call(devices.one, { query: { id: 1 } })
    expect([given.userName, given.groupName]).toEqual(['wei', null])
    // One of them belongs to Wei by now.
    const mixed = { ids: [1, 2], groupId: labId }
    expect((await site.admin.ask(deviceBatches.batchGroupDevice, { body: mixed })).msg).toMatch(/group/i)
    expect((await site.admin.call(devices.one, { query: { id: 2 } })).groupName).toBe('Other')
  })
})

describe('changing the owner', () => {
  const groups = async () =>
    (await site.admin.call(devices.list, { query: { orderByColumn: 'deviceNo' } })).list.map(
      ({ userName, groupName }) => [userName, groupName],
    )

  test('leaves devices that the user already owns in their groups, and moves them to a chosen group', async () => {
    const me = UserId.parse(1)
    const wei = await addUser(site, { userName: 'wei' })
    await addLines('A1\nA2')
    await site.admin.call(deviceBatches.batchSetDeviceOwner, { body: { ids: [2], userId: wei.id } })
    await site.admin.call(deviceBatches.batchSetDeviceOwner, { body: { ids: [1, 2], userId: me } })
    expect(await groups()).toEqual([
      ['admin', 'Lab'],
      ['admin', null],
    ])
    await ended({ action: 'owner', tenantId: me, groupId: null }, { ids: [1, 2] })
    expect((await groups())[0]).toEqual(['admin', 'Lab'])
    const otherId = await addGroup('Other', me)
    await ended({ action: 'owner', tenantId: me, groupId: otherId }, { ids: [1, 2] })
    expect((await groups()).map(([, name]) => name)).toEqual(['Other', 'Other'])
  })
})

describe('a batch', () => {
  test('changes all devices that match the conditions, across pages', async () => {
    await numbered(450)
    const result = await ended({ action: 'disable' }, { filter: { deviceNo: 'A1' } })
    expect(result).toMatchObject({
      action: 'disable',
      state: 'done',
      total: 450,
      done: 450,
      failed: 0,
      failures: [],
    })
    expect(new Set(result.changed).size).toBe(450)
    expect((await site.admin.call(devices.list, { query: { status: '1' } })).total).toBe(450)
  })

  test('reports a reason for each device it had to skip, and changes the others', async () => {
    await addLines('A1\nA2\nA3')
    const wei = await addUser(site, { userName: 'wei', deviceNumber: 2 })
    const result = await ended({ action: 'owner', tenantId: wei.id, groupId: null }, { ids: [1, 2, 3] })
    expect(result).toMatchObject({ state: 'done', done: 3, failed: 1 })
    expect(result.changed).toEqual(['A1', 'A2'])
    expect(result.failures).toEqual([
      {
        id: 3,
        deviceNo: 'A3',
        reason: 'This user’s quota of 2 devices is used up. Remove devices or increase the quota.',
      },
    ])
    expect((await site.admin.call(devices.list, { query: { tenantId: wei.id } })).total).toBe(2)
  })

  test('deletes, unassigns, moves and sets the expiry', async () => {
    await addLines('A1\nA2\nA3')
    const otherId = await addGroup('Other', UserId.parse(1))
    await site.enrol('phone-1')
    await ended({ action: 'group', groupId: otherId }, { filter: {} })
    expect((await site.admin.call(deviceGroups.list)).total).toBe(2)
    expect((await site.admin.call(devices.list, { query: { groupId: otherId } })).total).toBe(3)
    await ended({ action: 'expiry', expireTime: '2030-01-01T00:00:00Z' }, { ids: [1] })
    await ended({ action: 'delete' }, { ids: [2, 3] })
    const { list } = await site.admin.call(devices.list, { query: { assStatus: '1' } })
    expect(list.map(({ deviceNo, expireTime }) => [deviceNo, expireTime])).toEqual([
      ['A1', '2030-01-01T00:00:00.000Z'],
    ])
  })

  test('is previewed with what it changes, what not and why, and changes nothing', async () => {
    await addLines('A1\nA2\nA10')
    const wei = await addUser(site, { userName: 'wei', deviceNumber: 1 })
    const otherId = await addGroup('Other', UserId.parse(1))
    await site.enrol('phone-1')
    const preview = (action: DeviceActionInput) =>
      site.admin.call(deviceBatches.preview, { body: { action, selection: { filter: {} } } })
    await ended({ action: 'disable' }, { ids: [1] })
    await ended({ action: 'group', groupId: otherId }, { ids: [2] })
    const none = { refusals: [], stops: 0 }
    expect(await preview({ action: 'disable' })).toEqual({ ...none, total: 4, changing: 3, unchanged: 1 })
    expect(await preview({ action: 'group', groupId: otherId })).toEqual({
      ...{ total: 4, changing: 2, unchanged: 1, stops: 0 },
      refusals: [
        {
          reason: 'The device is not assigned. Assign it first.',
          count: 1,
          deviceNos: ['phone-1'],
          ids: [4],
        },
      ],
    })
    const given = await preview({ action: 'owner', tenantId: wei.id, groupId: null })
    expect(given).toMatchObject({ total: 4, changing: 1, unchanged: 0 })
    expect(given.refusals[0]).toEqual({
      reason: 'This user’s quota of 1 device is used up. Remove devices or increase the quota.',
      ...{ count: 2, deviceNos: ['A2', 'A10'], ids: [2, 3] },
    })
    expect((await site.admin.call(devices.list, { query: { tenantId: wei.id } })).total).toBe(0)
    const groupId = await addGroup('Wei’s', wei.id)
    const numbers = [{ id: 4, deviceNo: 'A1' }]
    const taken = { action: 'assign', tenantId: wei.id, groupId, numbers } as DeviceActionInput
    const body = { action: taken, selection: { ids: [4] } }
    expect((await site.admin.call(deviceBatches.preview, { body })).refusals).toEqual([
      {
        reason: 'This device number is already in use. Enter another one.',
        ...{ count: 1, deviceNos: ['A1 · phone-1'], ids: [4] },
      },
    ])
  })

  test('is previewed with the scripts that it stops', async () => {
    await addLines('A1\nA2')
    await site.deps.db.execute(sql`
      insert into task_runs (run_key, device_id, device_no, state, due_at, not_before, generation)
      values ('run', 1, 'A1', 'running', now(), now(), 1), ('old', 2, 'A2', 'succeeded', now(), now(), 1)`)
    const body = { action: { action: 'unassign' }, selection: { filter: {} } } as const
    expect(await site.admin.call(deviceBatches.preview, { body })).toMatchObject({ changing: 2, stops: 1 })
  })

  test('requires the permission of its action, and stays within the scope', async () => {
    await addLines('A1')
    const role = {
      permissions: ['device/deviceList/list', 'device/deviceList/delete'],
      dataScope: DataScope.self,
    }
    const wei = await addHolder(site, { userName: 'wei' }, role)
    expect((await start({ action: 'disable' }, { ids: [1] }, wei.client)).code).toBe(403)
    const preview = (action: DeviceActionInput) =>
      wei.client.ask(deviceBatches.preview, { body: { action, selection: { ids: [1] } } })
    expect((await preview({ action: 'disable' })).code).toBe(403)
    expect((await preview({ action: 'delete' })).code).toBe(404)
    expect((await start({ action: 'delete' }, { ids: [1] }, wei.client)).code).toBe(404)
    const weisId = await addGroup('Wei’s', wei.id)
    await site.deps.db.insert(deviceRows).values({ deviceNo: 'W1', tenantId: wei.id, groupId: weisId })
    expect(await ended({ action: 'delete' }, { filter: {} }, wei.client)).toMatchObject({ total: 1, done: 1 })
    expect((await site.admin.call(devices.list)).list.map(({ deviceNo }) => deviceNo)).toEqual(['A1'])
  })

  test('can be cancelled by its owner only, and runs one at a time', async () => {
    await numbered(2000)
    const { data } = await start({ action: 'disable' }, { filter: {} })
    const { jobId } = data as { jobId: string }
    expect((await start({ action: 'enable' }, { filter: {} })).msg).toMatch(/batch operation is still/)
    const wei = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: ['device/deviceList/list'], dataScope: DataScope.all },
    )
    expect((await wei.client.ask(deviceBatches.cancel, { body: { jobId } })).code).toBe(404)
    await site.admin.call(deviceBatches.cancel, { body: { jobId } })
    const progress = () => site.admin.call(deviceBatches.progress, { query: { jobId } })
    await expect.poll(async () => (await progress()).state).not.toBe('running')
    const { total } = await site.admin.call(devices.list, { query: { status: '1' } })
    expect(total).toBe((await progress()).done)
  })

  test('without devices, with a foreign group or with unknown conditions is refused', async () => {
    await addLines('A1')
    const wei = await addUser(site, { userName: 'wei' })
    const weisId = await addGroup('Wei’s', wei.id)
    expect((await start({ action: 'enable' }, { filter: { deviceNo: 'nothing' } })).code).toBe(404)
    const foreign = await ended({ action: 'group', groupId: weisId }, { ids: [1] })
    expect(foreign.failures).toHaveLength(1)
    expect((await start({ action: 'enable' }, { filter: { colour: 'red' } })).code).toBe(-1)
    expect((await start({ action: 'paint' } as never, { ids: [1] })).code).toBe(-1)
  })
})
