import { UserId } from '@fleetdeck/contract/ids'
import { siteLicense } from '@fleetdeck/contract/license'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const own = (tenantId: UserId, numbers: string[]) =>
  site.deps.db.insert(devices).values(numbers.map((deviceNo) => ({ deviceNo, tenantId })))

test('a user sees how many more devices are allowed, and until when', async () => {
  const tenantExpireTime = new Date('2030-01-02T03:04:05Z')
  const { client, id } = await addUser(site, { userName: 'lin', deviceNumber: 5, tenantExpireTime })
  await own(id, ['A1', 'A2'])
  await own(UserId.parse(1), ['B1'])
  expect(await client.call(siteLicense.userInfo)).toEqual({
    userName: 'lin',
    nickName: 'lin',
    deviceNumber: 5,
    ownedDevices: 2,
    availableDevices: 3,
    expireTime: '2030-01-02T03:04:05.000Z',
  })
})

test('a limit below the number of owned devices leaves none', async () => {
  const { client, id } = await addUser(site, { userName: 'lin', deviceNumber: 1 })
  await own(id, ['A1', 'A2'])
  expect(await client.call(siteLicense.userInfo)).toMatchObject({ ownedDevices: 2, availableDevices: 0 })
})

test('without limit and expiry, both are unlimited', async () => {
  expect(await site.admin.call(siteLicense.userInfo)).toMatchObject({
    userName: 'admin',
    deviceNumber: null,
    availableDevices: null,
    expireTime: null,
  })
})
