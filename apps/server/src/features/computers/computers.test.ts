import { maxReportBytes } from '@fleetdeck/contract/computer-socket'
import { computers } from '@fleetdeck/contract/computers'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { deviceWall } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { ComputerId, DeviceId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { shelves } from '@fleetdeck/contract/shelves'
import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listServing } from '../../domain/devices/serving-computers.queries.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
const open: FakeComputer[] = []
beforeEach(async () => {
  for (const { socket } of open.splice(0)) socket?.close()
  await site.reset()
})
afterAll(() => site.stop())

const siteKey = () => site.deps.parameters.get('device.enrolmentKey')
const list = async (client: TestClient = site.admin, query = {}) =>
  (await client.call(computers.list, { query })).list
const one = (id = ComputerId.parse(1), client: TestClient = site.admin) =>
  client.call(computers.one, { query: { id } })

function newComputer(installation?: string) {
  const computer = new FakeComputer(site.address, installation)
  open.push(computer)
  return computer
}
async function connected({ key = siteKey(), report = computerReport(), installation = 'a1b2c3' } = {}) {
  const computer = newComputer(installation)
  expect(await computer.enrol(key)).toMatchObject({ code: 0 })
  await computer.connect(report)
  await site.flush()
  return computer
}
const lin = () =>
  addHolder(
    site,
    { userName: 'lin', conSecret: 'lin-communication-key' },
    {
      permissions: [...new Set(Object.values(computers).map(({ permission }) => permission))],
      dataScope: DataScope.self,
    },
  )

const phone = { serial: 'R58M1', state: 'working', seconds: 60, port: '1-4.2', transport: 'usb' } as const
const locked = { ...phone, serial: 'R58M2', state: 'unauthorized', port: '1-4.3' } as const

test('a computer enrols with a key, reports itself, and is listed with what it said', async () => {
  const errors = [{ code: 'adbServer', words: 'connect ECONNREFUSED', seconds: 30 }] as const
  await connected({ report: computerReport({ phones: [phone, locked], errors: [...errors] }) })
  const [row] = await list()
  expect(row).toMatchObject({
    computerName: 'rack-1',
    isOnline: true,
    agentVersion: '1.0.0',
    system: 'Debian GNU/Linux 12',
    load: 0.12,
    isAdbReachable: true,
    working: 1,
    unusable: 1,
    givenUp: 0,
    lastError: { code: 'adbServer', words: 'connect ECONNREFUSED' },
  })
  const detail = await one()
  expect(detail.report?.usb?.map(({ path }) => path)).toEqual(['usb1', '1-4'])
  expect(detail.phones.map(({ serial, port }) => [serial, port])).toEqual([
    ['R58M1', '1-4.2'],
    ['R58M2', '1-4.3'],
  ])
})

test('a computer that disconnects is offline immediately, and keeps its last report', async () => {
  const computer = await connected()
  computer.socket?.close()
  await expect.poll(async () => (await list())[0]?.isOnline).toBe(false)
  expect((await one()).report?.host).toBe('rack-1')
  expect(await list(site.admin, { online: '1' })).toEqual([])
  expect(await list(site.admin, { online: '0' })).toHaveLength(1)
})

test('computers are found by phones that do not work, and by those that were given up', async () => {
  const names = async (phones: 'unusable' | 'givenUp') =>
    (await list(site.admin, { phones })).map(({ host }) => host)
  await connected({ report: computerReport({ host: 'fine', phones: [phone] }) })
  await connected({
    installation: 'second',
    report: computerReport({ host: 'locked', phones: [phone, locked] }),
  })
  const lost = { ...phone, state: 'offline', isGivenUp: true } as const
  await connected({ installation: 'third', report: computerReport({ host: 'lost', phones: [lost] }) })
  expect((await names('unusable')).toSorted()).toEqual(['locked', 'lost'])
  expect(await names('givenUp')).toEqual(['lost'])
})

