import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeAdbServer } from '@fleetdeck/testing/phones/fake-adb-server'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PhoneStatus } from '../real-phones.ts'
import { AdbHost } from './adb-host.ts'
import { ChargeLimiter, judgeCharge } from './charge-limiter.ts'
import { ComputerActions } from './computer-actions.ts'
import { installPrograms } from './testing/install-programs.ts'

const limit = { low: 30, high: 80 }

describe('a phone', () => {
  const charge = (level: number, celsius?: number, held?: { isHot: boolean }) =>
    judgeCharge(limit, { level, celsius }, held)

  test('charges up to the upper limit, and again below the lower one', () => {
    expect(charge(79)).toBeUndefined()
    expect(charge(80)).toEqual({ isHot: false })
    expect(charge(30, 25, { isHot: false })).toEqual({ isHot: false })
    expect(charge(29, 25, { isHot: false })).toBeUndefined()
  })

  test('that is hot does not charge until it has cooled, unless it is below the lower limit', () => {
    expect(charge(50, 45)).toEqual({ isHot: true })
    expect(charge(50, 41, { isHot: true })).toEqual({ isHot: true })
    expect(charge(50, 39, { isHot: true })).toBeUndefined()
    expect(charge(29, 50, { isHot: true })).toBeUndefined()
  })
})

let folder: string
let adb: FakeAdbServer
let phones: PhoneStatus[]
let level: number
let isPowered: boolean
let files: Map<string, string>
/** Files of the kernel that only seem to take a value. */
let readOnly: Set<string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charge-'))
  adb = await FakeAdbServer.start()
  onTestFinished(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })
  level = 85
  isPowered = false
  files = new Map()
  readOnly = new Set()
  for (const name of ['R58M', wifiName]) adb.phones.set(name, { shell })
})

const wifiName = '10.0.0.7:5555'
const since = performance.now()
const onWifi: PhoneStatus = {
  ...{ name: wifiName, other: 'R58M', port: '1-4.2', state: 'working', since, hardwareId: 'adb-R58M' },
}
const byCable: PhoneStatus = { name: 'R58M', port: '1-4.2', state: 'working', since, hardwareId: 'adb-R58M' }

function shell(line: string): string {
  if (line === 'dumpsys battery')
    return `  AC powered: false\n  USB powered: ${isPowered}\n  level: ${level}\n  scale: 100\n  temperature: 300\n`
  const [, written, path = ''] = /^\(echo (\S+) > (\S+)\)/.exec(line) ?? []
  if (written !== undefined) {
    if (files.has(path) && !readOnly.has(path)) files.set(path, written)
    return `${files.get(path) ?? ''}\n`
  }
  const [, setting = '', value] = /^settings put global (\S+) (\S+);/.exec(line) ?? []
  if (value !== undefined) files.set(setting, value)
  if (value !== undefined) return `${value}\n`
  const own = [...files].map(([name, kept]) => (name.startsWith('/') ? name : `${name}=${kept}`))
  return line.startsWith('for f')
    ? `${[...own, files.has('protect_battery') ? '' : 'protect_battery=null'].join('\n')}\n`
    : ''
}

const done = () => readFile(join(folder, 'done'), 'utf8').catch(() => '')
const ports = async () => (await done()).split('\n').filter(Boolean)

async function start(switching = 'ppps'): Promise<ChargeLimiter> {
  await installPrograms(folder, {
    uhubctl: `if [ $# = 0 ]; then echo 'Current status for hub 1-4 [2109:2817 USB2.0 Hub, USB 2.10, 4 ports, ${switching}]'
else echo "$6" >> ${folder}/done; fi`,
  })
  const host = new AdbHost(adb.address)
  const limiter = await ChargeLimiter.open({
    ...{ folder, adb: host, phones: () => phones, notice: () => undefined, lookMs: 5 },
    actions: await ComputerActions.find({ adb: undefined, usbRoot: join(folder, 'none') }),
  })
  onTestFinished(() => limiter.stop())
  return limiter
}
const state = (limiter: ChargeLimiter) => limiter.stateOf(phones[0] as PhoneStatus)

