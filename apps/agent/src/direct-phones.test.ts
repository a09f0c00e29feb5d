import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakeAnnouncer } from '@fleetdeck/testing/phones/fake-announcer'
import { FakePairing } from '@fleetdeck/testing/phones/fake-pairing'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAdbKey } from './drivers/adb/adb-key.ts'
import { pair } from './drivers/adb/pairing/pair.ts'
import { rememberPairedPhone } from './drivers/adb/pairing/paired-phones.ts'
import { services } from './drivers/adb/pairing/service-discovery.ts'
import { holdHere } from './processes/phone-set.ts'
import { readRealArguments } from './real-arguments.ts'
import { RealPhones, type RealPhonesSettings } from './real-phones.ts'

let server: FakeServer
let folder: string
let daemon: FakeAdbd | undefined
let phones: RealPhones | undefined
let notices: string[]
beforeEach(async () => {
  server = await FakeServer.start()
  folder = await mkdtemp(join(tmpdir(), 'direct-'))
  notices = []
})
afterEach(async () => {
  await phones?.stop()
  await daemon?.stop()
  await server.stop()
  await rm(folder, { recursive: true })
})

async function start(phone: FakePhone) {
  daemon = await FakeAdbd.start(phone)
  phones = await startAgent({ phones: [{ host: '127.0.0.1', port: daemon.port }] })
  return daemon
}

const startAgent = (settings: Pick<RealPhonesSettings, 'phones' | 'discovery'>) =>
  RealPhones.start(
    {
      server: server.url,
      key: server.key,
      stateDir: folder,
      language: 'en',
      adbServer: { host: '127.0.0.1', port: 1 },
      ...settings,
      notice: (name, level, message) => notices.push(`${name} ${level} ${message}`),
      timing: { backOff: { firstMs: 10, limitMs: 40 }, farewellMs: 0, restartMs: 5 },
      backOff: { firstMs: 5, limitMs: 20 },
      settleMs: 5,
    },
    holdHere,
  )

test('a phone on the network is reached without an adb server, and again after an interruption', async () => {
  const phone = new FakePhone('A1', androidScript())
  const { port } = await start(phone)
  const socket = await server.phone()
  socket.send({ action: 'startScreen', setting: { screen_scale: '50' } })
  expect(await socket.pictures.take()).toMatchObject({ screenWidth: 1080, screenHeight: 2400 })
  await daemon?.stop()
  await socket.closed
  const reported = () => server.unusable?.phones
  await expect.poll(reported).toEqual([{ serial: `127.0.0.1:${port}`, state: 'unreachable' }])
  daemon = await FakeAdbd.start(phone, port)
  expect((await server.phone()).token).toBe(socket.token)
  await expect.poll(reported).toEqual([])
})

test('a phone that does not know this computer is waited for, and recognizes it afterwards', async () => {
  const phone = new FakePhone('A1', androidScript())
  phone.asksForKeys = true
  const first = await start(phone)
  await expect
    .poll(() => notices.join('\n'))
    .toContain(`${first.address} info [unauthorized] Unlock the phone and tap “Allow”`)
  expect(server.enrolments).toEqual([])
  const reported = () => server.unusable?.phones
  await expect.poll(reported).toEqual([{ serial: first.address, state: 'unauthorized' }])
  phone.allows = true
  first.drop()
  const socket = await server.phone()
  expect(phone.keys).toHaveLength(1)
  await expect.poll(reported).toEqual([])
  expect((await stat(join(folder, 'adbkey'))).mode & 0o777).toBe(0o600)
  phone.allows = false
  first.drop()
  await socket.closed
  await server.phone()
})

test('a paired phone is found in the network, also after it has changed its port', async () => {
  const udp = await freePort()
  const announcer = await FakeAnnouncer.start(udp)
  const phone = new FakePhone('A1', androidScript())
  phone.usesTls = true
  try {
    const key = await readAdbKey(folder)
    const page = await FakePairing.start(phone, '482193')
    const { signal } = new AbortController()
    const address = { host: '127.0.0.1', port: page.port }
    await rememberPairedPhone(folder, await pair({ address, code: '482193', key, signal }))
    await page.stop()
    daemon = await FakeAdbd.start(phone)
    announcer.announce('adb-A1-AbCdEf', services.connect, daemon.port)
    announcer.announce('adb-B2-AbCdEf', services.connect, 1)
    const network = { port: udp, ip: '127.0.0.1', bind: false, multicast: false } as const
    phones = await startAgent({ discovery: { network, askEveryMs: 20, lookEveryMs: 20 } })
    const first = await server.phone()
    await daemon.stop()
    await first.closed
    daemon = await FakeAdbd.start(phone)
    announcer.announce('adb-A1-AbCdEf', services.connect, daemon.port)
    expect((await server.phone()).token).toBe(first.token)
    expect(phones.hardwareIds).toEqual(['adb-A1'])
  } finally {
    await announcer.stop()
  }
})

test('a phone with wireless debugging that was never paired is reported with what to do', async () => {
  const phone = new FakePhone('A1', androidScript())
  phone.usesTls = true
  const { address } = await start(phone)
  await expect
    .poll(() => notices.join('\n'))
    .toContain(`${address} warn the phone does not know this computer. Pair them with “npm run pair”.`)
  await expect.poll(() => server.unusable?.phones).toEqual([{ serial: address, state: 'unpaired' }])
})

test('a damaged list of paired phones is reported, not replaced', async () => {
  await writeFile(join(folder, 'paired-phones.json'), '{"names":')
  phones = await startAgent({})
  await expect.poll(() => notices.join('\n')).toContain('paired-phones.json is corrupted. Delete it')
})

test('a damaged key is reported, not replaced', async () => {
  await writeFile(join(folder, 'adbkey'), 'no key')
  await expect(start(new FakePhone('A1', androidScript()))).rejects.toThrow('adbkey is corrupted. Delete it')
})

test.each([
  ['192.168.1.5:5555', { host: '192.168.1.5', port: 5555 }],
  ['[::1]:5555', { host: '::1', port: 5555 }],
])('--connect %s means %j', (text, phone) => {
  const { phones } = readRealArguments(['--server', 'http://x', '--key', 'k', '--connect', text], undefined)
  expect(phones).toEqual([phone])
})

test.each([
  [['--connect', 'phone'], '--connect must be like 192.168.1.5:5555, not “phone”'],
  [['--scrcpy', '/no/such/file'], 'The file /no/such/file of --scrcpy does not exist'],
])('%j is refused in one sentence', (words, sentence) => {
  expect(() => readRealArguments(['--server', 'http://x', '--key', 'k', ...words], undefined)).toThrow(
    sentence,
  )
})
