import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeAdbServer } from '@fleetdeck/testing/phones/fake-adb-server'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PhoneStatus } from '../real-phones.ts'
import { AdbHost } from './adb-host.ts'
import { readWifiAddresses, WifiPhones, type WifiPhonesSettings } from './wifi-phones.ts'

let folder: string
let adb: FakeAdbServer
let phones: PhoneStatus[]
let pairs: string[]
let forgotten: string[]
/** Where the phone is in the network, and the port on which it listens there. */
let host: string
let port: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wifi-'))
  adb = await FakeAdbServer.start()
  onTestFinished(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })
  host = '10.0.0.7'
  port = ''
  pairs = []
  forgotten = []
  phones = [onUsb]
  adb.phones.set('R58M', {
    shell: (line) => {
      if (line.startsWith('ip ')) return host && `    inet ${host}/24 brd 10.0.0.255 scope global wlan0\n`
      return line.includes('tcp.port') ? `${port}\n` : ''
    },
  })
})

const since = performance.now()
const onUsb: PhoneStatus = { name: 'R58M', state: 'working', since, hardwareId: 'adb-R58M', port: '1-4.2' }
const onWifi: PhoneStatus = { name: '10.0.0.7:5555', state: 'working', since, hardwareId: 'adb-R58M' }

async function open(more: Partial<WifiPhonesSettings> = {}): Promise<WifiPhones> {
  const wifi = await WifiPhones.open({
    ...{ folder, adb: new AdbHost(adb.address), phones: () => phones, notice: () => undefined, lookMs: 5 },
    changed: (addresses) => {
      pairs = [...addresses].map((pair) => pair.join(' '))
    },
    forget: (address) => {
      forgotten.push(address)
      return address !== 'none'
    },
    ...more,
  })
  onTestFinished(() => wifi.stop())
  return wifi
}
const asked = (text: string) => adb.asked.filter((each) => each === text).length

test('a phone on USB is told to listen on its network, and connected there', async () => {
  adb.reachable.add('10.0.0.7:5555')
  const wifi = await open()
  await wifi.use('R58M')
  expect(adb.asked.slice(0, 2)).toEqual(['R58M tcpip:5555', 'host:connect:10.0.0.7:5555'])
  expect(wifi.addresses).toEqual(['10.0.0.7:5555'])
  expect(pairs).toEqual(['R58M 10.0.0.7:5555'])
})

test('a phone without Wi-Fi, or that is not there, is refused', async () => {
  const wifi = await open()
  await expect(wifi.use('none')).rejects.toMatchObject({ failure: 'notThere' })
  host = ''
  await expect(wifi.use('R58M')).rejects.toMatchObject({ failure: 'noWifi' })
  await expect((await open({ adb: undefined })).use('R58M')).rejects.toMatchObject({ failure: 'unsupported' })
  expect(adb.asked).toEqual([])
})

test('after a restart of the phone and of the agent it listens again as soon as it is on USB', async () => {
  adb.reachable.add('10.0.0.7:5555').add('10.0.0.9:5555')
  const before = await open()
  await before.use('R58M')
  await before.stop()
  adb.asked.length = 0
  phones = [{ ...onWifi, other: 'R58M' }]
  // Another address by then.
  host = '10.0.0.9'
  const again = await open()
  expect([...(await readWifiAddresses(folder))]).toEqual([['R58M', '10.0.0.7:5555']])
  phones = []
  expect(adb.asked).toEqual([])
  phones = [onUsb]
  await expect.poll(() => asked('R58M tcpip:5555')).toBeGreaterThan(0)
  await expect.poll(() => asked('host:connect:10.0.0.9:5555')).toBeGreaterThan(0)
  expect(again.addresses).toEqual(['10.0.0.9:5555'])
  expect(forgotten).toContain('10.0.0.7:5555')
})

test('a phone that still listens is only connected: what runs over its cable goes on', async () => {
  adb.reachable.add('10.0.0.7:5555')
  const wifi = await open()
  port = '5555'
  await wifi.use('R58M')
  adb.asked.length = 0
  await expect.poll(() => asked('host:connect:10.0.0.7:5555')).toBeGreaterThan(0)
  expect(asked('R58M tcpip:5555')).toBe(0)
})

test('on wish it listens no longer, and is left alone from then on', async () => {
  adb.reachable.add('10.0.0.7:5555')
  const wifi = await open()
  await wifi.use('R58M')
  adb.phones.set('10.0.0.7:5555', { shell: () => '' })
  phones = [{ ...onWifi, other: 'R58M' }]
  await wifi.release('R58M')
  expect(adb.asked.slice(-2)).toEqual(['10.0.0.7:5555 usb:', 'host:disconnect:10.0.0.7:5555'])
  expect(wifi.addresses).toEqual([])
  expect(forgotten).toEqual(['10.0.0.7:5555'])
  expect((await open()).addresses).toEqual([])
  await expect(wifi.release('none')).rejects.toMatchObject({ failure: 'notThere' })
})
