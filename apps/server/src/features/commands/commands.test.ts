import { createHash } from 'node:crypto'
import { bookingPermission, bookings, bookPermission } from '@fleetdeck/contract/bookings'
import {
  type CommandRun,
  commandResult,
  commands,
  locating,
  rebootPermission,
  shellPermission,
} from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { formerPhones } from '@fleetdeck/contract/former-phones'
import { type CommandId, DeviceId } from '@fleetdeck/contract/ids'
import { heartbeatPath, phoneApi } from '@fleetdeck/contract/phone-api'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder, addRole, giveRole } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandRuns } from '../../platform/db/schema/commands.ts'

let site: TestSite
let sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
})
afterAll(() => site.stop())

const addPhone = (n: number) => addAssignedPhone(site, n)
async function connect(token: string, address = site.address) {
  const socket = TestSocket.phone(address, token)
  sockets.push(socket)
  await socket.next('registered')
  return socket
}
const where = { command: 'where' } as const
const send = (order: object, ids: number[], client: TestClient = site.admin) =>
  client.ask(commands.add, { body: { order, selection: { ids } } })
const listRuns = async (query: object = {}): Promise<CommandRun[]> =>
  (await site.admin.call(commands.runs, { query: { ...query, orderByColumn: 'deviceNo', isAsc: 'asc' } }))
    .list
const states = async () => (await listRuns()).map(({ state }) => state)
const reportState = (socket: TestSocket, cmdSubId: unknown, state: string, msg = '') =>
  socket.send({ action: 'commandState', cmdSubId, state, msg })

