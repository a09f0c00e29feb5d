import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript, screenPng } from '@fleetdeck/testing/phones/android-script'
import type { DaemonStream } from '@fleetdeck/testing/phones/daemon-stream'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adviceFor, parseDeviceList } from './drivers/adb/device-list.ts'
import { holdHere } from './processes/phone-set.ts'
import { readRealArguments } from './real-arguments.ts'
import { RealPhones, type RealPhonesSettings } from './real-phones.ts'

describe.skipIf(!hasAdb)('phones behind Debian’s adb', () => {
  let server: FakeServer
  let adb: RealAdb
  let folder: string
  let phones: RealPhones | undefined
  let notices: string[]
  beforeEach(async () => {
    server = await FakeServer.start()
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'real-phones-'))
    notices = []
  })
  afterEach(async () => {
    await phones?.stop()
    await adb.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  async function start(more: Partial<RealPhonesSettings> = {}) {
    phones = await RealPhones.start(
      {
        server: server.url,
        key: server.key,
        stateDir: folder,
        language: 'en',
        adbServer: { host: '127.0.0.1', port: adb.port },
        notice: (name, level, message) => notices.push(`${name} ${level} ${message}`),
        timing: { backOff: { firstMs: 10, limitMs: 40 }, farewellMs: 0, restartMs: 5 },
        backOff: { firstMs: 5, limitMs: 20 },
        settleMs: 5,
        ...more,
      },
      holdHere,
    )
  }
  async function plugIn(serial: string, script = androidScript()) {
    const phone = new FakePhone(serial, script)
    await adb.plugIn(phone)
    return phone
  }

  test('every phone that adb lists appears in the console with its status', async () => {
    await plugIn('A1')
    await plugIn('B2')
    await start()
    const first = await server.phone()
    await server.phone()
    expect(server.enrolments.map(({ deviceId: hardwareId }) => hardwareId).sort()).toEqual([
      'adb-A1',
      'adb-B2',
    ])
    expect(await first.next('heartbeat')).toMatchObject({
      battery: 57,
      isCharging: '1',
      osVersion: 'Android 13 · MIUI 14.0',
    })
  })

  test('an unplugged phone goes offline, and keeps its identity when it is plugged in again', async () => {
    const phone = await plugIn('A1')
    await start()
    const before = await server.phone()
    await adb.unplug(phone)
    await before.closed
    await expect.poll(() => phones?.hardwareIds).toEqual([])
    await plugIn('A1')
    const after = await server.phone()
    expect(after.token).toBe(before.token)
    expect(server.enrolments).toHaveLength(1)
  })

  test('a command that runs while the cable is unplugged fails with the reason', async () => {
    const phone = await plugIn('A1', androidScript({ sleep: () => undefined }))
    await start()
    const socket = await server.phone()
    socket.send({ action: 'command', command: 'shellcmd', content: 'sleep 100', cmdSubId: '7' })
    await expect.poll(() => phone.lines).toContain('sleep 100')
    await adb.unplug(phone)
    const isEnd = (frame: { action: string }) =>
      frame.action === 'commandState' && 'state' in frame && frame.state === 'failed'
    expect(await socket.frames.take(isEnd)).toMatchObject({ msg: 'The phone was unplugged or disconnected' })
  })

  test('a phone that has not authorised this computer is reported with advice, and connects afterwards', async () => {
    const phone = new FakePhone('A1', androidScript())
    phone.asksForKeys = true
    const { serial } = await adb.plugIn(phone)
    await start()
    await expect
      .poll(() => notices.join('\n'))
      .toContain(`${serial} info [unauthorized] Unlock the phone and tap “Allow”`)
    expect(server.enrolments).toEqual([])
    await expect.poll(() => server.unusable?.phones).toEqual([{ serial, state: 'unauthorized' }])
    phone.allows = true
    await adb.unplug(phone)
    await adb.plugIn(phone)
    await server.phone()
    await expect.poll(() => server.unusable?.phones).toEqual([])
  })

  test('a phone that is plugged in while the agent runs is reported in its final state', async () => {
    await start()
    const phone = new FakePhone('A1', androidScript())
    phone.asksForKeys = true
    const { serial } = await adb.plugIn(phone)
    await expect.poll(() => server.unusable?.phones).toEqual([{ serial, state: 'unauthorized' }])
  })

  test('an agent withdraws its report when it stops', async () => {
    const phone = new FakePhone('A1', androidScript())
    phone.state = 'recovery'
    await adb.plugIn(phone)
    await start()
    await expect.poll(() => server.unusable?.phones).toMatchObject([{ state: 'recovery' }])
    await phones?.stop()
    expect(server.unusable?.phones).toEqual([])
  })

  test('a phone in recovery mode is reported once', async () => {
    const phone = new FakePhone('A1', androidScript())
    phone.state = 'recovery'
    const { serial } = await adb.plugIn(phone)
    await start()
    await expect
      .poll(() => notices)
      .toEqual([`${serial} info [recovery] The phone is in recovery mode. Restart it into Android.`])
    await plugIn('B2')
    await server.phone()
    expect(notices.filter((notice) => notice.startsWith(serial))).toHaveLength(1)
  })

  test('a phone that does not answer yet is retried until it does', async () => {
    let tries = 0
    const script = androidScript({
      getprop: () => (++tries < 3 ? { stderr: 'starting', exitCode: 1 } : '[ro.serialno]: [A1]\n'),
    })
    await plugIn('A1', script)
    await start()
    await server.phone()
    expect(notices.filter((notice) => notice.endsWith(' warn starting'))).toHaveLength(1)
  })

  test('a phone that answers no command is reported as that, and connects when it answers again', async () => {
    let hangs = true
    const ordinary = androidScript()
    const never = { exitCode: 0, staysOpen: true }
    await plugIn('A1', (line, phone) => (hangs ? never : ordinary(line, phone)))
    await start({ commandMs: 1000 })
    await expect
      .poll(() => server.unusable?.phones, { timeout: 20_000 })
      .toMatchObject([{ state: 'hanging' }])
    expect(notices).toContainEqual(expect.stringContaining('did not finish within 1 s'))
    hangs = false
    await server.phone()
    await expect.poll(() => server.unusable?.phones, { timeout: 20_000 }).toEqual([])
  })

  test('the same phone over cable and network is listed once, and stays while one of them remains', async () => {
    const script = androidScript({ getprop: '[ro.serialno]: [A1]\n' })
    const cable = await plugIn('A1', script)
    await start()
    const first = await server.phone()
    await plugIn('over the network', script)
    await expect.poll(() => notices.join('\n')).toMatch('warn already connected (same device ID')
    const [used, ...others] = phones?.statuses ?? []
    expect(others).toEqual([])
    expect(used).toMatchObject({ state: 'working', hardwareId: 'adb-A1', other: expect.any(String) })
    await adb.unplug(cable)
    await first.closed
    const second = await server.phone()
    expect(second.token).toBe(first.token)
  })

  test('a phone that is wanted over the network is used there once it is there, and by cable otherwise', async () => {
    const script = androidScript({ getprop: '[ro.serialno]: [A1]\n' })
    const cable = new FakePhone('A1', script)
    const network = new FakePhone('over the network', script)
    const { serial: onCable } = await adb.plugIn(cable)
    const { serial: onNetwork } = await adb.plugIn(network)
    await start({ networkFirstMs: 60_000, onNetwork: new Map([[onCable, onNetwork]]) })
    const first = await server.phone()
    expect(phones?.statuses).toMatchObject([{ name: onNetwork, other: onCable }])
    await adb.unplug(network)
    await first.closed
    phones?.useOnNetwork(new Map())
    const second = await server.phone()
    expect(second.token).toBe(first.token)
  })

  /** Another phone each time, with this serial number. */
  const named = (serial: string) => androidScript({ getprop: `[ro.serialno]: [${serial}]\n` })
  const enrolled = () => server.enrolments.map(({ deviceId }) => deviceId)

  test('two phones with the serial number of cheap boards are two devices, after a restart of the agent too', async () => {
    const scripts = [named('0123456789ABCDEF'), named('0123456789ABCDEF')]
    for (const [at, script] of scripts.entries()) await plugIn(`usb ${at}`, script)
    await start()
    await server.phone()
    await server.phone()
    const before = enrolled().sort()
    expect(before).toEqual([expect.stringMatching(/^adb-own-/), expect.stringMatching(/^adb-own-/)])
    expect(before[0]).not.toBe(before[1])
    await phones?.stop()
    await start()
    await server.phone()
    await server.phone()
    expect(phones?.hardwareIds.sort()).toEqual(before)
    expect(server.enrolments).toHaveLength(2)
  })

  test('the second of two phones with one serial number gets its own identity, and keeps it without the first', async () => {
    const [first, second] = [named('T30S0001'), named('T30S0001')]
    const one = await plugIn('one', first)
    await start()
    const socket = await server.phone()
    expect(enrolled()).toEqual(['adb-T30S0001'])
    const two = await plugIn('two', second)
    await server.phone()
    const own = enrolled()[1] ?? ''
    expect(own).toMatch(/^adb-own-/)
    for (const phone of [one, two]) await adb.unplug(phone)
    await socket.closed
    await expect.poll(() => phones?.hardwareIds).toEqual([])
    await plugIn('two again', second)
    await server.phone()
    expect(phones?.hardwareIds).toEqual([own])
    expect(server.enrolments).toHaveLength(2)
  })

  test('phones with a serial number that the operator names as shared all get an identity of their own', async () => {
    await plugIn('one', named('T30S0001'))
    await start({ sharedSerials: ['T30S0001'] })
    await server.phone()
    expect(enrolled()).toEqual([expect.stringMatching(/^adb-own-/)])
  })

  test('a second phone that nothing tells from the first is refused, and reported until it is unplugged', async () => {
    const mute = androidScript({
      getprop: '[ro.serialno]: [T30S0001]\n',
      'settings get secure android_id': '',
    })
    await plugIn('one', mute)
    await start()
    await server.phone()
    const second = new FakePhone('two', mute)
    const { serial } = await adb.plugIn(second)
    await expect.poll(() => notices.join('\n')).toContain(`${serial} warn already connected (same device ID`)
    const taken = { serial, state: 'identityTaken', deviceId: 'adb-T30S0001' }
    await expect.poll(() => server.unusable?.phones).toEqual([taken])
    await adb.unplug(second)
    await expect.poll(() => server.unusable?.phones).toEqual([])
    expect(server.enrolments).toHaveLength(1)
  })

  test('a phone that the server refuses because another one has its identity is reported, with the place of that one', async () => {
    const { serial } = await adb.plugIn(new FakePhone('A1', androidScript()))
    await start()
    const socket = await server.sockets.take()
    const { origin } = await socket.next('register')
    expect(origin).toMatchObject({ marks: { own: expect.any(String) }, place: { host: hostname() } })
    socket.socket.close(4410, 'farm-2 · usb:1-4')
    await expect
      .poll(() => notices.join('\n'))
      .toContain('error another phone with the device ID adb-A1 is connected now: farm-2 · usb:1-4.')
    const taken = { serial, state: 'identityTaken', deviceId: 'adb-A1' }
    await expect.poll(() => server.unusable?.phones).toEqual([taken])
    await phones?.stop()
    expect(server.unusable?.phones).toEqual([])
  })

  test('phones disconnect when the adb server is killed, and reconnect when it is back', async () => {
    await plugIn('A1')
    await start()
    const before = await server.phone()
    await adb.kill()
    await before.closed
    await expect.poll(() => notices.join('\n')).toMatch(`adb warn no adb server at 127.0.0.1:${adb.port}`)
    await adb.restart()
    const after = await server.phone()
    expect(after.token).toBe(before.token)
  })

  test('Android’s own log is added to the phone’s log if enabled', async () => {
    const stdout = 'W/Thermal(  77): hot\n'
    const phone = await plugIn('A1', androidScript({ logcat: { stdout, staysOpen: true, exitCode: 0 } }))
    await start({ logcat: 'W' })
    const socket = await server.phone()
    const isHot = (frame: { action: string }) =>
      frame.action === 'log' && 'msg' in frame && frame.msg === 'Thermal: hot'
    expect(await socket.frames.take(isHot)).toMatchObject({ level: 'warn' })
    expect(phone.lines).toContain("logcat -v brief -T 1 '*:W' 2>/dev/null")
  })

  test('files requested by a command are uploaded: a file of the phone, and a screenshot', async () => {
    const phone = await plugIn('A1')
    phone.files.set('/sdcard/note.txt', Buffer.from('from the phone'))
    await start()
    const socket = await server.phone()
    const ends = (id: string) => (frame: { action: string }) =>
      frame.action === 'commandState' &&
      'cmdSubId' in frame &&
      frame.cmdSubId === id &&
      'state' in frame &&
      (frame.state === 'succeeded' || frame.state === 'failed')
    socket.send({ action: 'command', command: 'pull', content: '/sdcard/note.txt', cmdSubId: '1' })
    expect(await socket.frames.take(ends('1'))).toMatchObject({ state: 'succeeded', msg: 'note.txt' })
    expect(server.uploads.get('1')?.toString()).toContain('from the phone')
    socket.send({ action: 'command', command: 'shot', content: '', cmdSubId: '2' })
    expect(await socket.frames.take(ends('2'))).toMatchObject({ state: 'succeeded' })
    expect(server.uploads.get('2')?.includes(Buffer.from('ffd8ff', 'hex'))).toBe(true)
    socket.send({ action: 'command', command: 'pull', content: '/sdcard/none', cmdSubId: '3' })
    expect(await socket.frames.take(ends('3'))).toMatchObject({ state: 'failed' })
    expect(server.uploads.has('3')).toBe(false)
  })

  test('48 phones connect together, and close their connections together', async () => {
    const many = await Promise.all(Array.from({ length: 48 }, (_, index) => plugIn(`P${index}`)))
    await start()
    await Promise.all(many.map(() => server.phone()))
    await expect.poll(() => phones?.hardwareIds.length).toBe(48)
    await phones?.stop()
    for (const phone of many) await expect.poll(() => adb.findDaemon(phone).openStreams).toBe(0)
    expect(await adb.command('forward', '--list')).toBe('\n')
  })

  test('unplugging a phone during a screenshot or a file transfer fails it, and the phone works after reconnecting', async () => {
    const half = async (output: DaemonStream) => {
      await output.write(screenPng(400, 800).subarray(0, 500))
      await output.ended
    }
    const phone = await plugIn('A1', androidScript({ 'screencap -p': { run: half } }))
    await start()
    const socket = await server.phone()
    socket.send({ action: 'startScreen', setting: {} })
    await expect.poll(() => phone.services.some((service) => service.includes('screencap'))).toBe(true)
    await adb.unplug(phone)
    await socket.closed
    await plugIn('A1')
    const again = await server.phone()
    again.send({ action: 'startScreen', setting: { screen_scale: '50' } })
    expect(await again.pictures.take()).toMatchObject({ screenWidth: 1080 })
  })

  test('unplugging a phone during a push or a script fails it with a message, and leaves nothing behind', async () => {
    const phone = await plugIn('A1', androidScript({ sleep: () => undefined }))
    phone.stallsFiles = true
    await start()
    const socket = await server.phone()
    server.files.set('/big.bin', Buffer.alloc(8_000_000, 7))
    socket.send({ action: 'command', command: 'push', content: '/big.bin', cmdSubId: '1' })
    await expect.poll(() => phone.services).toContain('sync:')
    const source = Buffer.from(`device.shell('sleep 1000')`)
    server.files.set('/wait.js', source)
    socket.send(scriptOrder('/wait.js', source))
    await expect.poll(() => phone.lines).toContain('sleep 1000')
    const daemon = adb.findDaemon(phone)
    await adb.unplug(phone)
    const isFailed = (frame: { action: string }) => 'state' in frame && frame.state === 'failed'
    const ends = [await socket.frames.take(isFailed), await socket.frames.take(isFailed)]
    const msg = expect.stringContaining('The phone was unplugged or disconnected')
    expect(ends).toContainEqual(expect.objectContaining({ action: 'commandState', cmdSubId: '1', msg }))
    expect(ends).toContainEqual(expect.objectContaining({ action: 'taskState', runId: 'run-1', msg }))
    await socket.closed
    expect(daemon.openStreams).toBe(0)
    expect(await adb.command('forward', '--list')).toBe('\n')

    const again = await plugIn('A1', androidScript())
    const back = await server.phone()
    back.send({ action: 'command', command: 'push', content: '/big.bin', cmdSubId: '2' })
    const isDone = (frame: { action: string }) => 'state' in frame && frame.state === 'succeeded'
    await back.frames.take(isDone)
    expect(again.files.get('/sdcard/Download/big.bin')?.length).toBe(8_000_000)
  })

  test('a tap in the console reaches the phone, and its frame reaches the console', async () => {
    const phone = await plugIn('A1')
    await start()
    const socket = await server.phone()
    socket.send({ action: 'startScreen', setting: { screen_scale: '50' } })
    const picture = await socket.pictures.take()
    expect(picture).toMatchObject({ width: 540, height: 1200, screenWidth: 1080, screenHeight: 2400 })
    socket.send({ action: 'canvas_action', action_type: 'touchDown', x: 0.5, y: 0.5 })
    socket.send({ action: 'canvas_action', action_type: 'touchUp', x: 0.5, y: 0.5 })
    await expect
      .poll(() => phone.lines.find((line) => line.startsWith('input tap')))
      .toMatch(/^input tap \d+ \d+$/)
  })
})

