import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SystemLogLine } from '@fleetdeck/contract/phone-tools'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { DaemonStream } from '@fleetdeck/testing/phones/daemon-stream'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { driversBehindAdb } from '../../testing/plugged-driver.ts'
import { parseSystemLog, parseVersions } from './parse/system-log.ts'

const patience = { timeout: 30_000 }

/** The console of an emulator, as its documentation describes it, and the lines that it was sent. */
async function startConsole(avd: string, word = 's3cret') {
  const home = await mkdtemp(join(tmpdir(), 'emulator-'))
  await writeFile(join(home, '.emulator_console_auth_token'), 's3cret')
  vi.stubEnv('HOME', home)
  const lines: string[] = []
  const answer = (line: string) => {
    if (line.startsWith('auth')) return line === `auth ${word}` ? 'OK' : 'KO: wrong word'
    return line === 'avd name' ? `${avd}\r\nOK` : 'OK'
  }
  const greeting =
    'Android Console: Authentication required\r\nAndroid Console: type auth <auth_token>\r\nOK\r\n'
  const server = createServer((socket) => {
    socket.write(greeting)
    socket.on('error', () => {})
    createInterface(socket).on('line', (line) => {
      lines.push(line)
      socket.write(`${answer(line)}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    vi.unstubAllEnvs()
    await rm(home, { recursive: true })
  })
  return { lines, serial: `emulator-${(server.address() as AddressInfo).port}` }
}

test('lines of the log are read with their time, level, tag and process', () => {
  const now = 5
  expect(parseSystemLog('1700000000.123  1234  1250 I ActivityManager: Start proc: x', now)).toEqual({
    ...{ time: 1_700_000_000_123, pid: 1234, level: 'I', tag: 'ActivityManager', text: 'Start proc: x' },
  })
  expect(parseSystemLog('11-29 00:01:02.345   99   99 E chatty  : uid=1000', now)).toEqual({
    ...{ time: now, pid: 99, level: 'E', tag: 'chatty', text: 'uid=1000' },
  })
  expect(parseSystemLog('--------- beginning of main', now)).toBeUndefined()
})

test('versions are those of installed packages, not of the hidden ones below', () => {
  const dump =
    '  Package [com.shop] (1):\n    versionName=1.2\nHidden:\n  Package [com.shop] (2):\n    versionName=1.0\n'
  expect([...parseVersions(dump)]).toEqual([['com.shop', '1.2']])
})

/** Tools of a phone behind Debian's adb. */
describe.skipIf(!hasAdb)('a real phone', () => {
  const { adb, open } = driversBehindAdb()

  async function plugIn(more: Parameters<typeof androidScript>[0] = {}, serial = 'R58M1234') {
    return open(androidScript(more), { serial })
  }
  const emulated = (avd: string, sdk = 28) => ({
    getprop: `[ro.build.version.sdk]: [${sdk}]\n[ro.boot.qemu.avd_name]: [${avd}]\n`,
  })
  const older = { getprop: '[ro.build.version.sdk]: [30]\n' }

  test('its apps have package and version', async () => {
    const { device } = await plugIn({
      'dumpsys package packages': '  Package [com.shop] (1a):\n    versionName=1.2\n',
    })
    expect(await device.tools.listApps()).toEqual([{ id: 'com.shop', version: '1.2', isRemovable: true }])
  })

  test('its system log is followed, and `logcat` ends with the reader', async () => {
    let stream: DaemonStream | undefined
    const logcat = async (output: DaemonStream) => {
      stream = output
      await output.write('1700000000.5  77  78 W Shop: late\n')
      await output.ended
    }
    const { device } = await plugIn({
      logcat: () => ({ run: logcat }),
      'ps -A': 'PID NAME\n77 com.shop\n',
    })
    const lines: SystemLogLine[] = []
    const ended = new AbortController()
    const followed = device.tools.followLog((line) => lines.push(line), ended.signal)
    await vi.waitFor(() => expect(lines).toHaveLength(1), patience)
    expect(lines).toMatchObject([{ level: 'W', tag: 'Shop', app: 'com.shop', text: 'late' }])
    ended.abort()
    await followed
    await vi.waitFor(() => expect(stream?.hasEnded).toBe(true), patience)
  })

  test('a position is given as its developer options would, from Android 12 on', async () => {
    const position = { latitude: 22.3, longitude: 114.17 }
    const { device, phone } = await plugIn({
      ...{ appops: '', 'cmd location': '', 'cmd locale': '', 'getprop persist': '\nen-US\n' },
    })
    await device.tools.setPosition(position)
    expect(phone.lines.at(-1)).toBe(
      'cmd location providers set-test-provider-location gps --location 22.3,114.17',
    )
    expect(await device.tools.readPlace()).toMatchObject({ position })
  })

  test('an emulator takes a position in its console, whatever its Android', async () => {
    const console_ = await startConsole('Pixel_5')
    const { device, phone } = await plugIn(emulated('Pixel_5'), console_.serial)
    const position = { latitude: 22.3, longitude: 114.17 }
    await device.tools.setPosition(position)
    expect(console_.lines).toEqual(['auth s3cret', 'avd name', 'geo fix 114.17 22.3'])
    expect(phone.lines.join()).not.toContain('location')
    expect(await device.tools.readPlace()).toMatchObject({ position })
  })

  test.each([
    ['is another emulator’s', 'Tablet', 's3cret'],
    ['refuses its word', 'Pixel_5', 'other'],
  ])('an emulator whose console %s gets the position as a phone does', async (_, avd, word) => {
    const console_ = await startConsole(avd, word)
    const answers = { appops: '', 'cmd location': '', 'getprop persist': '\nen-US\n' }
    const { device, phone } = await plugIn({ ...answers, ...emulated('Pixel_5', 33) }, console_.serial)
    await device.tools.setPosition({ latitude: 22.3, longitude: 114.17 })
    expect(console_.lines.join()).not.toContain('geo')
    expect(phone.lines.at(-1)).toContain('--location 22.3,114.17')
  })

  test('an older phone says which Android it needs, and a locked one that Android does not permit it', async () => {
    const position = { latitude: 1, longitude: 2 }
    const { device, phone } = await plugIn(older)
    await expect(device.tools.setPosition(position)).rejects.toMatchObject({ failure: 'needsAndroid12' })
    await expect(device.tools.setLanguage('fr')).rejects.toMatchObject({ failure: 'needsAndroid13' })
    await device.close()
    await adb().unplug(phone)
    const locked = await plugIn({ appops: { stderr: 'java.lang.SecurityException: no', exitCode: 255 } })
    await expect(locked.device.tools.setPosition(position)).rejects.toMatchObject({ failure: 'notPermitted' })
  })

  test('the language of the app in front is set from Android 13 on', async () => {
    const { device, phone } = await plugIn({
      'cmd locale set-app-locales': '',
      'cmd locale get-app-locales': 'Locales for com.shop for user 0 are [fr-FR]\n',
      'getprop persist': 'en-US\n',
    })
    await device.tools.setLanguage('fr-FR')
    expect(phone.lines.at(-1)).toBe("cmd locale set-app-locales 'com.shop' --user current --locales 'fr-FR'")
    expect(await device.tools.readPlace()).toEqual({ language: 'fr-FR', languageApp: 'com.shop' })
  })
})
