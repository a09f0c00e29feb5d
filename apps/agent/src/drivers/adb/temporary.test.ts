import { once } from 'node:events'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { PhoneShell } from '@fleetdeck/testing/phones/phone-shell'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDriver } from '../../testing/plugged-driver.ts'
import type { PhoneSettings, Undo } from '../phone-parts.ts'
import { flashLine } from './flash.ts'

let shell: PhoneShell
beforeEach(async () => {
  shell = await PhoneShell.create()
})
afterEach(() => shell.remove())

describe('a flashed screen', () => {
  const brightness = 'system.screen_brightness'
  const mode = 'system.screen_brightness_mode'

  test('has its brightness and its mode back', async () => {
    await shell.set(brightness, '102')
    await shell.set(mode, '1')
    await once(shell.start(flashLine), 'close')
    expect(await shell.calls()).toContain('settings put system screen_brightness 255')
    expect(await shell.value(brightness)).toBe('102')
    expect(await shell.value(mode)).toBe('1')
  })

  test('has settings that nobody has set unset again', async () => {
    await once(shell.start(flashLine), 'close')
    expect(await shell.calls()).toContain('settings put system screen_brightness 1')
    expect(await shell.value(brightness)).toBeNull()
    expect(await shell.value(mode)).toBeNull()
  })

  test('has them back as well when the connection ends in the middle', async () => {
    await shell.set(brightness, '102')
    await shell.set(mode, '1')
    const flashing = shell.start(flashLine)
    await expect.poll(() => shell.calls()).toContain('settings put system screen_brightness 255')
    flashing.kill('SIGHUP')
    await once(flashing, 'close')
    expect((await shell.calls()).filter((call) => call.endsWith('brightness 255'))).toHaveLength(1)
    expect(await shell.value(brightness)).toBe('102')
    expect(await shell.value(mode)).toBe('1')
  })
})

describe.skipIf(!hasAdb)('on a phone behind adb', () => {
  let adb: RealAdb
  let isBroadcastRefused: boolean
  let opened: Awaited<ReturnType<typeof openDriver>>
  beforeAll(async () => {
    adb = await RealAdb.start()
  })
  beforeEach(async () => {
    const refused = { stderr: 'refused', exitCode: 1 }
    const ordinary = androidScript({ 'am broadcast': refused })
    isBroadcastRefused = false
    opened = await openDriver(adb, (line, phone) =>
      /\b(settings|ime|svc|am broadcast|cmd (connectivity|display|media_session))\b/.test(line) &&
      !line.includes('--get') &&
      !(isBroadcastRefused && line.startsWith('am'))
        ? shell.answer(line)
        : ordinary(line, phone),
    )
  })
  afterEach(async () => {
    await opened.device.close()
    await adb.unplug(opened.phone).catch(() => undefined)
  })
  afterAll(() => adb?.stop())

  const changes: [string, (settings: PhoneSettings) => Promise<Undo>, Record<string, string | null>][] = [
    [
      'brightness',
      (settings) => settings.setBrightness(30),
      { screen_brightness: '51', screen_brightness_mode: null },
    ],
    [
      'rotation',
      (settings) => settings.setRotation('auto'),
      { accelerometer_rotation: '0', user_rotation: null },
    ],
    ['stay awake', (settings) => settings.setStayAwake(true), { stay_on_while_plugged_in: null }],
  ]
  const stored = async (names: Record<string, string | null>) =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(names).map(async (name) => [
          name,
          await shell.value(`${name.startsWith('stay') ? 'global' : 'system'}.${name}`),
        ]),
      ),
    )

  describe.each(changes)('a change of %s', (_, change, before) => {
    beforeEach(async () => {
      for (const [name, value] of Object.entries(before))
        if (value !== null) await shell.set(`${name.startsWith('stay') ? 'global' : 'system'}.${name}`, value)
    })

    test('is undone', async () => {
      const undo = await change(opened.device.settings)
      expect(await stored(before)).not.toEqual(before)
      await undo()
      expect(await stored(before)).toEqual(before)
    })

    test('is undone by the phone when the connection is cut or the agent dies', async () => {
      const undo = await change(opened.device.settings)
      expect(await stored(before)).not.toEqual(before)
      adb.findDaemon(opened.phone).drop()
      await expect.poll(() => stored(before)).toEqual(before)
      await expect(undo()).rejects.toThrow('unplugged or disconnected')
    })

    test('stays if it is to be kept', async () => {
      const undo = await change(opened.device.settings)
      const changed = await stored(before)
      await undo.keep?.()
      adb.findDaemon(opened.phone).drop()
      expect(await stored(before)).toEqual(changed)
      expect(changed).not.toEqual(before)
    })
  })

  test('volume, Wi-Fi and airplane mode are undone by the phone as well', async () => {
    const { settings } = opened.device
    await settings.setVolume('media', 100)
    await settings.setWifi(true).catch(() => undefined)
    adb.findDaemon(opened.phone).drop()
    await expect.poll(() => shell.calls()).toContain('cmd media_session volume --stream 3 --set 6')
  })

  describe('ADBKeyboard', () => {
    const own = 'com.android.adbkeyboard/.AdbIME'
    const former = 'com.sohu.inputmethod.sogou.xiaomi/.SogouIME'
    beforeEach(async () => {
      await shell.set('secure.default_input_method', former)
      await shell.set('enabled', former)
      await shell.set('installed', `${former}\n${own}`)
    })
    const typed = async () =>
      (await shell.calls()).flatMap((call) => {
        const [, base64] = /--es msg (\S+)$/.exec(call) ?? []
        return base64 ? [Buffer.from(base64, 'base64').toString()] : []
      })

    test('types every text where it is installed, and the former input method returns', async () => {
      const { device } = opened
      await device.typeText('Hello')
      await device.typeText('你好')
      expect(await typed()).toEqual(['Hello', '你好'])
      expect(await shell.value('secure.default_input_method')).toBe(own)
      expect((await shell.calls()).filter((call) => call.startsWith('ime set'))).toHaveLength(1)
      await device.close()
      expect(await shell.value('secure.default_input_method')).toBe(former)
      expect(await shell.value('enabled')).toBe(former)
    })

    test('that was enabled before stays enabled, and the former one returns after a failure', async () => {
      await shell.set('enabled', `${former}\n${own}`)
      isBroadcastRefused = true
      await expect(opened.device.typeText('你好')).rejects.toThrow('refused')
      await opened.device.close()
      expect(await shell.value('secure.default_input_method')).toBe(former)
      expect(await shell.value('enabled')).toBe(`${former}\n${own}`)
    })

    test('gives way to the former one by the phone itself when the connection is cut', async () => {
      await opened.device.typeText('你好')
      adb.findDaemon(opened.phone).drop()
      await expect.poll(() => shell.value('secure.default_input_method')).toBe(former)
      await expect.poll(() => shell.value('enabled')).toBe(former)
    })

    test('that is not installed is named when the input method may take English as pinyin', async () => {
      await shell.set('installed', former)
      const logged: string[] = []
      opened.device.listen((event) => event.type === 'log' && logged.push(event.msg))
      await opened.device.typeText('Hello')
      await opened.device.typeText('again')
      expect(opened.phone.lines.filter((line) => line.startsWith('input'))).toEqual([
        "input text 'Hello'",
        "input text 'again'",
      ])
      expect(logged).toEqual([expect.stringContaining('com.sohu.inputmethod.sogou.xiaomi')])
      await expect(opened.device.typeText('你好')).rejects.toThrow('For other languages use scrcpy')
    })
  })
})