async function upload(name: string, content: Buffer, client: TestClient = site.admin) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${site.address}/common/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${client.token}` },
  })
  return ((await response.json()) as { data: { fileName: string } }).data.fileName
}

describe('a command', () => {
  test('reaches a connected phone, on whichever server, and reports its progress', async () => {
    const other = await site.another()
    const phone = await connect(await addPhone(1), other.address)
    await send(where, [1])
    const { command, cmdSubId } = await phone.next('command')
    expect(command).toBe('where')
    await expect.poll(states).toEqual(['sent'])
    reportState(phone, cmdSubId, 'running')
    await expect.poll(states).toEqual(['running'])
    reportState(phone, cmdSubId, 'succeeded', 'it rings')
    await expect.poll(states).toEqual(['succeeded'])
    const run = firstRow(await listRuns())
    expect(run).toMatchObject({ deviceNo: 'A1', msg: 'it rings', userName: 'admin', reason: null })
    const lines = await site.admin.call(commands.lines, { query: { runId: run.id } })
    // On a busy machine the command may be sent twice before its phone answers.
    const steps = new Set(lines.map(({ state }) => state))
    expect([...steps]).toEqual(['sent', 'running', 'succeeded'])
    await other.close()
  })

  test('waits for an offline phone, says so, and runs when it reconnects', async () => {
    const token = await addPhone(1)
    await send(where, [1])
    expect(await listRuns()).toMatchObject([{ state: 'queued', reason: 'offline' }])
    const phone = await connect(token)
    reportState(phone, (await phone.next('command')).cmdSubId, 'succeeded')
    await expect.poll(states).toEqual(['succeeded'])
  })

  test('is not sent a second time to a phone that already has it', async () => {
    const token = await addPhone(1)
    const phone = await connect(token)
    await send(where, [1])
    const { cmdSubId } = await phone.next('command')
    reportState(phone, cmdSubId, 'running')
    await expect.poll(states).toEqual(['running'])
    phone.close()
    await phone.closed
    const again = TestSocket.phone(site.address, token)
    sockets.push(again)
    again.socket.removeAllListeners('open')
    again.socket.once('open', () => again.send({ action: 'register', version: 1, heldIds: [cmdSubId] }))
    await again.next('registered')
    reportState(again, cmdSubId, 'succeeded')
    await expect.poll(states).toEqual(['succeeded'])
    expect(await listRuns()).toMatchObject([{ reason: null }])
  })

  test('that the phone forgot has failed, and a restart has succeeded when the phone reconnects', async () => {
    const token = await addPhone(1)
    const phone = await connect(token)
    await send(where, [1])
    await send({ command: 'rebootPhone' }, [1])
    // A command may be delivered twice.
    const received = new Set<string>()
    while (received.size < 2) received.add((await phone.next('command')).cmdSubId as string)
    for (const cmdSubId of received) reportState(phone, cmdSubId, 'running')
    await expect.poll(states).toEqual(['running', 'running'])
    phone.close()
    await phone.closed
    await connect(token)
    await expect
      .poll(async () => (await listRuns()).map(({ state, reason }) => [state, reason]).sort())
      .toEqual([
        ['failed', 'interrupted'],
        ['succeeded', 'back'],
      ])
  })

  test('for many phones follows the conditions of the list, and counts its states', async () => {
    const tokens = [await addPhone(1), await addPhone(2), await addPhone(3)]
    const phone = await connect(tokens[0] ?? '')
    const { data } = await site.admin.ask(commands.add, {
      body: { order: where, selection: { filter: { assStatus: '1' } } },
    })
    expect(data).toMatchObject({ total: 3 })
    reportState(phone, (await phone.next('command')).cmdSubId, 'failed', 'no speaker')
    await expect.poll(states).toEqual(['failed', 'queued', 'queued'])
    expect((await site.admin.call(commands.list)).list).toMatchObject([
      { command: 'where', total: 3, counts: { failed: 1, queued: 2 }, userName: 'admin' },
    ])
    expect((await site.admin.call(commands.list, { query: { open: '0' } })).total).toBe(0)
  })

  test('is removed with others in one step or not at all: one that no longer exists is not found', async () => {
    await addPhone(1)
    await send(where, [1])
    const remove = (ids: number[]) => site.admin.ask(commands.remove, { query: { ids } })
    expect((await remove([1, 2])).code).toBe(404)
    expect((await site.admin.call(commands.list)).total).toBe(1)
    expect((await remove([1])).code).toBe(0)
    expect((await remove([1])).code).toBe(404)
  })

  test('can be withdrawn before it arrives, and sent again to phones where it did not succeed', async () => {
    await addPhone(1)
    await send(where, [1])
    expect(await site.admin.call(commands.takeBack, { body: { id: 1 } })).toEqual({ count: 1 })
    expect(await listRuns()).toMatchObject([{ state: 'stopped', reason: 'takenBack' }])
    expect(await site.admin.call(commands.again, { body: { id: 1 } })).toEqual({ id: 2, total: 1 })
    expect((await site.admin.ask(commands.again, { body: { id: 2 } })).msg).toMatch(
      /^The command has succeeded or is still in progress on all devices$/,
    )
    expect((await listRuns({ commandId: 2 })).map(({ state }) => state)).toEqual(['queued'])
  })

  test('that is not delivered in time expires, and never runs', async () => {
    const token = await addPhone(1)
    await send(where, [1])
    await site.deps.db.execute(sql`update commands set expires_at = now() - interval '1 second'`)
    await site.commands.sweep()
    expect(await listRuns()).toMatchObject([{ state: 'expired', reason: 'tooLate' }])
    const phone = await connect(token)
    await send({ command: 'stsc' }, [1])
    expect((await phone.next('command')).command).toBe('stsc')
  })

  test('without an answer is sent again, and fails after several attempts', async () => {
    const phone = await connect(await addPhone(1))
    await send(where, [1])
    const { cmdSubId } = await phone.next('command')
    await expect.poll(states).toEqual(['sent'])
    await expect.poll(async () => (await site.admin.call(devices.list)).list[0]?.runtime.online).toBe(true)
    const later = Date.now() + 31_000
    await site.commands.sweep(later)
    expect((await phone.next('command')).cmdSubId).toBe(cmdSubId)
    await site.deps.db.update(commandRuns).set({ tries: 5 })
    await site.commands.sweep(later)
    expect(await listRuns()).toMatchObject([{ state: 'failed', reason: 'unanswered' }])
    // The phone's own report overrides the server's conclusion.
    reportState(phone, cmdSubId, 'succeeded')
    await expect.poll(states).toEqual(['succeeded'])
  })

  test('from an operator’s open screen is recorded too', async () => {
    const phone = await connect(await addPhone(1))
    const panel = TestSocket.browser(
      site.address,
      '/rapi/ws/device?deviceNo=A1&type=client',
      site.admin.token ?? '',
    )
    sockets.push(panel)
    await new Promise((resolve) => panel.socket.once('open', resolve))
    panel.send({ action: 'rebootEC' })
    reportState(phone, (await phone.next('command')).cmdSubId, 'succeeded')
    await expect
      .poll(async () => (await listRuns()).map(({ command, state }) => [command, state]))
      .toEqual([['rebootEC', 'succeeded']])
  })

  test('is in the device’s events, with its author and its result', async () => {
    const phone = await connect(await addPhone(1))
    await send(where, [1])
    reportState(phone, (await phone.next('command')).cmdSubId, 'succeeded')
    await expect.poll(states).toEqual(['succeeded'])
    await site.flush()
    const { list } = await site.admin.call(deviceMonitor.events, { query: { id: 1, kind: 'command' } })
    expect(list).toMatchObject([
      { userName: null, details: { command: 'where', state: 'succeeded' } },
      { userName: 'admin', details: { command: 'where', state: 'queued' } },
    ])
  })
})

test('a state that a phone sends again is one line, and a stale one changes nothing', async () => {
  const phone = await connect(await addPhone(1))
  await send(where, [1])
  const { cmdSubId } = await phone.next('command')
  reportState(phone, cmdSubId, 'running')
  await expect.poll(states).toEqual(['running'])
  reportState(phone, cmdSubId, 'running')
  reportState(phone, cmdSubId, 'succeeded', 'it rings')
  reportState(phone, cmdSubId, 'succeeded', 'it rings')
  await expect.poll(states).toEqual(['succeeded'])
  reportState(phone, cmdSubId, 'failed', 'it is silent')
  const lines = async () =>
    (await site.admin.call(commands.lines, { query: { runId: 1 } })).map(({ state }) => state)
  await expect.poll(lines).toEqual(['sent', 'running', 'succeeded', 'failed'])
  expect(await listRuns()).toMatchObject([{ state: 'succeeded', msg: 'it rings' }])
})

test('of several ends that a phone reports at once, the first counts', async () => {
  const phone = await connect(await addPhone(1))
  await send(where, [1])
  const { cmdSubId } = await phone.next('command')
  for (const state of ['running', 'succeeded', 'failed'] as const) reportState(phone, cmdSubId, state)
  await expect.poll(states).toEqual(['succeeded'])
})

describe('a phone that waits for its number', () => {
  const locate = (id: number, client: TestClient = site.admin) => client.ask(locating.start, { body: { id } })
  const located = (id: CommandId, client: TestClient = site.admin) =>
    client.call(locating.result, { query: { id } })
  /** May assign, but not send commands. */
  const addAssigner = (userName: string, dataScope: DataScope) =>
    addHolder(site, { userName }, { permissions: [devices.addAssDevice.permission], dataScope })

  test('lights up for users who may assign it, on whichever server it is connected', async () => {
    const other = await site.another()
    const phone = await connect(await site.enrol('phone-1'), other.address)
    const { client } = await addAssigner('wei', DataScope.all)
    const { data } = await locate(1, client)
    const { id } = data as { id: CommandId }
    const { command, cmdSubId } = await phone.next('command')
    expect(command).toBe('where')
    reportState(phone, cmdSubId, 'failed', 'no screen')
    const state = async () => (await located(id, client)).state
    await expect.poll(state).toBe('failed')
    expect(await located(id, client)).toEqual({ state: 'failed', reason: null, msg: 'no screen' })
    expect(await listRuns()).toMatchObject([{ command: 'where', deviceNo: 'phone-1', userName: 'wei' }])
    await other.close()
  })

  test('that is offline is said to be, and does not light up when it comes back later', async () => {
    const token = await site.enrol('phone-1')
    const { data } = await locate(1)
    const { id } = data as { id: CommandId }
    expect(await located(id)).toMatchObject({ state: 'queued', reason: 'offline' })
    await site.deps.db.execute(sql`update commands set expires_at = now() - interval '1 second'`)
    await site.commands.sweep()
    expect(await located(id)).toMatchObject({ state: 'expired', reason: 'tooLate' })
    const phone = await connect(token)
    await send({ command: 'stsc' }, [1])
    expect((await phone.next('command')).command).toBe('stsc')
  })

  test('is not located by who cannot see it or may not assign it, nor once it has its number', async () => {
    await site.enrol('phone-1')
    await addPhone(2)
    const blind = await addAssigner('wei', DataScope.self)
    expect((await locate(1, blind.client)).code).toBe(404)
    const permissions = [commands.list.permission, commands.add.permission]
    const sender = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.all })
    expect((await locate(1, sender.client)).code).toBe(403)
    expect((await locate(2)).code).toBe(404)
    expect((await site.admin.call(commands.list)).total).toBe(0)
    await send({ command: 'shot' }, [2])
    expect((await site.admin.ask(locating.result, { query: { id: 1 } })).code).toBe(404)
  })
})

describe('a phone with heartbeats over HTTP', () => {
  const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
  const post = async (url: string, body: object, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const { data, code } = (await site.app.inject({ method: 'POST', url, headers, payload: body })).json()
    return code === 0 ? JSON.parse(Buffer.from(data, 'base64').toString()) : { code }
  }

  test('gets its command in the answer, echoes it, and is done when it stops echoing it', async () => {
    const token = await addPhone(1)
    const beat = (values: object = {}) =>
      post(heartbeatPath, { data: packed({ battery: 50, ...values }) }, token)
    expect(await beat()).toEqual({ action: 'resp' })
    await send(where, [1])
    const { action, cmdSubId } = await beat()
    expect(action).toBe('where')
    // It did not echo the command: it may not have received it.
    expect((await beat()).cmdSubId).toBe(cmdSubId)
    expect(await beat({ cmdSubId })).toEqual({ action: 'resp' })
    await site.flush()
    expect(await states()).toEqual(['running'])
    const line = { data: packed({ cmdSubId, msg: 'looking', createTimestamp: 1 }) }
    expect(await post(phoneApi.httpCmdLog.path, line, token)).toEqual({})
    expect(await beat()).toEqual({ action: 'resp' })
    await site.flush()
    expect(await states()).toEqual(['succeeded'])
    const lines = await site.admin.call(commands.lines, { query: { runId: 1 } })
    expect(lines.map(({ msg }) => msg)).toContain('looking')
  })

  test('without a token is identified by its number only where the site allows it and an operator has admitted it', async () => {
    const { db, parameters } = site.deps
    await addPhone(1)
    await db.execute(sql`update devices set token_hash = null where device_no = 'A1'`)
    const beat = () => post(heartbeatPath, { deviceNo: 'A1', data: packed({ battery: 5 }) })
    expect(await beat()).toEqual({ code: 401 })
    await parameters.set('device.legacyNumberOnly', 'true')
    expect(await beat()).toEqual({ code: 401 })
    const ids = (await site.admin.call(formerPhones.list)).list.map(({ id }) => id)
    await site.admin.call(formerPhones.admit, { body: { ids } })
    expect(await beat()).toEqual({ action: 'resp' })
    await parameters.set('device.legacyNetworks', '10.1.0.0/16, fd00::/8')
    expect(await beat()).toEqual({ code: 401 })
    await parameters.set('device.legacyNetworks', '127.0.0.1')
    expect(await beat()).toEqual({ action: 'resp' })
  })

  test('that has a token is not identified by its number', async () => {
    await addPhone(1)
    await site.deps.parameters.set('device.legacyNumberOnly', 'true')
    expect(await post(heartbeatPath, { deviceNo: 'A1', data: packed({ battery: 5 }) })).toEqual({ code: 401 })
  })
})

describe('installing', () => {
  test('gives the phone an address with the MD5, which is valid only while the command runs', async () => {
    const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100, 7)])
    const fileName = await upload('Chess Club.apk', content)
    const token = await addPhone(1)
    const phone = await connect(token)
    const get = (url: URL) => fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await send({ command: 'inst', fileName }, [1])
    const { content: address, cmdSubId } = await phone.next('command')
    const url = new URL(String(address), site.address)
    expect(url.hash).toBe(`#md5=${createHash('md5').update(content).digest('hex')}`)
    expect(decodeURIComponent(url.pathname)).toMatch(/\/Chess Club\.apk$/)
    expect(Buffer.from(await (await get(url)).arrayBuffer())).toEqual(content)
    const guessed = new URL(url.pathname.replace(String(cmdSubId), 'guessed'), site.address)
    expect(await (await get(guessed)).json()).toMatchObject({ code: 404 })
    reportState(phone, cmdSubId, 'succeeded')
    await expect.poll(states).toEqual(['succeeded'])
    expect(await (await get(url)).json()).toMatchObject({ code: 404 })
  })

  test('a file that is not a package, or belongs to another user, is refused', async () => {
    await addPhone(1)
    const picture = await upload('notes.txt', Buffer.from('hello'))
    expect((await send({ command: 'inst', fileName: picture }, [1])).msg).toMatch(/APK/)
    expect((await send({ command: 'inst', fileName: 'other.apk' }, [1])).msg).toBe(
      'The uploaded file no longer exists. Upload it again.',
    )
    expect((await site.admin.call(commands.list)).total).toBe(0)
  })
})

