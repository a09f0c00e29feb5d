import { diagnosis } from '@fleetdeck/contract/diagnosis'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { DataScope } from '@fleetdeck/contract/enums'
import { unusablePhones as calls } from '@fleetdeck/contract/unusable-phones'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { KeyedPhone } from '@fleetdeck/testing/phones/keyed-phone'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const at = (host: string, mark: string) => ({
  marks: { own: mark.repeat(16) },
  place: { agent: `agent of ${host}`, host, name: 'usb:1-4' },
})
/** Its agent, with a key of its own. */
function plugged(host: string, mark: string) {
  const phone = new KeyedPhone(site, 'adb-T30S0001')
  phone.origin = at(host, mark)
  return phone
}
const opened = (socket: TestSocket) => {
  onTestFinished(() => socket.close())
  return socket
}
async function connected(phone: KeyedPhone) {
  expect(await phone.enrol()).toMatchObject({ code: 0 })
  const socket = opened(phone.connect())
  await socket.next('registered')
  return socket
}
async function diagnosed() {
  const findings = await site.admin.call(diagnosis.diagnose, { query: { id: 1 } })
  return findings.find(({ kind }) => kind === 'identityTaken')?.values
}
const taken = { serial: 'usb:2-1', state: 'identityTaken' as const, deviceId: 'adb-T30S0001' }
/** Reported by an agent that is not known as a computer. */
const listed = { ...taken, computerId: null, port: null, isGivenUp: false }
const report = (host: string, key = site.deps.parameters.get('device.enrolmentKey')) =>
  site.nobody.ask(calls.report, { body: { key, agent: 'b2', host, phones: [taken] } })

describe('a second phone with the identity of a connected one', () => {
  test('is refused with the place of the first, in the language of its agent, and asks no operator', async () => {
    await connected(plugged('farm-1', 'a'))
    const second = plugged('farm-2', 'b')
    expect(await second.enrol()).toEqual({
      code: 410,
      msg: 'Another phone with this device ID is connected now: usb:1-4 on farm-1. If both have the same serial number, start both agents with --shared-serial and that number.',
    })
    expect((await second.enrol({ language: 'zhcn' })).msg).toContain('farm-1 上的 usb:1-4')
    expect((await second.enrol({ language: 'zhtw' })).msg).toContain('farm-1 上的 usb:1-4')
    expect((await site.admin.call(enrolmentRequests.list)).list).toEqual([])
  })

  test('is refused with a token of the first one, too, which stays connected', async () => {
    const first = plugged('farm-1', 'a')
    const socket = await connected(first)
    first.origin = at('farm-2', 'b')
    const second = opened(first.connect())
    expect(await second.closed).toEqual({ code: 4410, reason: 'farm-1 · usb:1-4' })
    socket.send({ action: 'ping' })
    await socket.next('pong')
  })

  test('asks an operator as before when the first one has disconnected', async () => {
    const socket = await connected(plugged('farm-1', 'a'))
    socket.close()
    await socket.closed
    await expect.poll(() => plugged('farm-2', 'b').enrol()).toMatchObject({ code: 202 })
  })

  test('is listed with both places, and on the device', async () => {
    await connected(plugged('farm-1', 'a'))
    await report('farm-2')
    expect(await site.admin.call(calls.list)).toEqual([
      { ...listed, host: 'farm-2', takenAt: { host: 'farm-1', name: 'usb:1-4' } },
    ])
    expect(await diagnosed()).toEqual({ host: 'farm-2', serial: 'usb:2-1' })
  })

  test('is named on the device when its agent is a computer with reports of its own, too', async () => {
    await connected(plugged('farm-1', 'a'))
    expect(await diagnosed()).toBeUndefined()
    const computer = new FakeComputer(site.address)
    await computer.enrol(site.deps.parameters.get('device.enrolmentKey'))
    const phone = {
      serial: 'usb:2-1',
      state: 'identityTaken',
      seconds: 60,
      port: '2-1',
      transport: 'usb',
    } as const
    await computer.connect(
      computerReport({ host: 'farm-2', phones: [{ ...phone, hardwareId: 'adb-T30S0001' }] }),
    )
    onTestFinished(() => computer.socket?.close())
    await site.flush()
    expect(await diagnosed()).toEqual({ host: 'rack-1', serial: 'usb:2-1' })
  })

  test('is listed for the owner of its agent without the place of a phone of somebody else', async () => {
    await connected(plugged('farm-1', 'a'))
    await report('farm-2')
    const lin = await addHolder(
      site,
      { userName: 'lin', conSecret: 'lin-communication-key' },
      { permissions: [calls.list.permission], dataScope: DataScope.self },
    )
    expect(await lin.client.call(calls.list)).toEqual([])
    await report('home', 'lin-communication-key')
    expect(await lin.client.call(calls.list)).toEqual([{ ...listed, host: 'home' }])
  })
})

test('the same phone on another computer waits for an operator, as its agent there has another key', async () => {
  await connected(plugged('farm-1', 'a'))
  expect(await plugged('farm-2', 'a').enrol()).toMatchObject({ code: 202 })
})
