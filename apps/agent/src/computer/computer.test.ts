import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ComputerReport } from '@fleetdeck/contract/computer-socket'
import { newInvitation } from '@fleetdeck/contract/pairing-invitation'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAnnouncer } from '@fleetdeck/testing/phones/fake-announcer'
import { FakePairing } from '@fleetdeck/testing/phones/fake-pairing'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { type FakeComputerSocket, FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readPairedPhones } from '../drivers/adb/pairing/paired-phones.ts'
import { services } from '../drivers/adb/pairing/service-discovery.ts'
import { holdHere } from '../processes/phone-set.ts'
import { RealPhones } from '../real-phones.ts'
import { AgentLog } from './agent-log.ts'
import { Computer, type ComputerSettings } from './computer.ts'
import { installPrograms } from './testing/install-programs.ts'
import { writeUsbFolder } from './testing/usb-folder.ts'

describe.skipIf(!hasAdb)('a computer that runs the agent', () => {
  let server: FakeServer
  let adb: RealAdb
  let folder: string
  let phones: RealPhones | undefined
  let computer: Computer | undefined
  let log: AgentLog
  let notices: string[]
  beforeEach(async () => {
    server = await FakeServer.start()
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'computer-'))
    log = new AgentLog()
    notices = []
  })
  afterEach(async () => {
    await computer?.stop()
    await phones?.stop()
    await adb.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  async function start(
    more: Partial<ComputerSettings> = {},
    otherServers: URL[] = [],
  ): Promise<FakeComputerSocket> {
    const settings = {
      server: server.url,
      otherServers,
      key: server.key,
      stateDir: folder,
      language: 'en' as const,
      adbServer: { host: '127.0.0.1', port: adb.port },
      notice: (name: string, level: string, message: unknown) => notices.push(`${name} ${level} ${message}`),
      timing: { backOff: { firstMs: 10, limitMs: 40 }, farewellMs: 0, restartMs: 5 },
      backOff: { firstMs: 5, limitMs: 20 },
      settleMs: 5,
    }
    phones = await RealPhones.start(settings, holdHere)
    const linkTiming = { lookMs: 10, backOff: { firstMs: 5, limitMs: 20 } }
    const usbRoot = await writeUsbFolder(join(folder, 'usb'))
    const main = resolve(import.meta.dirname, '../main.ts')
    computer = await Computer.start({
      ...{
        ...settings,
        usbRoot,
        linkTiming,
        phonesHere: phones,
        log,
        restart: undefined,
        main,
        words: [],
      },
      ...more,
    })
    return server.computers.take()
  }
  async function reportWhere(socket: FakeComputerSocket, isWanted: (report: ComputerReport) => boolean) {
    const frame = await socket.frames.take((each) => each.action === 'report' && isWanted(each.report))
    return frame.action === 'report' ? frame.report : undefined
  }
  const plugIn = (serial: string) => adb.plugIn(new FakePhone(serial, androidScript()))
  async function ends(socket: FakeComputerSocket, command: Parameters<typeof socket.send>[0]) {
    socket.send(command)
    return socket.frames.take(({ action }) => action === 'commandDone' || action === 'commandFailed')
  }
  const order = (command: object) =>
    ({ action: 'command', id: '7', command }) as Parameters<FakeComputerSocket['send']>[0]
  test('it enrols with a token of its own, and reports itself, adb and its phones', async () => {
    const { serial } = await plugIn('A1')
    const socket = await start()
    socket.send({ action: 'welcome', name: 'Rack 1' })
    const report = await reportWhere(socket, ({ phones: [phone] }) => phone?.state === 'starting')
    await server.phone()
    const later = await reportWhere(socket, ({ phones: [phone] }) => phone?.state === 'working')
    expect(report).toMatchObject({ adb: { isReachable: true, version: '1.0.41', restarts: 0 } })
    expect(later?.phones).toMatchObject([{ serial, hardwareId: 'adb-A1', transport: 'wifi' }])
    expect(later?.cpu.cores).toBeGreaterThan(0)
    expect(later?.memory.used).toBeGreaterThan(0)
    expect(later?.disk?.total).toBeGreaterThan(0)
    expect(later?.usb?.map(({ path }) => path)).toEqual(['usb1', '1-4', '1-4.1', '1-4.2'])
    expect(notices).toContain('server info this computer is “Rack 1” in the console')
    const [enrolment] = server.computerEnrolments
    expect(JSON.parse(await readFile(join(folder, 'phones.json'), 'utf8')).computers).toEqual({
      [server.url.origin]: enrolment?.token,
    })
  })

  test('it and its phones connect to the next server when theirs is lost, with their tokens', async () => {
    const next = await FakeServer.start()
    next.failsWith = { status: 503 }
    await plugIn('A1')
    const socket = await start({}, [next.url])
    const { token } = await server.phone()
    const report = await reportWhere(socket, ({ servers }) => servers.length > 0)
    expect(report?.servers).toMatchObject([
      { address: server.url.origin, isReady: true, isUsed: true },
      { address: next.url.origin, isReady: false, isUsed: false },
    ])
    next.failsWith = undefined
    next.accept(token)
    await server.stop()
    const there = await next.computers.take()
    expect((await next.phone()).token).toBe(token)
    expect(next.computerEnrolments[0]?.token).toBe(server.computerEnrolments[0]?.token)
    const later = await reportWhere(there, ({ servers }) => servers.some(({ isUsed }) => isUsed))
    expect(later?.servers.map(({ isUsed }) => isUsed)).toEqual([false, true])
    await computer?.stop()
    await phones?.stop()
    await next.stop()
  })

  test('phones that cannot be used are in its report, and no longer reported without it', async () => {
    const phone = new FakePhone('A1', androidScript())
    phone.asksForKeys = true
    const { serial } = await adb.plugIn(phone)
    const socket = await start()
    await expect.poll(() => server.unusable?.phones).toEqual([{ serial, state: 'unauthorized' }])
    socket.send({ action: 'welcome', name: 'Rack 1' })
    await expect.poll(() => server.unusable?.phones).toEqual([])
    const report = await reportWhere(socket, ({ phones: [first] }) => first?.state === 'unauthorized')
    expect(report?.phones).toMatchObject([{ serial, isGivenUp: false }])
  })

  test('it connects again after a loss, and enrols again when its token is no longer known', async () => {
    const socket = await start()
    socket.socket.terminate()
    const again = await server.computers.take()
    await again.next('report')
    expect(server.computerEnrolments).toHaveLength(1)
    server.revokeAll()
    again.socket.terminate()
    await (await server.computers.take()).next('report')
    expect(server.computerEnrolments).toHaveLength(2)
    expect(server.computerEnrolments[1]).toEqual(server.computerEnrolments[0])
  })

  test('a key that the server refuses is reported on the terminal', async () => {
    server.key = 'another'
    start({ key: 'right-key' }).catch(() => undefined)
    await expect
      .poll(() => notices)
      .toContain('server warn this computer cannot be added to the console: wrong key')
  })

  test('the loss of the adb server is reported at once, and its errors are listed', async () => {
    const socket = await start()
    await reportWhere(socket, (report) => report.adb?.isReachable === true)
    log.addError('adbServer', 'no adb server')
    await adb.kill()
    const report = await reportWhere(socket, (each) => each.adb?.isReachable === false)
    expect(report).toMatchObject({ adb: { version: null, restarts: 1 } })
    expect(report?.errors).toMatchObject([{ code: 'adbServer', words: 'no adb server' }])
  })

  test('its log can be read, the newest lines only', async () => {
    for (let n = 1; n <= 2500; n++) log.add(`line ${n}`)
    const socket = await start()
    expect(await ends(socket, order({ type: 'readLog', lines: 2 }))).toMatchObject({
      action: 'commandDone',
      lines: ['line 2499', 'line 2500'],
    })
    expect(log.lines(5000)).toHaveLength(2000)
  })

  test('it restarts its adb server, and its phones come back', async () => {
    const socket = await start()
    await reportWhere(socket, (report) => report.adb?.isReachable === true)
    onTestFinished(async () => {
      await adb.request('host:kill').catch(() => undefined)
    })
    expect(await ends(socket, order({ type: 'restartAdb' }))).toMatchObject({ action: 'commandDone' })
    expect(await adb.request('host:version')).toBe('0029')
    const report = await reportWhere(socket, (each) => each.adb?.restarts === 1 && each.adb.isReachable)
    expect(report?.adb?.version).toBe('1.0.41')
  })

  test('a phone is reconnected, and an unknown one is not there', async () => {
    const { serial } = await plugIn('A1')
    const socket = await start()
    const phone = await server.phone()
    await reportWhere(socket, (report) => report.phones[0]?.state === 'working')
    expect(await ends(socket, order({ type: 'reconnect', serial }))).toMatchObject({ count: 1 })
    await phone.closed
    await server.phone()
    expect(await ends(socket, order({ type: 'reconnect', serial: 'none' }))).toMatchObject({
      failure: 'notThere',
    })
  })

  test('a USB port is reset by usbreset, and its failure is told', async () => {
    await installPrograms(folder, {
      usbreset: `[ "$1" = 001/005 ] && echo "Resetting Pixel 6a ... ok" || echo "Resetting Redmi ... can't open [Permission denied]"`,
    })
    const socket = await start()
    expect(await ends(socket, order({ type: 'resetPort', path: '1-4.1' }))).toEqual({
      action: 'commandDone',
      id: '7',
    })
    expect(await ends(socket, order({ type: 'resetPort', path: '1-4.2' }))).toMatchObject({
      failure: 'notPermitted',
      words: "Resetting Redmi ... can't open [Permission denied]",
    })
    expect(await ends(socket, order({ type: 'resetPort', path: '1-9' }))).toMatchObject({
      failure: 'notThere',
    })
  })

  test('without usbreset a device is taken from its driver and given back', async () => {
    const usbDriver = join(folder, 'driver')
    await mkdir(usbDriver)
    const socket = await start({ usbDriver })
    expect(await ends(socket, order({ type: 'resetPort', path: '1-4.1' }))).toMatchObject({
      action: 'commandDone',
    })
    expect(await readFile(join(usbDriver, 'unbind'), 'utf8')).toBe('1-4.1')
    expect(await readFile(join(usbDriver, 'bind'), 'utf8')).toBe('1-4.1')
  })

  test('the power of a port is switched by uhubctl', async () => {
    const said = join(folder, 'said')
    await installPrograms(folder, {
      uhubctl: `if [ $# = 0 ]; then
  echo 'Current status for hub 1-4 [2109:2817 VIA Labs, Inc. USB2.0 Hub, USB 2.10, 4 ports, ppps]'
  echo '  Port 2: 0000 off'
else echo "$@" > ${said}; fi`,
    })
    const socket = await start()
    const report = await reportWhere(socket, () => true)
    expect(report?.usb?.find(({ path }) => path === '1-4')).toMatchObject({
      powerSwitching: 'perPort',
      portsOff: [2],
    })
    expect(report?.commands).toContain('switchPort')
    const command = { type: 'switchPort', hub: '1-4', port: 2, isOn: true }
    expect(await ends(socket, order(command))).toMatchObject({ action: 'commandDone' })
    expect(await readFile(said, 'utf8')).toBe('-l 1-4 -p 2 -a on\n')
    expect(await ends(socket, order({ ...command, hub: '1-5' }))).toMatchObject({ failure: 'notThere' })
  })

  test('it pairs phones with wireless debugging by their code, or by a QR code of the console', async () => {
    const phone = new FakePhone('A1', androidScript())
    const page = await FakePairing.start(phone, '482193')
    const invitation = newInvitation()
    const scanned = await FakePairing.start(phone, invitation.password)
    const udp = await freePort()
    const announcer = await FakeAnnouncer.start(udp)
    onTestFinished(async () => {
      await Promise.all([page.stop(), scanned.stop(), announcer.stop()])
    })
    announcer.announce(invitation.name, services.pairing, scanned.port)
    const network = { port: udp, ip: '127.0.0.1', bind: false, multicast: false } as const
    const socket = await start({ discovery: { network, askEveryMs: 20 } })
    const byCode = { type: 'pairByCode', host: '127.0.0.1', port: page.port, code: '482193' }
    expect(await ends(socket, order({ ...byCode, code: '482194' }))).toMatchObject({ failure: 'codeRefused' })
    expect(await readPairedPhones(folder)).toEqual([])
    expect(await ends(socket, order(byCode))).toMatchObject({ paired: 'adb-A1-AbCdEf' })
    expect(await readPairedPhones(folder)).toEqual(['adb-A1-AbCdEf'])
    expect(phone.keys).toHaveLength(1)
    expect(await ends(socket, order({ type: 'pairByQr', invitation }))).toMatchObject({
      paired: 'adb-A1-AbCdEf',
    })
    await page.stop()
    expect(await ends(socket, order(byCode))).toMatchObject({
      failure: 'failed',
      words: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('only an update that the pinned key of the server has signed is begun', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const socket = await start({ restart: () => undefined })
    await phones?.tokens.pinSigner(server.url, publicKey.export({ format: 'jwk' }).x ?? '')
    const sha256 = 'ab'.repeat(32)
    const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
    const update = { type: 'updateAgent', sha256, signature: signed(signedScripts.agent(sha256)) }
    const other = signed(signedScripts.agent('cd'.repeat(32)))
    for (const signature of [undefined, other])
      expect(await ends(socket, order({ ...update, signature }))).toMatchObject({ failure: 'notPermitted' })
    expect(await ends(socket, order(update))).toMatchObject({ action: 'commandDone' })
    const failed = await reportWhere(socket, ({ update: now }) => now?.state === 'failed')
    expect(failed?.update).toMatchObject({ sha256, failure: 'download' })
  })

  test('an agent whose phones require authors is not updated by the console', async () => {
    const socket = await start({ restart: () => undefined })
    expect((await reportWhere(socket, () => true))?.commands).toContain('updateAgent')
    await phones?.tokens.pinAuthors(server.url, 'adb-A1', ['key'])
    const update = { type: 'updateAgent', sha256: 'ab'.repeat(32) }
    expect(await ends(socket, order(update))).toMatchObject({ failure: 'unsupported' })
  })

  test('what this computer cannot do is not offered, and refused', async () => {
    const socket = await start({
      usbRoot: join(folder, 'none'),
      adbServer: { host: '192.0.2.1', port: 5037 },
    })
    const report = await reportWhere(socket, () => true)
    expect(report?.usb).toBeNull()
    expect(report?.commands).toEqual([
      'check',
      'reconnect',
      'pairByQr',
      'pairByCode',
      'useWifi',
      'useUsb',
      'limitCharge',
      'readLog',
    ])
    for (const command of [
      { type: 'restartAgent' },
      { type: 'restartAdb' },
      { type: 'resetPort', path: '1-4' },
      { type: 'switchPort', hub: '1-4', port: 1, isOn: false },
    ])
      expect(await ends(socket, order(command))).toMatchObject({ failure: 'unsupported' })
  })
})