describe('a preview', () => {
  const body = (command: 'where' | 'launch', ids: number[]) => ({
    ...{ command, selection: { ids: ids.map((id) => DeviceId.parse(id)) } },
  })
  const preview = (command: 'where' | 'launch', ids: number[], client: TestClient = site.admin) =>
    client.call(commands.preview, { body: body(command, ids) })

  test('says which phones get the command now, later or never', async () => {
    await connect(await addPhone(1))
    for (const n of [2, 3]) await addPhone(n)
    await site.admin.call(devices.add, { body: { deviceNo: 'A4', groupId: 1, batch: 0 } as never })
    await site.admin.call(devices.batchChangeDevice, { query: { ids: '3', status: 1 } })
    await expect.poll(async () => (await preview('where', [1])).now).toBe(1)
    expect(await preview('where', [1, 2, 3, 4])).toEqual({
      ...{ total: 4, now: 1, later: { count: 1, deviceNos: ['A2'] }, refusals: [] },
      never: [
        { reason: 'the device is disabled', count: 1, deviceNos: ['A3'] },
        { reason: 'no phone has this number yet', count: 1, deviceNos: ['A4'] },
      ],
    })
    expect((await site.admin.call(commands.list)).total).toBe(0)
  })

  test('names those that are refused and why, and the command is sent to the others', async () => {
    for (const n of [1, 2, 3]) await addPhone(n)
    const permissions = [commands.list.permission, commands.add.permission, devices.list.permission]
    const { id, client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions, dataScope: DataScope.all },
    )
    expect((await client.ask(commands.preview, { body: body('launch', [1]) })).code).toBe(403)
    const control = { roleKey: 'control', permissions: [controlPermission], dataScope: DataScope.all }
    await giveRole(site, id, await addRole(site, control))
    const books = { permissions: [bookingPermission, bookPermission], dataScope: DataScope.all }
    const li = await addHolder(site, { userName: 'li' }, books)
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const target = { deviceIds: [DeviceId.parse(2)] }
    await li.client.call(bookings.add, { body: { target, startsAt: null, endsAt, purpose: '' } })
    expect(await preview('launch', [1, 2, 3], client)).toMatchObject({
      total: 3,
      later: { count: 2, deviceNos: ['A1', 'A3'] },
      refusals: [{ reason: expect.stringMatching(/^reserved by “li” until /), count: 1, deviceNos: ['A2'] }],
    })
    // Looking for a phone disturbs nobody.
    expect((await preview('where', [1, 2], client)).refusals).toEqual([])
    const sent = await send({ command: 'launch', app: 'notes' }, [1, 2, 3], client)
    expect(sent.data).toMatchObject({ total: 2 })
    expect((await listRuns()).map(({ deviceNo }) => deviceNo)).toEqual(['A1', 'A3'])
    expect(await send({ command: 'launch', app: 'notes' }, [2], client)).toMatchObject({
      code: -1,
      msg: expect.stringMatching(/^“A2” is reserved by “li” until /),
    })
    expect((await client.ask(commands.preview, { body: body('launch', [1, 99]) })).code).toBe(404)
  })
})

