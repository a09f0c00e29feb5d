import { once } from 'node:events'
import { Readable } from 'node:stream'
import { commands } from '@fleetdeck/contract/commands'
import { devices } from '@fleetdeck/contract/devices'
import { formerPhones } from '@fleetdeck/contract/former-phones'
import { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { scriptVersions } from '../../platform/db/schema/scripts.ts'

let site: TestSite
let fixture: TaskFixture
let sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
  fixture.closeSockets()
})
afterAll(() => site.stop())

const phoneId = DeviceId.parse(1)
const resp = { action: 'resp' }

async function addPhone(address = site.address) {
  return new HttpPhone(address, { token: await fixture.addPhone(1) })
}
/** The order of a run; the engine creates the runs of a task shortly after its start. */
async function ordered(phone: HttpPhone) {
  let answer = await phone.beat()
  await expect
    .poll(async () => {
      if (answer.runId === undefined) answer = await phone.beat()
      return answer.runId
    })
    .toBeDefined()
  return answer
}
/** A task that the phone has started; its id and its run. */
async function started(phone: HttpPhone, draft: object = {}) {
  const id = await fixture.task(draft)
  const { runId } = await ordered(phone)
  await phone.beat({ taskId: id, runId })
  await expect.poll(fixture.states).toEqual(['running'])
  return { id, runId: runId as unknown as string }
}
const command = (order: object) =>
  site.admin.call(commands.add, { body: { order, selection: { ids: [phoneId] } } as never })
const page = (path: string) => {
  const socket = TestSocket.browser(site.address, `${path}&language=en`, site.admin.token ?? '')
  sockets.push(socket)
  return socket
}