test('the same enrolment again changes nothing, and another token for it is refused', async () => {
  const computer = await connected()
  await site.admin.call(computers.edit, {
    body: { id: ComputerId.parse(1), computerName: 'Left', place: 'Room 2' },
  })
  expect(await computer.enrol(siteKey())).toMatchObject({ code: 0, data: { name: 'Left' } })
  expect(await newComputer().enrol(siteKey())).toMatchObject({
    code: -1,
    msg: 'This computer is already enrolled with another token. Delete it in the console, then restart the agent.',
  })
  expect(await list()).toMatchObject([{ computerName: 'Left', place: 'Room 2' }])
})

test('wrong keys, tokens and names are refused', async () => {
  expect(await newComputer().enrol('wrong')).toMatchObject({ code: -1 })
  expect(await newComputer().enrol(siteKey(), { token: 'short' })).toMatchObject({ code: -1 })
  expect(await newComputer().enrol(siteKey(), { installation: 'a\0b' })).toMatchObject({ code: -1 })
  const stranger = newComputer().open()
  const status = await new Promise((resolve) =>
    stranger.socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
  )
  expect(status).toBe(401)
  expect(await list()).toEqual([])
})

test('a report that cannot be used is named, and the computer stays connected', async () => {
  const computer = await connected()
  computer.report(computerReport({ phones: [{ ...phone, port: 'left' }] }))
  expect(await computer.socket?.next('refused')).toMatchObject({ field: 'report.phones.0.port' })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  computer.report(computerReport({ system: 'x'.repeat(maxReportBytes) }))
  expect(await computer.socket?.next('refused')).toMatchObject({
    reason: `a report has more than ${maxReportBytes} bytes`,
  })
  expect((await list())[0]?.isOnline).toBe(true)
})

test('a second socket of a computer replaces the first', async () => {
  const computer = await connected()
  const first = computer.socket
  await computer.connect()
  expect(await first?.closed).toMatchObject({ code: CloseCode.replaced })
  expect((await list())[0]?.isOnline).toBe(true)
})

test('a command reaches the computer, also from the other server, and its answer the caller', async () => {
  const computer = await connected()
  const body = { id: ComputerId.parse(1), command: { type: 'readLog', lines: 2 } } as const
  const asked = site.admin.call(computers.command, { body })
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'readLog', lines: 2 })
  computer.send({ action: 'commandDone', id, lines: ['one', 'two'] })
  expect(await asked).toEqual({ lines: ['one', 'two'] })

  const other = await site.another()
  await computer.connect(computerReport(), other.address)
  const again = site.admin.call(computers.command, {
    body: { id: ComputerId.parse(1), command: { type: 'reconnect' } },
  })
  const second = await computer.nextCommand()
  computer.send({ action: 'commandDone', id: second.id, count: 3 })
  expect(await again).toEqual({ count: 3 })
  await site.flush()
  const { list: logged } = await site.admin.call(operationLogs.list, { query: {} })
  expect(logged.filter(({ operUrl }) => operUrl === computers.command.path)).toHaveLength(2)
  await other.close()
})

test('a failed command names the reason, in the words of the computer', async () => {
  const computer = await connected()
  const asked = site.admin.ask(computers.command, {
    body: { id: 1, command: { type: 'switchPort', hub: '1-4', port: 2, isOn: false } },
  })
  const { id } = await computer.nextCommand()
  computer.send({ action: 'commandFailed', id, failure: 'notPermitted', words: 'EACCES /dev/bus/usb' })
  expect(await asked).toEqual({
    code: -1,
    msg: 'The agent lacks the permission of the system to do this. EACCES /dev/bus/usb',
  })
})

const invitation = { name: 'fleetdeck-ABCDEFGHJK', password: 'abcdefghjkmn' } as const

test('a phone is paired by the computer, and no log keeps the code', async () => {
  const computer = await connected()
  const asked = site.admin.call(computers.command, {
    body: { id: ComputerId.parse(1), command: { type: 'pairByQr', invitation } },
  })
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'pairByQr', invitation })
  computer.send({ action: 'commandDone', id, paired: 'adb-R58M-AbCdEf' })
  expect(await asked).toEqual({ paired: 'adb-R58M-AbCdEf' })
  const byCode = { type: 'pairByCode', host: '192.168.1.23', port: 37123, code: '482193' } as const
  const waiting = site.admin.ask(computers.command, { body: { id: 1, command: byCode } })
  const second = await computer.nextCommand()
  expect(second.command).toEqual(byCode)
  computer.send({ action: 'commandFailed', id: second.id, failure: 'codeRefused' })
  expect(await waiting).toMatchObject({
    msg: 'The phone does not accept the code. Enter the address and the code that it shows now.',
  })
  await site.flush()
  const { list: logged } = await site.admin.call(operationLogs.list, { query: {} })
  const details = logged.map((row) => site.admin.call(operationLogs.detail, { query: { id: row.id } }))
  const written = JSON.stringify(await Promise.all(details))
  expect(written).toContain('192.168.1.23')
  expect(written).not.toContain(invitation.password)
  expect(written).not.toContain('482193')
})