describe('permissions', () => {
  test('a shell command needs its own permission, and a foreign device refuses the whole command', async () => {
    await addPhone(1)
    const permissions = ['device/command/list', 'device/command/add']
    const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.all })
    expect((await send({ command: 'shellcmd', line: 'id' }, [1], client)).code).toBe(403)
    expect((await send(where, [1, 99], client)).code).toBe(404)
    const own = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: [...permissions, shellPermission, controlPermission], dataScope: DataScope.self },
    )
    expect((await send({ command: 'shellcmd', line: 'id' }, [1], own.client)).code).toBe(404)
    expect((await site.admin.call(commands.list)).total).toBe(0)
  })

  test('who may only watch a phone neither changes what is on it nor reads its files', async () => {
    await addPhone(1)
    const { list, add } = commands
    const watching = [list.permission, add.permission, devices.list.permission, shellPermission]
    const { id, client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: watching, dataScope: DataScope.all },
    )
    const fileName = await upload('notes.txt', Buffer.from('hello'), client)
    const orders = [
      { command: 'push', fileName },
      { command: 'inst', fileName },
      { command: 'uninst', app: 'notes' },
      { command: 'launch', app: 'notes' },
      { command: 'pull', path: '/sdcard/a.txt' },
      { command: 'apps' },
      { command: 'stsc' },
      { command: 'shellcmd', line: 'id' },
    ]
    for (const order of orders) expect((await send(order, [1], client)).code).toBe(403)
    expect((await send({ command: 'shot' }, [1], client)).code).toBe(0)
    const control = { roleKey: 'control', permissions: [controlPermission], dataScope: DataScope.all }
    await giveRole(site, id, await addRole(site, control))
    expect((await send(orders[0] ?? {}, [1], client)).code).toBe(0)
  })

  test('a command for a phone that somebody else controls is refused to who has its screen open, on any server', async () => {
    const other = await site.another()
    await connect(await addPhone(1), other.address)
    await connect(await addPhone(2), other.address)
    const permissions = [
      ...[commands.list.permission, commands.add.permission, devices.list.permission],
      controlPermission,
    ]
    const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.all })
    const open = async (user: TestClient) => {
      const panel = TestSocket.browser(
        site.address,
        '/rapi/ws/device?deviceNo=A1&type=client',
        user.token ?? '',
      )
      sockets.push(panel)
      await new Promise((resolve) => panel.socket.once('open', resolve))
      panel.send({ action: 'joinRoom', screenSetting: {} })
      await panel.next('joinRoomResp')
      return panel
    }
    const launch = (app: string, ids: number[] = [1]) => send({ command: 'launch', app }, ids, client)
    const admin = await open(site.admin)
    expect((await launch('one')).code).toBe(0)
    const panel = await open(client)
    expect(await launch('two')).toMatchObject({
      code: -1,
      msg: '“admin” is controlling this phone. Request control first.',
    })
    expect(await launch('three', [1, 2])).toMatchObject({ code: 0, data: { total: 1 } })
    const ids = [1, 2].map((id) => DeviceId.parse(id))
    expect(
      await client.call(commands.preview, { body: { command: 'launch', selection: { ids } } }),
    ).toMatchObject({ refusals: [{ reason: expect.stringMatching(/^“admin” is controlling/), count: 1 }] })
    expect((await send(where, [1], client)).code).toBe(0)
    expect((await send({ command: 'launch', app: 'four' }, [1])).code).toBe(0)
    admin.send({ action: 'releaseScreenPermission' })
    await expect.poll(async () => (await panel.next('roomState')).controller).toBeNull()
    expect((await launch('five')).code).toBe(0)
    await other.close()
  })

  test('a restart needs its own permission, for each device, also when it is repeated', async () => {
    await addPhone(1)
    const sending = ['device/command/list', 'device/command/add']
    const all = { permissions: sending, dataScope: DataScope.all }
    const { id, client } = await addHolder(site, { userName: 'wei' }, all)
    const reboot = async (hours: number) => {
      const orders = ['rebootEC', 'rebootPhone'].map((command) => ({ command }))
      const selection = { ids: [1] }
      const answers = orders.map((order) => client.ask(commands.add, { body: { order, selection, hours } }))
      return (await Promise.all(answers)).map(({ code }) => code)
    }
    expect(await reboot(1)).toEqual([403, 403])
    const sent = (await send({ command: 'rebootPhone' }, [1])).data as { id: CommandId }
    const again = () => client.ask(commands.again, { body: { id: sent.id } })
    expect((await again()).code).toBe(403)
    const own = { permissions: [rebootPermission], dataScope: DataScope.self }
    await giveRole(site, id, await addRole(site, { roleKey: 'own', ...own }))
    expect(await reboot(2)).toEqual([403, 403])
    await giveRole(site, id, await addRole(site, { roleKey: 'all', ...own, dataScope: DataScope.all }))
    expect(await reboot(3)).toEqual([0, 0])
  })

  test('a report about another phone’s command, or one that was never sent, changes nothing', async () => {
    const [first, second] = [await connect(await addPhone(1)), await connect(await addPhone(2))]
    await send(where, [1])
    const { cmdSubId } = await first.next('command')
    await expect.poll(async () => (await listRuns())[0]?.state).toBe('sent')
    reportState(second, cmdSubId, 'succeeded')
    reportState(second, 'never-given', 'succeeded')
    reportState(first, cmdSubId, 'running')
    await expect.poll(async () => (await listRuns())[0]?.state).toBe('running')
    // A late report does not move the state back.
    reportState(first, cmdSubId, 'acknowledged')
    await site.flush()
    expect(await states()).toEqual(['running'])
  })

  test('empty lines, unknown commands and unknown selections are refused', async () => {
    await addPhone(1)
    expect((await send({ command: 'shellcmd', line: '  ' }, [1])).code).toBe(-1)
    expect((await send({ command: 'format' }, [1])).code).toBe(-1)
    expect((await send(where, [])).code).toBe(-1)
  })
})

