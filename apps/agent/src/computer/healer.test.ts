import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { AdbHost } from './adb-host.ts'
import { ComputerActions } from './computer-actions.ts'
import { Healer, type HealerSettings, type HealingStep } from './healer.ts'
import { installPrograms } from './testing/install-programs.ts'
import { writeUsbFolder } from './testing/usb-folder.ts'

let folder: string
let phones: { name: string; state: string; port?: string; hardwareId?: string }[]
let notices: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'healer-'))
  notices = []
  // After the healer, which is stopped first, nothing is written there any more.
  onTestFinished(() => rm(folder, { recursive: true }))
})

const steps: HealingStep[] = [
  { action: 'reconnect', afterSeconds: 0 },
  { action: 'resetPort', afterSeconds: 0.01 },
  { action: 'cyclePower', afterSeconds: 0.02 },
]
async function start(more: Partial<HealerSettings> = {}, adb?: AdbHost): Promise<Healer> {
  const usbRoot = await writeUsbFolder(join(folder, 'usb'))
  const healer = new Healer({
    phones: () => phones,
    actions: await ComputerActions.find({ adb, usbRoot, usbDriver: join(folder, 'none') }),
    notice: (name, level, message) => notices.push(`${name} ${level} ${message}`),
    ...{ steps, roundSeconds: 0.05, lookMs: 5 },
    ...more,
  })
  onTestFinished(() => healer.stop())
  return healer
}
const done = () => readFile(join(folder, 'done'), 'utf8').catch(() => '')
const programs = (switching: string) => ({
  usbreset: `echo "usbreset $@" >> ${folder}/done; echo "Resetting ... ok"`,
  uhubctl: `if [ $# = 0 ]; then echo 'Current status for hub 1-4 [2109:2817 USB2.0 Hub, USB 2.10, 4 ports, ${switching}]'
else echo "uhubctl $@" >> ${folder}/done; fi`,
})

test.each(['offline', 'hanging'])(
  'a phone that stays %s gets its port reset and its power cycled, and is given up with its port',
  async (state) => {
    await installPrograms(folder, programs('ppps'))
    phones = [{ name: 'PIXEL', state, port: '1-4.1' }]
    const healer = await start()
    await expect.poll(() => healer.isGivenUp('PIXEL')).toBe(true)
    expect((await done()).split('\n').slice(0, 2)).toEqual([
      'usbreset 001/005',
      'uhubctl -l 1-4 -p 1 -a cycle',
    ])
    expect(notices).toContain('PIXEL warn still not usable, USB port 1-4.1. Check the cable and the phone.')
    phones = [{ name: 'PIXEL', state: 'working', port: '1-4.1' }]
    await expect.poll(() => healer.isGivenUp('PIXEL')).toBe(false)
  },
)

test('the power of a hub that switches all ports together is left on', async () => {
  await installPrograms(folder, programs('ganged'))
  phones = [{ name: 'PIXEL', state: 'offline', port: '1-4.1' }]
  const healer = await start()
  await expect.poll(() => healer.isGivenUp('PIXEL')).toBe(true)
  expect(await done()).not.toContain('uhubctl')
})

test('phones that wait for a person are left alone', async () => {
  await installPrograms(folder, programs('ppps'))
  phones = [
    { name: 'PIXEL', state: 'unauthorized', port: '1-4.1' },
    { name: 'REDMI', state: 'offline', port: '1-4.2' },
  ]
  const healer = await start()
  await expect.poll(() => healer.isGivenUp('REDMI')).toBe(true)
  expect(await done()).not.toContain('001/005')
  expect(notices.filter((notice) => notice.startsWith('PIXEL'))).toEqual([])
})

test('a phone on the network that stays away is given up with its address, until it is back', async () => {
  const hardwareId = 'adb-PIXEL'
  const phone = { name: '10.0.0.7:5555', state: 'working', hardwareId }
  phones = [phone]
  let looks = 0
  const look = () => {
    looks++
    return phones
  }
  const healer = await start({ phones: look })
  await expect.poll(() => looks).toBeGreaterThan(1)
  phones = []
  await expect.poll(() => healer.isGivenUp(phone.name)).toBe(true)
  expect(healer.missing).toMatchObject([{ name: phone.name, hardwareId }])
  const told = (notice: string) => notice.startsWith(`${phone.name} warn could not be reached`)
  await expect.poll(() => notices.filter(told)).toHaveLength(1)
  phones = [phone]
  await expect.poll(() => healer.missing).toEqual([])
  expect(healer.isGivenUp(phone.name)).toBe(false)
})

test('a phone that works by another name is not missing, and one that is wanted is, before it has been seen', async () => {
  const hardwareId = 'adb-PIXEL'
  phones = [{ name: 'adb-PIXEL._adb-tls-connect._tcp:1', state: 'working', hardwareId }]
  let looks = 0
  const look = () => {
    looks++
    return phones
  }
  const healer = await start({ phones: look, wanted: () => ['10.0.0.9:5555'] })
  await expect.poll(() => looks).toBeGreaterThan(1)
  phones = [{ name: 'PIXEL', state: 'working', hardwareId }]
  await expect.poll(() => healer.missing.map(({ name }) => name)).toEqual(['10.0.0.9:5555'])
  expect(healer.forget('10.0.0.9:5555')).toBe(true)
})

test.skipIf(!hasAdb)('a phone on the network that has left adb’s list is connected again', async () => {
  const adb = await RealAdb.start()
  onTestFinished(() => adb.stop())
  const { serial } = await adb.plugIn(new FakePhone('A1', androidScript()))
  phones = [{ name: serial, state: 'working' }]
  let looks = 0
  const look = () => {
    looks++
    return phones
  }
  await start({ phones: look }, new AdbHost({ host: '127.0.0.1', port: adb.port }))
  await expect.poll(() => looks).toBeGreaterThan(1)
  await adb.request(`host:disconnect:${serial}`)
  phones = []
  await expect.poll(adb.devices.bind(adb)).toMatchObject([{ serial, state: 'device' }])
})
