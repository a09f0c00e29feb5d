import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { devices } from '@fleetdeck/contract/devices'
import { type GroupId, UserId } from '@fleetdeck/contract/ids'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices as deviceRows } from '../../platform/db/schema/devices.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

/** Of a user who may own three devices. */
const full = 'This user’s quota of 3 devices is used up. Remove devices or increase the quota.'
const secret = 'the key of this user 123'
let weiId: UserId
let groupId: GroupId
beforeEach(async () => {
  ;({ id: weiId } = await addUser(site, { userName: 'wei', deviceNumber: 3, conSecret: secret }))
  groupId = await addGroup(weiId)
})

async function addGroup(tenantId: UserId) {
  const row = { groupName: `of ${tenantId}`, tenantId }
  return insertedRow(await site.deps.db.insert(deviceGroups).values(row).returning()).id
}
const numbers = Array.from({ length: 10 }, (_, index) => `${index}`)
const owned = () =>
  site.deps.db.$count(deviceRows, and(eq(deviceRows.tenantId, weiId), isNotNull(deviceRows.deviceNo)))
/** The texts of the answers, sorted; empty for those that succeeded. */
const texts = async (answers: Promise<{ msg: string }>[]) =>
  (await Promise.all(answers)).map(({ msg }) => msg).sort()
const threeOfTen = ['', '', '', ...Array<string>(7).fill(full)]

test('devices that are added at the same time stay within the quota of their owner', async () => {
  const add = (n: string) => site.admin.ask(devices.add, { body: { deviceNo: `A${n}`, groupId, batch: 0 } })
  expect(await texts(numbers.map(add))).toEqual(threeOfTen)
  expect(await owned()).toBe(3)
})

test('phones that are assigned at the same time stay within the quota', async () => {
  for (const n of numbers) await site.enrol(`phone-${n}`)
  const assign = (n: string) => {
    const body = { deviceNo: `A${n}`, deviceId: `phone-${n}`, tenantId: weiId, groupId }
    return site.admin.ask(devices.addAssDevice, { body })
  }
  expect(await texts(numbers.map(assign))).toEqual(threeOfTen)
  expect(await owned()).toBe(3)
})

test('a phone that is assigned twice at the same time gets one number', async () => {
  await site.enrol('phone-1')
  const assign = (n: string) => {
    const body = { deviceNo: `A${n}`, deviceId: 'phone-1', tenantId: weiId, groupId }
    return site.admin.ask(devices.addAssDevice, { body })
  }
  expect(await texts(['1', '2'].map(assign))).toEqual(['', expect.stringMatching(/assigned/)])
})

test('lines of numbers that are added at the same time stay within the quota', async () => {
  const add = (n: string) =>
    site.admin.call(deviceBatches.batchAdd, { body: { deviceNo: `A${n}\nB${n}`, groupId, batch: 1 } })
  const answers = await Promise.all(numbers.map(add))
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(3)
  const reasons = answers.flatMap(({ results }) => results.map(({ reason }) => reason ?? ''))
  expect(reasons.filter((reason) => reason === full)).toHaveLength(17)
  expect(await owned()).toBe(3)
})

test('devices that get another owner at the same time stay within the quota, immediately or as a job', async () => {
  const deviceNo = numbers.map((n) => `A${n}`).join('\n')
  const body = { deviceNo, groupId: await addGroup(UserId.parse(1)), batch: 1 }
  await site.admin.call(deviceBatches.batchAdd, { body })
  const { list } = await site.admin.call(devices.list)
  const [first, second, third, ...rest] = list.map(({ id }) => id)
  const give = (id: number | undefined) =>
    site.admin.ask(deviceBatches.batchSetDeviceOwner, { body: { ids: [id], userId: weiId } as never })
  const action = { action: 'owner', tenantId: weiId, groupId: null } as const
  const [{ jobId }] = await Promise.all([
    site.admin.call(deviceBatches.start, { body: { action, selection: { ids: rest } } }),
    ...[first, second, third].map(give),
  ])
  const progress = () => site.admin.call(deviceBatches.progress, { query: { jobId } })
  await expect.poll(async () => (await progress()).state).toBe('done')
  expect(await owned()).toBe(3)
  const { changed, failures } = await progress()
  expect([changed.length + failures.length, failures.at(-1)?.reason]).toEqual([7, full])
})

test('phones that enrol at the same time with the key of a user stay within the quota', async () => {
  const enrol = (n: string) =>
    site.nobody.ask(phoneApi.enroll, { body: { key: secret, deviceId: `phone-${n}` } })
  expect(await texts(numbers.map(enrol))).toEqual(threeOfTen)
  expect(await site.deps.db.$count(deviceRows, eq(deviceRows.enrolledById, weiId))).toBe(3)
})