test.each([
  [{ host: 'router.local' }, /^Enter the IP address and port/],
  [{ host: '192.168.1.999' }, /^Enter the IP address and port/],
  [{ port: 0 }, /^Enter the IP address and port/],
  [{ port: 65_536 }, /^Enter the IP address and port/],
  [{ code: '48219' }, /^The pairing code has six digits/],
])('pairing with %j is refused', async (wrong, words) => {
  await connected()
  const command = { type: 'pairByCode', host: '192.168.1.23', port: 37_123, code: '482193', ...wrong }
  const { code, msg } = await site.admin.ask(computers.command, { body: { id: 1, command } })
  expect(code).not.toBe(0)
  expect(msg).toMatch(words)
})

test('commands to a computer that is offline, or cannot do them, are refused', async () => {
  const computer = await connected({ report: computerReport({ commands: ['check', 'fly'] }) })
  const order = (command: object) => site.admin.ask(computers.command, { body: { id: 1, command } })
  expect(await order({ type: 'restartAdb' })).toMatchObject({
    msg: 'The agent of this computer cannot do this',
  })
  expect(await order({ type: 'fly' })).toMatchObject({ code: -1 })
  computer.socket?.close()
  await expect.poll(async () => (await list())[0]?.isOnline).toBe(false)
  expect(await order({ type: 'check' })).toMatchObject({
    msg: 'The computer is offline, so it cannot get commands',
  })
})

test('only a computer that is offline can be deleted, and its token ends with it', async () => {
  const computer = await connected()
  const remove = () => site.admin.ask(computers.remove, { query: { ids: 1 } })
  expect(await remove()).toMatchObject({
    msg: 'The computer “rack-1” is online. Stop its agent before you delete it.',
  })
  computer.socket?.close()
  await expect.poll(async () => (await list())[0]?.isOnline).toBe(false)
  expect(await remove()).toMatchObject({ code: 0 })
  expect(await list()).toEqual([])
  expect(await newComputer().enrol(siteKey())).toMatchObject({ code: 0 })
})

test('a user sees and commands the computers with their own key, and no others', async () => {
  const { client } = await lin()
  await connected()
  await connected({ key: 'lin-communication-key', installation: 'd4e5f6' })
  expect((await list(client)).map(({ id }) => id)).toEqual([2])
  expect(await list()).toHaveLength(2)
  for (const call of [
    client.ask(computers.one, { query: { id: 1 } }),
    client.ask(computers.edit, { body: { id: 1, computerName: 'Mine', place: '' } }),
    client.ask(computers.command, { body: { id: 1, command: { type: 'check' } } }),
    client.ask(computers.remove, { query: { ids: 1 } }),
  ])
    expect(await call).toMatchObject({ code: 404 })
})

test('a computer that enrols with the key of another user belongs to them, without its former name', async () => {
  const { client } = await lin()
  const computer = await connected()
  await site.admin.call(computers.edit, {
    body: { id: ComputerId.parse(1), computerName: 'Secret', place: 'Vault' },
  })
  expect(await computer.enrol('lin-communication-key')).toMatchObject({ code: 0 })
  expect(await list(client)).toMatchObject([{ computerName: 'rack-1', place: '', userName: 'lin' }])
})

test('phones that cannot be used are listed with computer and port while the computer is connected', async () => {
  const computer = await connected({
    report: computerReport({ phones: [phone, { ...locked, isGivenUp: true }] }),
  })
  expect(await site.admin.call(unusablePhones.list)).toEqual([
    { host: 'rack-1', computerId: 1, port: '1-4.3', serial: 'R58M2', state: 'unauthorized', isGivenUp: true },
  ])
  computer.socket?.close()
  await expect.poll(() => site.admin.call(unusablePhones.list)).toEqual([])
})