describe('a phone without a socket is told in the answer to its next heartbeat', () => {
  test('to stop its run, as long as it echoes it; the run ends as stopped', async () => {
    const phone = await addPhone()
    const { id, runId } = await started(phone)
    expect(await site.admin.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })).toEqual({
      reached: 1,
    })
    const stop = { action: 'stsc', content: '', order: 'stop', runId }
    expect(await phone.beat({ taskId: id, runId })).toMatchObject(stop)
    expect(await phone.beat({ taskId: id })).toMatchObject(stop)
    expect(await phone.beat()).toEqual(resp)
    await expect.poll(fixture.states).toEqual(['stopped'])
    expect(await phone.beat()).toEqual(resp)
  })

  test('to stop a run that it was sent and has not confirmed', async () => {
    const phone = await addPhone()
    const id = await fixture.task()
    const { runId } = await ordered(phone)
    await site.admin.call(tasks.stopScript, { body: { id, status: 2 } })
    expect(await phone.beat()).toMatchObject({ action: 'stsc', runId })
    await expect.poll(fixture.states).toEqual(['stopped'])
  })

  test('to pause and to continue its task', async () => {
    const phone = await addPhone()
    const { id, runId } = await started(phone)
    const pause = (status: 0 | 1) =>
      site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status } })
    expect(await pause(1)).toEqual({ reached: 1 })
    const order = { action: 'taskControl', order: 'pause', runId }
    expect(await phone.beat({ runId })).toEqual(order)
    await expect.poll(fixture.reasons).toEqual(['standsStill'])
    // A phone that reports that it still runs is told again.
    expect(await phone.beat({ runId, paused: false })).toEqual(order)
    expect(await phone.beat({ runId, paused: true })).toEqual(resp)
    await pause(0)
    const goOn = { ...order, order: 'continue' }
    expect(await phone.beat({ runId, paused: true })).toEqual(goOn)
    // The answer was lost.
    expect(await phone.beat({ runId, paused: true })).toEqual(goOn)
    expect(await phone.beat({ runId, paused: false })).toEqual(resp)
    // Somebody paused it at the phone.
    expect(await phone.beat({ runId, paused: true })).toEqual(resp)
    expect(await phone.beat({ runId, paused: false })).toEqual(resp)
    await expect.poll(fixture.reasons).toEqual([null])
  })

  test('to pause whatever it runs; the last order counts', async () => {
    const phone = await addPhone()
    const { runId } = await started(phone)
    const pause = (status: 0 | 1) =>
      site.admin.call(tasks.pauseOrContinueScript, { body: { deviceNos: ['A1'], status } })
    expect(await pause(1)).toEqual({ reached: 1 })
    expect(await pause(0)).toEqual({ reached: 1 })
    expect(await phone.beat({ runId })).toEqual({ action: 'taskControl', order: 'continue' })
  })

  test('to pause whatever it runs, until it says that it does', async () => {
    const phone = await addPhone()
    const { id, runId } = await started(phone)
    const pause = (status: 0 | 1) =>
      site.admin.call(tasks.pauseOrContinueScript, { body: { deviceNos: ['A1'], status } })
    const order = { action: 'taskControl', order: 'pause' }
    await pause(1)
    expect(await phone.beat({ runId, paused: false })).toEqual(order)
    expect(await phone.beat({ runId, paused: false })).toEqual(order)
    // An order about the task is later, and replaces it.
    await site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: 0 } })
    expect(await phone.beat({ runId, paused: false })).toEqual(resp)
    await pause(0)
    expect(await phone.beat({ runId, paused: false })).toEqual(resp)
  })

  test('its number, its settings and hot updates, with a command first', async () => {
    const other = await site.another()
    const phone = await addPhone(other.address)
    await phone.beat()
    const isOnline = async () =>
      (await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).runtime.online
    await expect.poll(isOnline).toBe(true)
    await site.admin.call(devices.edit, { body: { id: phoneId, deviceNo: 'B1', groupId: 1 } })
    const content = JSON.stringify({ screen_scale: '30' })
    await site.admin.call(devices.updateSettingScreen, { body: { deviceNo: 'B1', content } })
    await site.deps.hub.sendToPhone(phoneId, { action: 'hotScripts' })
    await command({ command: 'where' })
    const { orders, ...first } = await phone.beat()
    expect(first).toMatchObject({ action: 'where', content: '' })
    expect(orders).toMatchObject([
      { action: 'assigned', deviceNo: 'B1' },
      { action: 'settings', settings: { screen_scale: '30' } },
      { action: 'hotScripts' },
    ])
    const revision = orders?.flatMap((order) => (order.action === 'settings' ? [order.revision] : []))[0]
    expect(await phone.beat({ cmdSubId: first.cmdSubId, deviceNo: 'A1', settingsRevision: '' })).toEqual({
      action: 'assigned',
      deviceNo: 'B1',
    })
    await phone.beat({ settingsRevision: revision })
    const confirmed = async () =>
      (await site.admin.call(devices.findOne, { query: { deviceNo: 'B1' } })).settingsConfirmed
    await expect.poll(confirmed).toBe(true)
    await other.close()
  })

  test('its settings and its number when it names neither', async () => {
    const phone = await addPhone()
    await phone.beat({ settingsRevision: '' })
    await expect
      .poll(() => phone.beat({ settingsRevision: '' }))
      .toMatchObject({ action: 'settings', heartbeatSeconds: 10 })
    expect(await phone.beat({ deviceNo: '' })).toEqual({ action: 'assigned', deviceNo: 'A1' })
  })

  test('that somebody opened its screen or its log', async () => {
    const phone = await addPhone()
    await phone.beat()
    const screen = page('/rapi/ws/device?deviceNo=A1&type=client')
    expect(await screen.next('deviceState')).toEqual({
      action: 'deviceState',
      online: false,
      msg: 'This phone reports over HTTP and was asked to connect. The screen appears when it has connected.',
    })
    expect(await phone.beat()).toEqual({ action: 'connect', purpose: 'screen' })
    await once(page('/websocket/devicelog?deviceNo=A1').socket, 'open')
    await expect.poll(() => phone.beat()).toEqual({ action: 'connect', purpose: 'log' })
  })

  test('nothing that became outdated while it was away', async () => {
    const phone = await addPhone()
    await phone.beat()
    await site.admin.call(tasks.pauseOrContinueScript, { body: { deviceNos: ['A1'], status: 1 } })
    await site.deps.db.execute(sql`update phone_orders set created_at = now() - interval '11 minutes'`)
    expect(await phone.beat()).toEqual(resp)
  })
})

test('a task that waits for the next heartbeat of a phone does not call the phone offline', async () => {
  const phone = await addPhone()
  await phone.beat()
  await site.flush()
  const id = await fixture.task()
  const checks = await site.admin.call(tasks.why, { query: { id, deviceNo: 'A1' } })
  expect(checks.find(({ check }) => check === 'online')).toMatchObject({ ok: true })
})

