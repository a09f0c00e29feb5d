import { type DeviceActionInput, deviceBatches } from '@fleetdeck/contract/device-batches'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { type GroupId, UserId } from '@fleetdeck/contract/ids'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertedRow } from '../../../platform/db/inserted-row.ts'
import { deviceGroups } from '../../../platform/db/schema/device-groups.ts'
import { devices as deviceRows } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

const adminId = UserId.parse(1)
const taken = 'This device number is already in use. Enter another one.'
const full = 'This user’s quota of 2 devices is used up. Remove devices or increase the quota.'

let site: TestSite
let groupId: GroupId
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  groupId = await addGroup(adminId)
})
afterAll(() => site.stop())

async function addGroup(tenantId: UserId) {
  const row = { groupName: `of ${tenantId}`, tenantId }
  return insertedRow(await site.deps.db.insert(deviceGroups).values(row).returning()).id
}

/** Phones that wait unassigned; returns their ids. */
async function waiting(count: number) {
  const phones = Array.from({ length: count }, (_, n) => ({ hardwareId: `phone-${n + 1}` }))
  const rows = await site.deps.db.insert(deviceRows).values(phones).returning({ id: deviceRows.id })
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const numbered = (ids: number[], prefix = 'A') =>
  ids.map((id, index) => ({ id, deviceNo: `${prefix}${index + 1}` }))
const assigning = (numbers: { id: number; deviceNo: string }[], more: object = {}) =>
  ({ action: 'assign', tenantId: adminId, groupId, numbers, ...more }) as DeviceActionInput
const start = (action: DeviceActionInput, ids: number[], client: TestClient = site.admin) =>
  client.ask(deviceBatches.start, { body: { action, selection: { ids } } })

async function ended(action: DeviceActionInput, ids: number[], client: TestClient = site.admin) {
  const { data, msg } = await start(action, ids, client)
  const jobId = (data as { jobId: string } | undefined)?.jobId
  if (!jobId) throw new Error(msg)
  const progress = () => client.call(deviceBatches.progress, { query: { jobId } })
  await expect.poll(async () => (await progress()).state, { timeout: 30_000 }).not.toBe('running')
  return progress()
}

const rows = async () =>
  (await site.deps.db.select().from(deviceRows).orderBy(deviceRows.id)).map((row) => [
    row.hardwareId,
    row.deviceNo,
    row.tenantId,
    row.groupId,
  ])

test('a batch gives each phone its own number, and all the same owner and group', async () => {
  const ids = await waiting(301)
  expect(await ended(assigning(numbered(ids)), ids)).toMatchObject({
    state: 'done',
    total: 301,
    done: 301,
    failed: 0,
    changed: expect.arrayContaining(['A1 · phone-1', 'A301 · phone-301']),
  })
  const all = await rows()
  expect(all).toHaveLength(301)
  expect(all[0]).toEqual(['phone-1', 'A1', adminId, groupId])
  expect(all[300]).toEqual(['phone-301', 'A301', adminId, groupId])
})

test('phones learn their numbers; one whose number was prepared becomes that device', async () => {
  await site.admin.call(devices.add, { body: { deviceNo: 'A2', groupId, batch: 0 } })
  const connected = async (n: number) => {
    const phone = TestSocket.phone(site.address, await site.enrol(`phone-${n}`))
    await phone.next('registered')
    return phone
  }
  const [first, second] = [await connected(1), await connected(2)]
  const { list } = await site.admin.call(devices.listUnAssignedDevice)
  const ids = list.toSorted((a, b) => a.id - b.id).map(({ id }) => id)
  await ended(assigning(numbered(ids)), ids)
  expect(await first.next('assigned')).toMatchObject({ deviceNo: 'A1' })
  expect(await second.closed).toMatchObject({ code: CloseCode.moved })
  expect((await site.admin.call(devices.list, { query: { assStatus: '1' } })).total).toBe(2)
  expect(await site.admin.call(devices.findOne, { query: { deviceNo: 'A2' } })).toMatchObject({
    deviceId: 'phone-2',
  })
})

test('a phone whose number is used, or that has one by now, is left with the reason; a repeat takes the others', async () => {
  await site.admin.call(devices.add, { body: { deviceNo: 'A2', groupId, batch: 0 } })
  await site.deps.db.update(deviceRows).set({ hardwareId: 'another' })
  const ids = await waiting(3)
  await site.deps.db
    .update(deviceRows)
    .set({ deviceNo: 'Z9', tenantId: adminId, groupId })
    .where(eq(deviceRows.hardwareId, 'phone-3'))
  const end = await ended(assigning(numbered(ids)), ids)
  expect(end).toMatchObject({ done: 3, failed: 2, changed: ['A1 · phone-1'] })
  expect(end.failures).toEqual([
    expect.objectContaining({ deviceNo: 'A3 · phone-3', reason: expect.stringMatching(/already assigned/) }),
    { id: ids[1], deviceNo: 'A2 · phone-2', reason: taken },
  ])
  await site.deps.db.delete(deviceRows).where(eq(deviceRows.hardwareId, 'another'))
  const again = end.failures.map(({ id }) => id)
  if (!end.asked) throw new Error('the action is missing')
  expect(await ended(end.asked, again)).toMatchObject({ failed: 1, changed: ['A2 · phone-2'] })
})

test('the quota of the owner is filled, and the rest is left', async () => {
  await site.deps.db.update(users).set({ deviceNumber: 2 })
  const ids = await waiting(4)
  const { failures, failed } = await ended(assigning(numbered(ids)), ids)
  expect(failed).toBe(2)
  expect(failures.map(({ reason }) => reason)).toEqual([full, full])
})

/** Somebody else who may assign phones of everybody. */
const permissions = ['device/deviceList/list', 'device/deviceList/addAssDevice']
const addMei = () => addHolder(site, { userName: 'mei' }, { permissions, dataScope: DataScope.all })

test('two people who give the same numbers at the same time give each of them once', async () => {
  const mei = await addMei()
  const ids = await waiting(600)
  const [mine, hers] = [ids.slice(0, 300), ids.slice(300)]
  const ends = await Promise.all([
    ended(assigning(numbered(mine)), mine),
    ended(assigning(numbered(hers)), hers, mei.client),
  ])
  expect(ends.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(ends.map(({ failed }) => failed).reduce((a, b) => a + b)).toBe(300)
  const used = (await rows()).flatMap(([, number]) => number ?? [])
  expect([used.length, new Set(used).size]).toEqual([300, 300])
})

test('two people who assign the same phones at the same time give each phone one number', async () => {
  const mei = await addMei()
  const ids = await waiting(300)
  const ends = await Promise.all([
    ended(assigning(numbered(ids, 'A')), ids),
    ended(assigning(numbered(ids, 'B')), ids, mei.client),
  ])
  // The one who comes to a phone later does not see it any more or gets the reason.
  expect(ends.flatMap(({ changed }) => changed)).toHaveLength(300)
  expect((await rows()).every(([, number]) => number !== null)).toBe(true)
})

test('a batch with a number twice, a foreign group, or without the right is refused', async () => {
  const ids = await waiting(2)
  const twice = ids.map((id) => ({ id, deviceNo: 'A1' }))
  expect((await start(assigning(twice), ids)).msg).toMatch(/[Dd]uplicate/)
  const { id: weiId } = await addUser(site, { userName: 'wei' })
  const foreign = await addGroup(weiId)
  expect((await start(assigning(numbered(ids), { groupId: foreign }), ids)).code).toBe(-1)
  expect((await start(assigning(numbered(ids), { groupId: 99 }), ids)).code).toBe(404)
  const watcher = await addHolder(
    site,
    { userName: 'watcher' },
    { permissions: ['device/deviceList/list'], dataScope: DataScope.all },
  )
  expect((await start(assigning(numbered(ids)), ids, watcher.client)).code).toBe(403)
  expect((await rows()).every(([, number]) => number === null)).toBe(true)
})
