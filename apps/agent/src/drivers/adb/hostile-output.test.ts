import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { Adb } from '@yume-chan/adb'
import { describe, expect, test } from 'vitest'
import { driversBehindAdb, openTransport } from '../../testing/plugged-driver.ts'
import { AccessUnits } from '../../video/access-units.ts'
import type { DriverEvent } from '../device-driver.ts'
import { readDeviceInfo } from './identity.ts'
import { parseUiTree } from './parse/ui-elements.ts'
import { pngIn } from './png-in.ts'
import { AdbShell, PhoneHangs } from './shell.ts'
import { adbTexts } from './texts.ts'

const endless = (text: string) => ({ stdout: Buffer.alloc(256 * 1024, text), exitCode: 0, isEndless: true })
const never = { exitCode: 0, staysOpen: true }
const tooLong = (megabytes: number) => `The phone returned more than ${megabytes} MB. Reading stopped.`

describe.skipIf(!hasAdb)('a phone whose answers never end', () => {
  const { adb, open } = driversBehindAdb()

  async function plugIn(answers: Parameters<typeof androidScript>[0]) {
    const opened = await open(androidScript(answers))
    const { phone } = opened
    return { ...opened, openStreams: () => adb().findDaemon(phone).openStreams }
  }

  test.each(['shell_v2,cmd', ''])('is refused when it is identified (features “%s”)', async (features) => {
    const phone = new FakePhone('ENDLESS', androidScript({ getprop: endless('[ro.x]: [y]\n') }))
    phone.features = features
    const shell = new AdbShell(new Adb(await openTransport(adb(), phone)), adbTexts.en)
    await expect(readDeviceInfo(shell, { listedSerial: 'ENDLESS', sharedSerials: [] })).rejects.toThrow(
      tooLong(1),
    )
    await expect.poll(() => adb().findDaemon(phone).openStreams).toBe(0)
    await shell.close()
    await adb().unplug(phone)
  })

  test('ends each question with a message, and no command goes on', async () => {
    const { device, openStreams } = await plugIn({
      'dumpsys battery': endless('  level: 57\n'),
      'dumpsys notification': endless('  NotificationRecord\n'),
      'dumpsys window': endless('  Display: mDisplayId=0\n'),
      'pm list packages': endless('package:com.shop\n'),
      'uiautomator dump': endless('<hierarchy><node bounds="[0,0][1,1]"/>'),
      'screencap -p': endless('no picture'),
      'settings get global': endless('null\n'),
    })
    await expect(device.readStatus()).rejects.toThrow(tooLong(64))
    await expect(device.notifications.list()).rejects.toThrow(tooLong(8))
    await expect(device.readSize()).rejects.toThrow(tooLong(64))
    await expect(device.listApps()).rejects.toThrow(tooLong(1))
    await expect(device.readTree()).rejects.toThrow(tooLong(16))
    await expect(device.capture({ scalePercent: 50, quality: 50 })).rejects.toThrow(tooLong(64))
    await expect(device.settings.stayAwake()).rejects.toThrow(tooLong(1))
    await expect.poll(openStreams).toBe(0)
  })

  test('ends a command line of a person with a message', async () => {
    const { device, openStreams } = await plugIn({ yes: endless('y\n'), ls: endless('file\n') })
    await expect(device.runShell('yes')).rejects.toThrow(tooLong(64))
    await expect(device.runShell('ls -R /')).rejects.toThrow(tooLong(64))
    await expect.poll(openStreams).toBe(0)
  })

  test('gives a setting that cannot be stored no change', async () => {
    const { device, phone } = await plugIn({ 'screen_brightness=': endless('x') })
    await expect(device.settings.setBrightness(10)).rejects.toThrow('x')
    expect(phone.lines.filter((line) => line.startsWith('settings put'))).toEqual([])
  })

  test('logs a line without an end as the beginning of it', async () => {
    const long = Buffer.alloc(10 * 1024 * 1024, 'long ')
    const log = Buffer.concat([Buffer.from('E/App( 1): '), long, Buffer.from('\nE/App( 1): next\n')])
    const answers = { logcat: { stdout: log, exitCode: 0, staysOpen: true } }
    const phone = new FakePhone('LOGS', androidScript(answers))
    const shell = new AdbShell(new Adb(await openTransport(adb(), phone)), adbTexts.en)
    const { AdbDevice } = await import('./adb-device.ts')
    const device = new AdbDevice(
      shell,
      await readDeviceInfo(shell, { listedSerial: 'LOGS', sharedSerials: [] }),
      { language: 'en', logcat: 'E' },
    )
    const events: DriverEvent[] = []
    device.listen((event) => events.push(event))
    await expect.poll(() => events.at(-1)).toEqual({ type: 'log', level: 'error', msg: 'App: next' })
    for (const event of events) if (event.type === 'log') expect(event.msg.length).toBeLessThan(100_000)
    await device.close()
    await adb().unplug(phone)
  })
})

describe.skipIf(!hasAdb)('a phone that does not answer', () => {
  const { open } = driversBehindAdb()

  test('counts as hanging after three commands in a row, but not while it installs an app', async () => {
    let hangs = true
    const { shell } = await open(
      androidScript({ 'dumpsys power': () => (hangs ? never : 'ok'), 'pm install': never }),
    )
    const ask = () => shell.run('dumpsys power', { timeoutMs: 50 }).then(() => 'answered', String)
    await Promise.all([ask(), ask()])
    hangs = false
    expect(await shell.run('dumpsys power')).toMatchObject({ stdout: 'ok' })
    hangs = true
    const installing = shell.run('pm install x', { timeoutMs: 60_000 }).catch(String)
    await Promise.all([ask(), ask(), ask()])
    expect(shell.signal.aborted).toBe(false)
    await shell.close()
    await installing
  })

  test('ends everything that runs on it, with the reason', async () => {
    const { shell } = await open(androidScript({ 'dumpsys power': never, logcat: never }))
    const process = await shell.spawn('logcat')
    const asked = Array.from({ length: 3 }, () => shell.run('dumpsys power', { timeoutMs: 50 }).catch(String))
    await Promise.all(asked)
    expect(shell.signal.reason).toEqual(new PhoneHangs('The phone no longer answers commands'))
    await expect(shell.run('getprop')).rejects.toThrow('no longer answers')
    await process.exited.catch(() => undefined)
  })
})

test('elements with damaged quotes are read in one pass', () => {
  const damaged = '<node text="a '.repeat(200_000)
  const whole = '<node class="View" text="b" bounds="[0,0][10,10]"/>'
  expect(parseUiTree(damaged + whole)).toMatchObject([{ text: 'b', width: 10 }])
})

test('a picture that claims gigabytes is none', () => {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520001869f0001869f', 'hex')
  expect(pngIn(Buffer.concat([header, Buffer.from('49454e44ae426082', 'hex')]))).toBeUndefined()
})

test('a video without frames is not collected', () => {
  const pictures: Buffer[] = []
  const units = new AccessUnits((unit) => pictures.push(unit))
  const set = Buffer.concat([Buffer.from([0, 0, 1, 0x67]), Buffer.alloc(1024 * 1024, 7)])
  for (let count = 0; count < 40; count += 1) units.push(set)
  units.push(Buffer.from([0, 0, 1, 0x65, 0x80, 1, 2]))
  units.flush()
  expect(pictures).toHaveLength(1)
  expect(pictures[0]?.length).toBeLessThan(17 * 1024 * 1024)
})