describe('a phone without a socket reports', () => {
  test('the end of its run with its message, and its log lines', async () => {
    const phone = await addPhone()
    const { runId } = await started(phone)
    const log = page('/websocket/devicelog?deviceNo=A1')
    await once(log.socket, 'open')
    const reports = [
      { action: 'log', msg: 'step 1', time: 1, runId },
      { action: 'unheardOf' },
      { action: 'taskState', runId, state: 'failed', msg: 'no such button', cause: 'exception' },
    ]
    await phone.beat({ reports })
    await expect.poll(fixture.states).toEqual(['failed'])
    const run = firstRow(await fixture.runs())
    expect(run).toMatchObject({ reason: 'exception', msg: 'no such button' })
    const lines = await site.admin.call(taskRuns.lines, { query: { id: run.id } })
    expect(lines).toMatchObject([{ msg: 'step 1' }])
    expect(await log.next('lines')).toMatchObject({ lines: [{ msg: 'step 1' }] })
  })

  test('the result of its command', async () => {
    const phone = await addPhone()
    await phone.beat()
    await command({ command: 'shellcmd', line: 'id' })
    const { cmdSubId } = await phone.beat()
    await phone.beat({ reports: [{ action: 'commandState', cmdSubId, state: 'failed', msg: 'denied' }] })
    const runs = async () => (await site.deps.db.execute(sql`select state, msg from command_runs`)).rows
    await expect.poll(runs).toEqual([{ state: 'failed', msg: 'denied' }])
  })

  test('what it has: work that it lost is interrupted, not done', async () => {
    const phone = await addPhone()
    const { runId } = await started(phone)
    expect(await phone.beat({ heldIds: [runId] })).toEqual(resp)
    expect(await fixture.states()).toEqual(['running'])
    expect(await phone.beat({ heldIds: [] })).toEqual(resp)
    await expect.poll(fixture.reasons).toEqual(['interrupted'])
  })

  test('too much at once, and is refused with the field', async () => {
    const phone = await addPhone()
    const reports = Array.from({ length: 101 }, () => ({ action: 'log', msg: 'x', time: 1 }))
    expect(await phone.post('/rapi/heartbeat', { reports })).toMatchObject({
      code: -1,
      msg: expect.stringContaining('reports'),
    })
  })
})

test('a run that a command stopped on a phone without a socket ends as stopped', async () => {
  const phone = await addPhone()
  const { runId } = await started(phone)
  await command({ command: 'stsc' })
  expect(await phone.beat({ runId })).toMatchObject({ action: 'stsc', content: '' })
  await phone.beat()
  await expect.poll(fixture.states).toEqual(['stopped'])
})

describe('the address of a script, for a phone without a socket', () => {
  const order = async () => {
    const saved = await site.deps.files.save(Readable.from([Buffer.from('log(1)')]), {
      ...{ originalName: 'greet.js', mediaType: 'text/javascript', temporary: false, limit: 100 },
      ownerId: UserId.parse(1),
    })
    await site.deps.db.update(scriptVersions).set({ fileName: saved.fileName })
    const phone = await addPhone()
    const id = await fixture.task()
    const { scriptUrl, runId } = (await phone.beat()) as unknown as Record<'scriptUrl' | 'runId', string>
    return { phone, id, scriptUrl, runId }
  }

  test('works without a token, with ranges, until the run has ended', async () => {
    const { phone, id, scriptUrl } = await order()
    expect(scriptUrl.startsWith(`${site.address}/rapi/scriptFile/`)).toBe(true)
    const whole = await fetch(scriptUrl)
    expect(whole.status).toBe(200)
    const text = await whole.text()
    expect(text).toBe('log(1)')
    const part = await fetch(scriptUrl, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, text.slice(1, 4)])
    await phone.beat({ taskId: id })
    await expect.poll(fixture.states).toEqual(['running'])
    await phone.beat()
    await expect.poll(fixture.states).toEqual(['succeeded'])
    const after = await fetch(scriptUrl, { headers: { languageselect: 'en' } })
    expect(await after.json()).toMatchObject({
      code: 404,
      msg: 'The link has expired. Get a new one with the next heartbeat or request.',
    })
  })

  test('has the host of the site’s public address, if it is set', async () => {
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example.org/')
    const { scriptUrl } = await order()
    expect(scriptUrl).toMatch(/^https:\/\/phones\.example\.org\/rapi\/scriptFile\//)
  })

  test('is refused when it was changed, or when its time has passed', async () => {
    const { scriptUrl, runId } = await order()
    const refused = { code: 404, msg: expect.stringContaining('expired') }
    const ask = async (url: string) => (await fetch(url, { headers: { languageselect: 'en' } })).json()
    const later = scriptUrl.replace(/until=\d+/, `until=${Date.now() + 1e9}`)
    for (const url of [later, scriptUrl.replace(runId, 'another'), `${scriptUrl}0`])
      expect(await ask(url)).toMatchObject(refused)
  })

  test('without a signature still requires the phone’s token', async () => {
    const { scriptUrl } = await order()
    expect(await (await fetch(scriptUrl.split('?')[0] ?? '')).json()).toMatchObject({ code: 401 })
  })
})