describe('a file requested from a phone', () => {
  const asked = async () => {
    const token = await addPhone(1)
    const phone = await connect(token)
    await send({ command: 'pull', path: '/sdcard/报告.pdf' }, [1])
    const order = await phone.next('command')
    const post = (body: FormData | undefined, cmdSubId = order.cmdSubId) =>
      fetch(`${site.address}/rapi/commandFile/${cmdSubId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        ...(body && { body }),
      })
    const upload = async (text = 'from the phone', cmdSubId = order.cmdSubId) => {
      const body = new FormData()
      body.set('file', new Blob([text]), '报告.pdf')
      return (await post(body, cmdSubId)).json()
    }
    return { phone, order, post, upload }
  }

  test('is uploaded until the phone is done, and available to users who see the run', async () => {
    const { phone, order, upload } = await asked()
    expect(order).toMatchObject({ command: 'pull', content: '/sdcard/报告.pdf' })
    // The phone did not hear that it arrived, and sends it again.
    expect(await upload('first')).toMatchObject({ code: 0 })
    expect(await upload()).toMatchObject({ code: 0 })
    reportState(phone, order.cmdSubId, 'succeeded', '报告.pdf')
    await expect.poll(states).toEqual(['succeeded'])
    const run = firstRow(await listRuns())
    const query = { runId: run.id, fileName: run.fileName ?? '' }
    const address = `${site.address}${commandResult.path}?runId=${query.runId}&fileName=${query.fileName}`
    const file = await fetch(address, { headers: { authorization: `Bearer ${site.admin.token}` } })
    expect(await file.text()).toBe('from the phone')
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('报告.pdf'))
    const permissions = [commands.list.permission]
    const { client } = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.self })
    expect((await client.ask(commandResult, { query })).msg).toBe(
      'This file no longer exists. Refresh the page.',
    )
    expect(await upload()).toMatchObject({ code: 404 })
    const stored = await site.deps.files.find(query.fileName)
    if (stored) await site.deps.files.remove(stored)
    expect((await site.admin.ask(commandResult, { query })).msg).toBe(
      'This file has expired and was deleted. Run the command again.',
    )
  })

  test('is refused without such a command, and without a file', async () => {
    const { post, upload } = await asked()
    expect(await upload('', 'none')).toMatchObject({ code: 404 })
    expect((await (await post(undefined)).json()).code).not.toBe(0)
    expect((await listRuns())[0]?.fileName).toBeNull()
  })

  test.each(['sdcard/a', '/sdcard/', ''])('cannot be the path "%s"', async (path) => {
    await addPhone(1)
    expect((await send({ command: 'pull', path }, [1])).code).not.toBe(0)
  })
})

test('apps are opened and uninstalled by name', async () => {
  // A phone that does not answer gets the same command again.
  const [first, second] = [await connect(await addPhone(1)), await connect(await addPhone(2))]
  await send({ command: 'launch', app: 'com.a' }, [1])
  expect(await first.next('command')).toMatchObject({ command: 'launch', content: 'com.a' })
  await send({ command: 'uninst', app: 'com.a' }, [2])
  expect(await second.next('command')).toMatchObject({ command: 'uninst', content: 'com.a' })
  expect((await send({ command: 'launch', app: ' ' }, [1])).msg).toBe('Enter a package name')
})
