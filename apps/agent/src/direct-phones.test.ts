import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdHere } from './processes/phone-set.ts'
import { readRealArguments } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

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
  phones = await RealPhones.start(
    {
      server: server.url,
      key: server.key,
      stateDir: folder,
      language: 'en',
      adbServer: { host: '127.0.0.1', port: 1 },
      phones: [{ host: '127.0.0.1', port: daemon.port }],
      notice: (name, level, message) => notices.push(`${name} ${level} ${message}`),
      timing: { backOff: { firstMs: 10, limitMs: 40 }, farewellMs: 0, restartMs: 5 },
      backOff: { firstMs: 5, limitMs: 20 },
      settleMs: 5,
    },
    holdHere,
  )
  return daemon
}

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
    .toContain(`${first.address} warn [unauthorized] Unlock the phone and tap “Allow”`)
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