test('a phone of a computer leads to its device, if the computer may serve it and the caller may see it', async () => {
  const { client } = await lin()
  await site.enrol('hw-1')
  await site.enrol('hw-2', 'lin-communication-key')
  const both = [
    { ...phone, hardwareId: 'hw-1' },
    { ...locked, hardwareId: 'hw-2' },
  ]
  await connected({ report: computerReport({ phones: both }) })
  // It claims a phone that it cannot have.
  await connected({
    key: 'lin-communication-key',
    installation: 'd4e5f6',
    report: computerReport({ phones: both }),
  })
  const devicesOf = async (id: number, caller?: TestClient) =>
    (await one(ComputerId.parse(id), caller)).phones.map(({ device }) => device?.id ?? null)
  expect(await devicesOf(1)).toEqual([1, 2])
  expect(await devicesOf(2)).toEqual([null, 2])
  expect(await devicesOf(2, client)).toEqual([null, 2])
})

test('a device names the computer that reported its phone last, its port, and its shelf', async () => {
  await site.enrol('hw-1')
  await connected({ report: computerReport({ phones: [{ ...phone, hardwareId: 'hw-1' }] }) })
  const placed = async () =>
    (await site.admin.call(devices.listUnAssignedDevice, { query: {} })).list[0]?.place
  const computer = { id: 1, name: 'rack-1', port: '1-4.2' }
  expect(await placed()).toEqual({ shelf: null, computer })
  await site.deps.db.execute(sql`update devices set tenant_id = 1, device_no = 'A1'`)
  const { id } = await site.admin.call(shelves.save, {
    body: { shelfName: 'Left', columns: 2, rows: 1, devices: [{ slot: 1, id: DeviceId.parse(1) }] },
  })
  const { list: walled } = await site.admin.call(deviceWall.list, { query: {} })
  expect(walled[0]?.place).toEqual({ shelf: { id, name: 'Left', slot: 1 }, computer })
  // On a shelf of its former owner, it has no place.
  await lin()
  await site.deps.db.execute(
    sql`update devices set tenant_id = (select id from users where user_name = 'lin')`,
  )
  expect((await site.admin.call(deviceWall.list, { query: {} })).list[0]?.place.shelf).toBeNull()
})

test('devices are found by the computer at which their phones hang, within the scope of devices', async () => {
  const { client } = await addHolder(
    site,
    { userName: 'lin', conSecret: 'lin-communication-key' },
    {
      permissions: [devices.list.permission, deviceWall.list.permission, deviceMonitor.list.permission],
      dataScope: DataScope.self,
    },
  )
  await site.enrol('hw-1')
  await site.enrol('hw-2', 'lin-communication-key')
  await site.enrol('hw-3')
  const both = ['hw-1', 'hw-2'].map((hardwareId) => ({ ...phone, serial: hardwareId, hardwareId }))
  const computer = await connected({ report: computerReport({ phones: both }) })
  await site.deps.db.execute(sql`update devices set device_no = 'A' || id, tenant_id = case id when 2 then
    (select id from users where user_name = 'lin') else 1 end`)
  const found = async (computerId: number, caller: TestClient = site.admin) => {
    const query = { computerId: ComputerId.parse(computerId) }
    const lists = [devices.list, deviceMonitor.list, deviceWall.list].map(async (endpoint) => {
      const { list: rows, total } = await caller.call(endpoint, { query })
      expect(total).toBe(rows.length)
      return rows.map(({ deviceNo }) => deviceNo).toSorted()
    })
    const [first, ...others] = await Promise.all(lists)
    for (const each of others) expect(each).toEqual(first)
    return first
  }
  expect(await found(1)).toEqual(['A1', 'A2'])
  expect(await found(2)).toEqual([])
  expect(await found(1, client)).toEqual(['A2'])
  // A computer of another user is not believed about phones that are not its owner's.
  await connected({
    key: 'lin-communication-key',
    installation: 'd4e5f6',
    report: computerReport({ phones: both }),
  })
  expect(await found(2)).toEqual(['A2'])
  computer.report(computerReport({ phones: both.slice(1) }))
  const later = async () => {
    await site.flush()
    return found(1)
  }
  await expect.poll(later).toEqual(['A2'])
})