describe('a phone of the original, which has a number alone', () => {
  async function addOriginal() {
    await site.deps.db
      .insert(deviceTable)
      .values({ deviceNo: 'A1', tenantId: UserId.parse(1), groupId: GroupId.parse(1) })
    await site.deps.parameters.set('device.legacyNumberOnly', 'true')
    const phone = new HttpPhone(site.address, { deviceNo: 'A1' })
    await expect(phone.beat()).rejects.toThrow('401')
    const { id } = firstRow((await site.admin.call(formerPhones.list)).list)
    await site.admin.call(formerPhones.admit, { body: { ids: [id] } })
    return phone
  }

  test('reports what scripts can do on it; an unusable list is as good as none', async () => {
    const phone = await addOriginal()
    const shown = async () => {
      await site.flush()
      const { list } = await site.admin.call(devices.list)
      return (await site.admin.call(devices.one, { query: { id: list[0]?.id as never } })).can
    }
    expect(await shown()).toBeNull()
    await phone.beat({ can: ['pixels', 'ofNextYear'] })
    expect(await shown()).toEqual(['pixels', 'ofNextYear'])
    await phone.beat({ can: Array.from({ length: 101 }, () => 'pixels') })
    expect(await shown()).toEqual(['pixels', 'ofNextYear'])
  })

  test('is shown as what it says: brand, model, IMEI and versions, also as numbers', async () => {
    const phone = await addOriginal()
    const said = { brand: 'Redmi', model: 'Note 9', imei: 861234567890123, androidId: 'a1b2', taskName: null }
    await phone.beat({
      ...said,
      ecVersion: '9.1',
      apkVersion: 12,
      osVersion: '10',
      battery: '',
      serviceOk: 1,
    })
    await site.flush()
    const { list } = await site.admin.call(devices.list)
    expect(list).toMatchObject([
      {
        ...{ brand: 'Redmi', mode: 'Note 9', imei: '861234567890123', ip: '127.0.0.1', deviceId: '' },
        runtime: { online: true, overHttp: true, ecVersion: '9.1', apkVersion: '12', battery: null },
      },
    ])
  })

  test('gets the orders of the original: a task, and to stop it', async () => {
    const phone = await addOriginal()
    const { id, runId } = await started(phone)
    await site.deps.hub.sendToPhone(phoneId, { action: 'hotScripts' })
    expect(await phone.beat({ taskId: id })).toEqual(resp)
    expect(await site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: 1 } })).toEqual({
      reached: 0,
    })
    expect(await phone.beat({ taskId: id })).toEqual(resp)
    await site.admin.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
    expect(await phone.beat({ taskId: id })).toMatchObject({ action: 'stsc', runId })
    await phone.beat()
    await expect.poll(fixture.states).toEqual(['stopped'])
  })

  test('gets the package of a command by an address with a host', async () => {
    const phone = await addOriginal()
    await site.deps.db.execute(sql`
      insert into commands (command, content, file_name, user_id, expires_at)
      values ('inst', 'app.apk', 'stored.apk', 1, now() + interval '1 hour')`)
    await site.deps.db.execute(sql`
      insert into command_runs (cmd_sub_id, command_id, device_id, device_no) values ('c1', 1, 1, 'A1')`)
    expect((await phone.beat()).content).toBe(`${site.address}/rapi/commandFile/c1/stored.apk/app.apk`)
  })

  test('cannot speak for a phone that has a token', async () => {
    const token = await fixture.addPhone(1)
    await site.deps.parameters.set('device.legacyNumberOnly', 'true')
    await new HttpPhone(site.address, { token }).beat({ battery: 50 })
    const impostor = new HttpPhone(site.address, { deviceNo: 'A1' })
    await expect(impostor.beat({ battery: 1 })).rejects.toThrow('401')
    await site.flush()
    expect((await site.admin.call(devices.list)).list[0]?.runtime.battery).toBe(50)
  })
})
