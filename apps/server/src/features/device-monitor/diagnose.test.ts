import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { diagnosis } from '@fleetdeck/contract/diagnosis'
import { DeviceId } from '@fleetdeck/contract/ids'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { compareVersions } from '../../platform/core/compare-versions.ts'
import { devices as deviceRows } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
let phone: TestSocket | undefined
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => phone?.close())
afterAll(() => site.stop())

const found = async (id = 1) => site.admin.call(diagnosis.diagnose, { query: { id } })
const kinds = async () => (await found()).map(({ kind }) => kind)

async function connect(values: object = {}) {
  const token = await site.enrol('phone-1')
  const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body })
  phone = TestSocket.phone(site.address, token)
  const { revision } = await phone.next('settings')
  phone.send({ action: 'settingsTaken', revision })
  phone.send({ action: 'heartbeat', battery: 50, serviceOk: '1', ...values })
  await expect
    .poll(async () => (await site.admin.call(devices.list)).list[0]?.runtime.battery)
    .toBeTypeOf('number')
  await site.flush()
}

test('a number without a phone and a phone that never connected are distinguished', async () => {
  await site.admin.call(devices.add, { body: { deviceNo: 'A1', groupId: 1, batch: 0 } })
  expect(await kinds()).toEqual(['noPhone'])
  await site.enrol('phone-2')
  expect((await found(2)).map(({ kind }) => kind)).toEqual(['unassigned', 'neverSeen', 'settingsPending'])
})

test('a healthy phone has no findings', async () => {
  await connect({ sdCardLeftSpace: 6e10, availMemory: 2e9, reportTime: Date.now() })
  await expect.poll(kinds).toEqual([])
})

test('a phone’s reported values are compared with the limits, and the findings contain them', async () => {
  await site.deps.parameters.set('device.minAgentVersion', '1.10.0')
  await connect({
    ...{ battery: 7, isCharging: '0', batteryTemp: 47, serviceOk: '0', apkVersion: '1.9.2' },
    ...{ sdCardSpace: 1e11, sdCardLeftSpace: 1e9, availMemory: 1e8, reportTime: Date.now() - 90_000 },
  })
  const findings = await found()
  expect(findings.map(({ kind, weight }) => [kind, weight])).toEqual(
    expect.arrayContaining([
      ['serviceDown', 'stops'],
      ['oldAgent', 'hinders'],
      ['diskFull', 'hinders'],
      ['memoryLow', 'hinders'],
      ['clockBehind', 'hinders'],
      ['batteryLow', 'hinders'],
      ['hot', 'hinders'],
    ]),
  )
  const values = Object.fromEntries(findings.map((finding) => [finding.kind, finding.values]))
  expect(values).toMatchObject({
    oldAgent: { version: '1.9.2', wanted: '1.10.0' },
    diskFull: { bytes: 1e9 },
    batteryLow: { percent: 7 },
  })
  expect(values.clockBehind?.seconds).toBeGreaterThanOrEqual(89)
})

test('every reason that blocks a phone is named: disabled, revoked, expired, owner expired, quota', async () => {
  await connect()
  // The administrator who asks must not expire.
  const { id: tenantId } = await addUser(site, { userName: 'owner' })
  const past = new Date(Date.now() - 60_000)
  const row = { status: 1, tokenHash: null, expireTime: past, tenantId }
  await site.deps.db
    .update(deviceRows)
    .set(row)
    .where(eq(deviceRows.id, DeviceId.parse(1)))
  await site.deps.db
    .update(users)
    .set({ tenantExpireTime: past, deviceNumber: 0 })
    .where(eq(users.id, tenantId))
  phone?.close()
  await expect.poll(async () => (await kinds()).includes('offline')).toBe(true)
  expect(await kinds()).toEqual(
    expect.arrayContaining(['disabled', 'deviceExpired', 'ownerExpired', 'overQuota', 'tokenRevoked']),
  )
  expect((await found()).find(({ kind }) => kind === 'offline')?.at).not.toBeNull()
})

test('versions are compared numerically', () => {
  expect(compareVersions('1.9', '1.10')).toBeLessThan(0)
  expect(compareVersions('v2.0.0', '2')).toBe(0)
  expect(compareVersions('2.0.1', '2')).toBeGreaterThan(0)
  expect(compareVersions('light', '1')).toBeLessThan(0)
})
