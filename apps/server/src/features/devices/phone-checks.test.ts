import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId } from '@fleetdeck/contract/ids'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
let phone: TestSocket | undefined
const id = DeviceId.parse(1)
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => phone?.close())
afterAll(() => site.stop())

const cannotTap: CheckFinding = { code: 'input', level: 'mustBeMended', way: 'xiaomi-security', values: {} }
const fine: CheckFinding = { code: 'input', level: 'works', values: {} }

async function connect() {
  const token = await site.enrol('phone-1')
  const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body })
  phone = TestSocket.phone(site.address, token)
  await phone.next('settings')
  return { socket: phone, token }
}
const check = () => site.admin.call(phoneChecks.one, { query: { id } })
const numbers = async (query: object) =>
  (await site.admin.call(devices.list, { query })).list.map(({ deviceNo }) => deviceNo)

test('what a phone finds out about itself is shown with the time, in lists and as a count', async () => {
  const { socket } = await connect()
  expect(await check()).toBeNull()
  const at = Date.now() - 60_000
  socket.send({ action: 'check', at, findings: [cannotTap, { code: 'ofTomorrow', level: 'limited' }] })
  await expect.poll(check).toMatchObject({ findings: [cannotTap] })
  expect(Math.abs(new Date((await check())?.checkedAt ?? 0).getTime() - at)).toBeLessThan(1000)
  expect(await numbers({ toMend: 'input' })).toEqual(['A1'])
  expect(await numbers({ toMend: 'any' })).toEqual(['A1'])
  expect(await numbers({ toMend: 'usbInstall' })).toEqual([])
  expect(await site.admin.call(phoneChecks.summary)).toEqual([{ code: 'input', count: 1 }])
  expect((await site.admin.call(devices.summary)).toMend).toBe(1)
  const [row] = (await site.admin.call(deviceMonitor.list)).list
  expect(row?.runtime.toMend).toEqual(['input'])
})

test('a finding ends with the next check, and stays while the phone is offline', async () => {
  const { socket, token } = await connect()
  socket.send({ action: 'check', findings: [cannotTap] })
  await expect.poll(() => numbers({ toMend: 'input' })).toEqual(['A1'])
  socket.close()
  await expect.poll(() => numbers({ online: '0' })).toEqual(['A1'])
  expect(await numbers({ toMend: 'input' })).toEqual(['A1'])
  phone = TestSocket.phone(site.address, token)
  await phone.next('registered')
  phone.send({ action: 'check', findings: [fine] })
  await expect.poll(() => numbers({ toMend: 'input' })).toEqual([])
})

test('a check with wrong values is refused, and the last one stays', async () => {
  const { socket } = await connect()
  socket.send({ action: 'check', findings: [{ ...cannotTap, level: 'soso' }] })
  expect(await socket.next('refused')).toMatchObject({ of: 'check', field: 'findings.0.level' })
  expect(await check()).toBeNull()
})

test('a check is asked for on request, and refused while the phone is offline', async () => {
  const { socket } = await connect()
  await site.admin.call(phoneChecks.start, { body: { id } })
  expect(await socket.next('askCheck')).toEqual({ action: 'askCheck' })
  socket.close()
  await expect
    .poll(async () => (await site.admin.ask(phoneChecks.start, { body: { id } })).msg)
    .toContain('offline')
})

test('users see and ask for checks of their own devices only', async () => {
  const { socket } = await connect()
  socket.send({ action: 'check', findings: [cannotTap] })
  await expect.poll(() => numbers({ toMend: 'input' })).toEqual(['A1'])
  const role = { permissions: [phoneChecks.one.permission], dataScope: DataScope.self }
  const { client: stranger } = await addHolder(site, { userName: 'stranger' }, role)
  expect((await stranger.ask(phoneChecks.one, { query: { id } })).code).toBe(404)
  expect((await stranger.ask(phoneChecks.start, { body: { id } })).code).toBe(404)
  expect(await stranger.call(phoneChecks.summary)).toEqual([])
})

test('the check goes with its device', async () => {
  const { socket } = await connect()
  socket.send({ action: 'check', findings: [cannotTap] })
  await expect.poll(check).not.toBeNull()
  await site.admin.call(devices.remove, { query: { ids: [id] } })
  expect(await site.admin.call(phoneChecks.summary)).toEqual([])
})

test('an exported list names what must be mended', async () => {
  const { socket } = await connect()
  socket.send({ action: 'check', findings: [cannotTap] })
  await expect.poll(() => numbers({ toMend: 'input' })).toEqual(['A1'])
  const { fileName } = await site.admin.call(devices.export)
  const [titles, row] = await downloadedRows(site, site.admin, fileName)
  expect(row?.[titles?.indexOf('Needs fixing') ?? -1]).toBe('Cannot be tapped')
})