test('a limit for charging is sent when it changes and to an agent that connects, and is within its range', async () => {
  const computer = await connected()
  expect((await one()).chargeLimit).toBeNull()
  const edit = (chargeLimit: object | null | undefined) =>
    site.admin.ask(computers.edit, { body: { id: 1, computerName: 'rack-1', place: '', chargeLimit } })
  for (const wrong of [
    { low: 19, high: 80 },
    { low: 30, high: 39 },
    { low: 30, high: 101 },
    { low: 30.5, high: 80 },
  ])
    expect(await edit(wrong)).toMatchObject({
      msg: 'The lower limit is 20 to 90, the upper at least 10 more, up to 100',
    })
  const limit = { low: 30, high: 80 }
  expect(await edit(limit)).toMatchObject({ code: 0 })
  expect((await computer.nextCommand()).command).toEqual({ type: 'limitCharge', limit })
  // Other changes leave it.
  expect(await edit(undefined)).toMatchObject({ code: 0 })
  expect(await one()).toMatchObject({ chargeLimit: limit })
  const charging = { by: 'hub', isHeld: true } as const
  const socket = computer.open()
  await new Promise((resolve) => socket.socket.once('open', resolve))
  computer.report(computerReport({ phones: [{ ...phone, other: '10.0.0.7:5555', charging }] }))
  expect(await socket.next('welcome')).toMatchObject({ chargeLimit: limit })
  await site.flush()
  expect((await one()).phones).toMatchObject([{ other: '10.0.0.7:5555', charging }])
  // Only the setting changes it.
  const command = { type: 'limitCharge', limit: null }
  expect((await site.admin.ask(computers.command, { body: { id: 1, command } })).code).not.toBe(0)
})

test('a phone that was pulled out of a computer is not listed, but an incident still names the computer', async () => {
  const serving = () => listServing(site.deps.db, 'all', { deviceIds: [DeviceId.parse(1)] }, 5)
  await site.enrol('hw-1')
  const pulled = { ...phone, hardwareId: 'hw-1' }
  const computer = await connected({ report: computerReport({ phones: [pulled, locked] }) })
  computer.report(computerReport({ phones: [locked] }))
  const shown = async () => {
    await site.flush()
    return (await one()).phones.map(({ serial }) => serial)
  }
  await expect.poll(shown).toEqual([locked.serial])
  expect(await list()).toMatchObject([{ working: 0, unusable: 1 }])
  expect(await serving()).toMatchObject([{ computerName: 'rack-1', devices: 1 }])
  const { list: unassigned } = await site.admin.call(devices.listUnAssignedDevice, { query: {} })
  expect(unassigned[0]?.place.computer).toBeNull()
  // Another computer has it now.
  await connected({ installation: 'd4e5f6', report: computerReport({ host: 'rack-2', phones: [pulled] }) })
  computer.report(computerReport({ phones: [] }))
  await expect.poll(shown).toEqual([])
  expect(await serving()).toMatchObject([{ id: 2, devices: 1 }])
})

test('a phone keeps the time since when it has been in its state', async () => {
  const computer = await connected({ report: computerReport({ phones: [phone] }) })
  const [before] = (await one()).phones
  computer.report(computerReport({ phones: [{ ...phone, seconds: 999, hardwareId: 'hw-1' }] }))
  await expect
    .poll(async () => {
      await site.flush()
      return (await one()).phones[0]?.hardwareId
    })
    .toBe('hw-1')
  expect((await one()).phones[0]?.since).toBe(before?.since)
})

test('phones that cannot be used are listed by computer and port, as people count', async () => {
  const ports = ['1-4.10', '1-4.2', '1-4.1']
  const phones = ports.map((port, index) => ({ ...locked, serial: `S${index}`, port }))
  await connected({ report: computerReport({ phones }) })
  const listed = await site.admin.call(unusablePhones.list)
  expect(listed.map(({ port }) => port)).toEqual(['1-4.1', '1-4.2', '1-4.10'])
})