const scriptOrder = (scriptUrl: string, source: Buffer) => ({
  action: 'task' as const,
  ...{ runId: 'run-1', taskId: 1, taskName: 'Wait', sort: 0, execType: 1, round: 1 },
  ...{ scriptId: 1, scriptName: 'wait.js', scriptUrl, scriptVersion: '1' },
  cacheScript: 0 as const,
  scriptMd5: createHash('md5').update(source).digest('hex'),
  valueJson: {},
  limits: { timeoutSeconds: 60, memoryMegabytes: 32, stackKilobytes: 256 },
})

test.each([
  ['A1 offline usb:1-1 transport_id:3', /^\[offline\] Reconnect the cable/],
  ['A1 no permissions (user in plugdev group; are your udev rules wrong?); see [x]', /Android udev rules/],
  ['A1 sideload', /sideload update/],
])('a phone that is listed as "%s" is reported with advice', (line, advice) => {
  const [device] = parseDeviceList(line)
  expect(adviceFor(device?.state ?? '', 'en')).toMatch(advice)
})

test.each([
  [['--server', 'http://x'], undefined, '--key is missing'],
  [['--server', 'http://x', '--key', 'k', '--count', '3'], undefined, 'Unknown option --count'],
  [
    ['--server', 'http://x', '--key', 'k', '--logcat', 'all'],
    undefined,
    '--logcat must be one of V, D, I, W, E',
  ],
  [
    ['--server', 'http://x', '--key', 'k'],
    'usb',
    'ADB_SERVER_SOCKET must be like tcp:127.0.0.1:5037, not “usb”',
  ],
])('wrong arguments %j with the adb server %s are reported in one sentence', (words, socket, sentence) => {
  expect(() => readRealArguments(words, socket)).toThrow(sentence)
})

test.each([
  [undefined, { host: '127.0.0.1', port: 5037 }],
  ['tcp:5038', { host: '127.0.0.1', port: 5038 }],
  ['tcp:farm.example:5037', { host: 'farm.example', port: 5037 }],
  ['tcp:[::1]:5037', { host: '::1', port: 5037 }],
  ['localfilesystem:/run/adb', { path: '/run/adb' }],
])('ADB_SERVER_SOCKET %s means the address %j', (socket, address) => {
  const words = ['--server', 'http://x', '--key', 'k']
  expect(readRealArguments(words, socket).adbServer).toEqual(address)
})