test('without a limit, all phones charge', async () => {
  phones = [onWifi]
  const limiter = await start()
  await limiter.stop()
  expect(limiter.stateOf(onWifi)).toBeUndefined()
  expect(await done()).toBe('')
})

test('the power of the port of a phone on Wi-Fi is off above the upper limit, and on below the lower one', async () => {
  phones = [onWifi]
  const limiter = await start()
  limiter.limit(limit)
  await expect.poll(() => state(limiter)).toEqual({ by: 'hub', isHeld: true })
  expect(await ports()).toEqual(['off'])
  // Without power it has no port any more.
  const { port: _, other: __, ...alone } = onWifi
  phones = [alone]
  expect(limiter.portOf(alone)).toBe('1-4.2')
  level = 29
  await expect.poll(ports).toEqual(['off', 'on'])
  phones = [onWifi]
  await expect.poll(() => state(limiter)).toEqual({ by: 'hub', isHeld: false })
})

test.each([
  ['has left', () => phones.splice(0)],
  ['does not tell its level', () => adb.phones.delete(wifiName)],
])('a phone that %s gets power again', async (_, change) => {
  phones = [onWifi]
  const limiter = await start()
  limiter.limit(limit)
  await expect.poll(ports).toEqual(['off'])
  change()
  await expect.poll(ports).toEqual(['off', 'on'])
})

test('all ports have power again when the agent stops, and when it starts after a crash', async () => {
  phones = [onWifi]
  const limiter = await start()
  limiter.limit(limit)
  await expect.poll(ports).toEqual(['off'])
  // What a crash leaves behind.
  const kept = await readFile(join(folder, 'held-phones.json'), 'utf8')
  expect(JSON.parse(kept)).toMatchObject([{ place: { hub: '1-4', port: 2 } }])
  const after = await start()
  await expect.poll(ports).toEqual(['off', 'on'])
  await after.stop()
  await limiter.stop()
  expect((await ports()).at(-1)).toBe('on')
})

test.each([
  ['a hub that switches all ports together', 'ganged', onWifi, 'noSwitch'],
  ['a phone that is used by its cable', 'ppps', byCable, 'cableOnly'],
])('%s is left alone, and says why', async (_, switching, phone, why) => {
  phones = [phone]
  const limiter = await start(switching)
  limiter.limit(limit)
  await expect.poll(() => state(limiter)).toEqual({ by: 'none', why, isHeld: false })
  expect(await done()).toBe('')
})

test('a hub that does not end the power is not used again', async () => {
  phones = [onWifi]
  isPowered = true
  const limiter = await start()
  limiter.limit(limit)
  await expect.poll(() => state(limiter)?.why).toBe('noSwitch')
  expect(await ports()).toEqual(['off', 'on'])
})

const slate = '/sys/class/power_supply/battery/batt_slate_mode'
const suspend = '/sys/class/power_supply/battery/input_suspend'

test('a switch of the phone is used if it keeps its value, and is on again afterwards', async () => {
  phones = [byCable]
  files.set(slate, '0').set(suspend, '0')
  readOnly.add(slate)
  const limiter = await start('ganged')
  limiter.limit(limit)
  await expect.poll(() => state(limiter)).toEqual({ by: 'phone', isHeld: true, way: 'input_suspend' })
  expect([files.get(slate), files.get(suspend)]).toEqual(['0', '1'])
  await limiter.stop()
  expect(files.get(suspend)).toBe('0')
})

test('the protection of a maker’s own system is turned on, unless a person has done so', async () => {
  phones = [byCable]
  files.set('protect_battery', '0')
  const limiter = await start('ganged')
  limiter.limit(limit)
  await expect.poll(() => state(limiter)).toEqual({ by: 'phone', isHeld: true, way: 'protect_battery' })
  expect(files.get('protect_battery')).toBe('1')
  limiter.limit(undefined)
  await expect.poll(() => files.get('protect_battery')).toBe('0')
  files.set('protect_battery', '1')
  limiter.limit(limit)
  await expect.poll(() => state(limiter)?.why).toBe('noSwitch')
  await limiter.stop()
  expect(files.get('protect_battery')).toBe('1')
})
