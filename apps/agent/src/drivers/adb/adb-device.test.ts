import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript, screenPng } from '@fleetdeck/testing/phones/android-script'
import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { loadImage } from '@napi-rs/canvas'
import { Adb } from '@yume-chan/adb'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDriver, openTransport } from '../../testing/plugged-driver.ts'
import type { DriverEvent } from '../device-driver.ts'
import { fetchFile } from './fetch-file.ts'
import { readDeviceInfo } from './identity.ts'
import { AdbShell } from './shell.ts'
import { adbTexts } from './texts.ts'

/** Besides touches, the phone is asked for the size of its screen. */
const lastInput = ({ lines }: { lines: string[] }) => lines.findLast((line) => line.startsWith('input'))

describe.skipIf(!hasAdb)('a phone behind Debian’s adb', () => {
  let adb: RealAdb
  let folder: string
  let opened: Awaited<ReturnType<typeof openDriver>> | undefined
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'adb-device-'))
  })
  afterEach(async () => {
    await opened?.device.close()
    if (opened) await adb.unplug(opened.phone).catch(() => undefined)
    opened = undefined
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  async function plugIn(script: Script = androidScript()) {
    opened = await openDriver(adb, script)
    return opened
  }
  const openStreams = () => (opened ? adb.findDaemon(opened.phone).openStreams : 0)

  test('a phone reports its identity and status', async () => {
    const { device } = await plugIn()
    expect(device.identity).toEqual({
      hardwareId: 'adb-R58M1234',
      brand: 'Xiaomi',
      model: '2201123C',
      imei: '',
      osVersion: 'Android 13 · MIUI 14.0',
      apkVersion: '',
    })
    expect(await device.readStatus()).toEqual({
      runMode: 'adb screencap',
      serviceOk: true,
      battery: 57,
      charging: true,
      batteryTemp: 31.2,
      brightness: 128,
      sdCardSpace: 112_000_000 * 1024,
      sdCardLeftSpace: 60_000_000 * 1024,
      totalMemory: 7_654_321 * 1024,
      availMemory: 3_210_000 * 1024,
    })
  })

  test('two hundred queries leave no connection open', async () => {
    const { device } = await plugIn()
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 20 }, () => device.runShell('input keyevent 4')))
    await expect.poll(openStreams).toBe(0)
  })

  describe('a phone that is looked for', () => {
    const flashed = /^input keyevent 224; .*screen_brightness 255/
    const flash = { 'input keyevent 224; screen': '', 'cmd statusbar': '' }

    test('lights up and shows its number in a notification, beside which the panel is opened and closed', async () => {
      const { device, phone } = await plugIn(androidScript({ ...flash, 'cmd notification': 'posting\n' }))
      expect(await device.locate("A'1")).toBe(true)
      expect(phone.lines).toEqual([
        "cmd notification post -S bigtext -t 'A'\\''1' 'fleetdeck-locate' 'The console is looking for this phone'",
        'cmd statusbar expand-notifications',
        expect.stringMatching(flashed),
        'cmd statusbar collapse',
      ])
    })

    test.each([
      ['before Android 10', { stderr: 'Unknown command: post\n', exitCode: 255 }],
      ['of a vendor that reports no exit code', "cmd: Can't find service: notification\n"],
    ])('%s lights up without it', async (_, answer) => {
      const { device, phone } = await plugIn(androidScript({ ...flash, 'cmd notification': answer }))
      expect(await device.locate('A1')).toBe(false)
      expect(phone.lines.at(-1)).toMatch(flashed)
      expect(phone.lines.join()).not.toContain('statusbar')
    })

    test('has its panel closed again when its screen cannot be flashed', async () => {
      const refused = { 'input keyevent 224; screen': { stderr: 'no permission', exitCode: 1 } }
      const answers = { ...flash, 'cmd notification': 'posting\n', ...refused }
      const { device, phone } = await plugIn(androidScript(answers))
      await expect(device.locate('A1')).rejects.toThrow('no permission')
      expect(phone.lines.at(-1)).toBe('cmd statusbar collapse')
    })
  })

  describe('the screen', () => {
    test('is sent as a smaller JPEG, and only when it has changed', async () => {
      let picture = 0
      const { device } = await plugIn(androidScript({ 'screencap -p': () => screenPng(1080, 2400, picture) }))
      const first = await device.capture({ scalePercent: 25, quality: 80 })
      expect(first).toMatchObject({ width: 270, height: 600, screenWidth: 1080, screenHeight: 2400 })
      const drawn = await loadImage(Buffer.from(first?.jpeg ?? []))
      expect([drawn.width, drawn.height]).toEqual([270, 600])
      const again = { scalePercent: 25, quality: 80, knownRevision: first?.revision ?? 0 }
      expect(await device.capture(again)).toBeUndefined()
      picture = 1
      expect((await device.capture(again))?.revision).not.toBe(first?.revision)
    })

    test('is read although the phone prints a warning about a second display first', async () => {
      const warned = Buffer.concat([
        Buffer.from('[Warning] Multiple displays were found\n'),
        screenPng(1080, 2400),
      ])
      const { device } = await plugIn(androidScript({ 'screencap -p': warned }))
      expect(await device.capture({ scalePercent: 10, quality: 80 })).toMatchObject({
        width: 108,
        height: 240,
      })
    })

    test.each([
      ['nothing', ''],
      ['half a picture', screenPng(400, 400).subarray(0, 300)],
    ])('that returns %s is refused with a message', async (_what, bytes) => {
      const { device } = await plugIn(androidScript({ 'screencap -p': bytes }))
      await expect(device.capture({ scalePercent: 50, quality: 20 })).rejects.toThrow(
        'The phone returned no screenshot',
      )
    })

    test('gives scripts its pixels, its texts and its ids', async () => {
      const xml = `<?xml version='1.0'?><hierarchy rotation="0"><node index="0" text="" class="android.view.View" bounds="[0,0][1080,2400]"><node class="android.widget.Switch" resource-id="com.android.settings:id/wifi" text="Wi&#8209;Fi &amp; more" content-desc="" bounds="[40,100][540,180]" /><node text="" content-desc="返回" bounds="[0,0][90,90]"/></node></hierarchy>`
      const { device } = await plugIn(androidScript({ 'uiautomator dump': xml }))
      const { width, height, ...frame } = await device.readFrame()
      expect([width, height]).toEqual([1080, 2400])
      expect('png' in frame && Buffer.from(frame.png).equals(screenPng(1080, 2400))).toBe(true)
      expect(await device.readElements()).toEqual([
        { id: 'com.android.settings:id/wifi', text: 'Wi‑Fi & more', x: 40, y: 100, width: 500, height: 80 },
        { id: '', text: '返回', x: 0, y: 0, width: 90, height: 90 },
      ])
      expect(await device.readTree()).toMatchObject([
        { depth: 0, type: 'android.view.View', id: '', text: '', width: 1080, height: 2400 },
        { depth: 1, type: 'android.widget.Switch', id: 'com.android.settings:id/wifi' },
        { depth: 1, type: '', text: '', desc: '返回' },
      ])
    })
  })

  describe('touches and keys', () => {
    test('a finger that touches and lifts taps there', async () => {
      const { device, phone } = await plugIn()
      await device.input({ type: 'touchDown', x: 0.5, y: 0.25 })
      await device.input({ type: 'touchUp', x: 0.5, y: 0.25 })
      expect(lastInput(phone)).toBe('input tap 540 600')
    })

    test('a rotated phone is tapped at the position its frame shows', async () => {
      const turned = '    init=1080x2400 440dpi cur=2400x1080 app=2300x1080\n'
      const { device, phone } = await plugIn(androidScript({ 'dumpsys window displays': turned }))
      await device.input({ type: 'touchDown', x: 0.5, y: 1 })
      await device.input({ type: 'touchUp', x: 0.5, y: 1 })
      expect(lastInput(phone)).toBe('input tap 1200 1079')
    })

    test('a finger that moves swipes', async () => {
      const { device, phone } = await plugIn()
      await device.input({ type: 'touchDown', x: 0.5, y: 0.75 })
      await device.input({ type: 'touchMove', x: 0.5, y: 0.5 })
      await device.input({ type: 'touchUp', x: 0.5, y: 0.25 })
      expect(lastInput(phone)).toMatch(/^input swipe 540 1800 540 600 \d+$/)
    })

    test.each([
      ['back', 'input keyevent 4'],
      ['home', 'input keyevent 3'],
      ['recent', 'input keyevent 187'],
      ['power', 'input keyevent 26'],
      ['lock', 'input keyevent 223'],
      ['unlock', 'input keyevent 224; wm dismiss-keyguard || input keyevent 82'],
    ] as const)('the button %s presses a key of the phone', async (type, line) => {
      const { device, phone } = await plugIn()
      await device.input({ type, x: 0, y: 0 })
      expect(phone.lines).toEqual([line])
    })

    test('two fingers are refused with a message', async () => {
      const { device } = await plugIn()
      await expect(device.input({ type: 'zoom_in', x: 0.5, y: 0.5 })).rejects.toThrow('require scrcpy')
    })
  })

  describe('typing', () => {
    test('shell characters, spaces, %s and line ends arrive unchanged', async () => {
      const { device, phone } = await plugIn()
      await device.typeText(`it's $HOME 5%s\n`)
      expect(phone.lines.slice(1)).toEqual([
        `input text 'it'\\''s%s$HOME%s5%'`,
        `input text 's'`,
        'input keyevent 66',
      ])
    })

    test('other languages are typed by ADBKeyboard where it is the input method', async () => {
      const method = 'com.android.adbkeyboard/.AdbIME\n'
      const { device, phone } = await plugIn(androidScript({ 'settings get secure default_input': method }))
      await device.typeText('你好')
      expect(phone.lines.at(-1)).toBe(
        `am broadcast -a ADB_INPUT_B64 --es msg ${btoa('\xe4\xbd\xa0\xe5\xa5\xbd')}`,
      )
    })

    test('other languages are refused without it, and nothing is typed', async () => {
      const { device, phone } = await plugIn()
      await expect(device.typeText('你好')).rejects.toThrow('For other languages use scrcpy')
      expect(phone.lines.filter((line) => /^(input|am|ime) /.test(line))).toEqual([])
    })
  })

  describe('files and apps', () => {
    async function apk(size = 300_000) {
      const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(size, 7)])
      const file = join(folder, 'download')
      await writeFile(file, content)
      return { file, content }
    }

    test('a package is sent in full, installed and removed again, and the log shows the progress', async () => {
      const { device, phone } = await plugIn(androidScript({ 'pm install': 'Success\n' }))
      const { file, content } = await apk(2_000_000)
      const events: DriverEvent[] = []
      device.listen((event) => events.push(event))
      expect(await device.install({ file, name: 'Notes.apk' })).toBe('Notes')
      const [[place, bytes] = []] = phone.files
      expect(bytes?.equals(content)).toBe(true)
      expect(phone.lines).toEqual([`pm install -r '${place}'`, `rm -f '${place}'`])
      expect(events).toContainEqual({ type: 'log', level: 'info', msg: 'Sending Notes.apk 50%' })
      expect(events).toContainEqual({ type: 'log', level: 'info', msg: 'Sending Notes.apk 100%' })
    })

    test('a rejected package is reported with the phone’s own error, and the file is removed', async () => {
      const failure = { stdout: 'Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\n', exitCode: 1 }
      const { device, phone } = await plugIn(androidScript({ 'pm install': failure }))
      const { file } = await apk()
      await expect(device.install({ file, name: 'a.apk' })).rejects.toThrow(
        'Installation failed: INSTALL_FAILED_VERSION_DOWNGRADE',
      )
      expect(phone.lines.at(-1)).toMatch(/^rm -f /)
    })

    test('a file that is not a package is not sent', async () => {
      const { device, phone } = await plugIn()
      const file = join(folder, 'page')
      await writeFile(file, '<html>')
      await expect(device.install({ file, name: 'page.apk' })).rejects.toThrow(
        'Not an installation package: page.apk',
      )
      expect(phone.files.size).toBe(0)
    })

    test('a file is stored in the downloads folder, whatever its name', async () => {
      const { device, phone } = await plugIn()
      const { file } = await apk()
      expect(await device.pushFile({ file, name: '../价目 表.xlsx' })).toBe('/sdcard/Download/_价目 表.xlsx')
      expect([...phone.files.keys()]).toEqual(['/sdcard/Download/_价目 表.xlsx'])
    })

    test('a file is fetched in full; a missing one, and a folder, are refused', async () => {
      const { device, phone } = await plugIn()
      const content = Buffer.alloc(700_000, 'fleet')
      phone.files.set('/sdcard/Download/价目 表.xlsx', content)
      const file = join(folder, 'fetched')
      await device.pullFile('/sdcard/Download/价目 表.xlsx', file)
      expect((await readFile(file)).equals(content)).toBe(true)
      for (const place of ['/sdcard/none', '/sdcard/Download'])
        await expect(device.pullFile(place, file)).rejects.toThrow(`File not found on the phone: ${place}`)
    })

    test('a file that is larger than the limit is not fetched, even when its size says otherwise', async () => {
      const { phone, shell } = await plugIn()
      const file = join(folder, 'large')
      const [place, endless] = ['/sdcard/film.mp4', '/proc/endless']
      phone.files.set(place, Buffer.alloc(3 * 1024 * 1024))
      phone.files.set(endless, Buffer.alloc(3 * 1024 * 1024))
      phone.claimedSizes.set(endless, 0)
      for (const from of [place, endless])
        await expect(
          fetchFile(shell, from, file, { texts: adbTexts.en, mostBytes: 1024 * 1024 }),
        ).rejects.toThrow(`The file on the phone is larger than 1 MB and cannot be transferred: ${from}`)
      await expect.poll(openStreams).toBe(0)
    })

    test('user-installed apps are listed and uninstalled', async () => {
      const { device, phone } = await plugIn(
        androidScript({
          'pm list packages -3': 'package:org.b\npackage:com.a\n',
          "pm uninstall 'org.b'": 'Success\n',
          'pm uninstall': { stdout: 'Failure [not installed for 0]\n', exitCode: 1 },
        }),
      )
      expect(await device.listApps()).toEqual(['com.a', 'org.b'])
      await device.uninstall('org.b')
      await expect(device.uninstall('org.none')).rejects.toThrow('Uninstallation failed: not installed for 0')
      phone.lines.length = 0
      await expect(device.uninstall('x; reboot')).rejects.toThrow('App not found: x; reboot')
      expect(phone.lines).toEqual([])
    })

    test('an app is started by its package name; a missing one is refused', async () => {
      const found = 'priority=0 preferredOrder=0\ncom.android.settings/.Settings\n'
      const { device, phone } = await plugIn(
        androidScript({
          "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER 'com.android.settings'":
            found,
        }),
      )
      await device.launch('com.android.settings')
      expect(phone.lines.at(-1)).toBe(`am start -n 'com.android.settings/.Settings'`)
      await expect(device.launch('com.example.none')).rejects.toThrow('App not found: com.example.none')
      await expect(device.launch('x; reboot')).rejects.toThrow('App not found: x; reboot')
    })
  })

  describe('the command line', () => {
    test('returns its output, and fails with it on an error', async () => {
      const { device } = await plugIn(androidScript({ 'pm list packages': 'package:a\npackage:b\n' }))
      expect(await device.runShell('pm list packages')).toBe('package:a\npackage:b')
      await expect(device.runShell('nonsense')).rejects.toThrow('/system/bin/sh: nonsense: not found')
    })

    test('an output of many megabytes is shortened in the middle, and its exit code counts', async () => {
      const flood = Buffer.alloc(20 * 1024 * 1024, 'flood ')
      const stdout = Buffer.concat([Buffer.from('first '), flood, Buffer.from(' last')])
      const { device } = await plugIn(
        androidScript({ dumpsys: { stdout, exitCode: 0 }, logcat: { stdout, exitCode: 3 } }),
      )
      const output = await device.runShell('dumpsys')
      expect(output.length).toBeLessThan(1024 * 1024 + 200)
      expect(output).toMatch(/^first flood [\s\S]* last$/)
      const omitted = stdout.length - 1024 * 1024
      expect(output).toContain(`\n[${stdout.length} bytes in total, ${omitted} in the middle omitted]\n`)
      await expect(device.runShell('logcat')).rejects.toThrow('in the middle omitted')
    })

    test('an answer that must be complete is refused when it is too long', async () => {
      const { shell } = await plugIn(androidScript({ cat: Buffer.alloc(3 * 1024 * 1024, 'x') }))
      await expect(shell.text('cat')).rejects.toThrow('The phone returned more than 1 MB. Reading stopped.')
      const most = { mostBytes: 2 * 1024 * 1024 }
      await expect(shell.exec('cat', most)).rejects.toThrow(
        'The phone returned more than 2 MB. Reading stopped.',
      )
      expect((await shell.exec('cat')).length).toBe(3 * 1024 * 1024)
      await expect.poll(openStreams).toBe(0)
    })

    test('unplugging a phone ends everything that waits for it', async () => {
      const { device, phone, transport } = await plugIn(androidScript({ sleep: () => undefined }))
      const waiting = expect(device.runShell('sleep 1000')).rejects.toThrow(
        'The phone was unplugged or disconnected',
      )
      await expect.poll(() => phone.lines).toContain('sleep 1000')
      await adb.unplug(phone)
      opened = undefined
      await transport.close()
      await waiting
      await expect(device.readStatus()).rejects.toThrow('The phone was unplugged or disconnected')
      await expect.poll(openStreams).toBe(0)
    })

    test('a command that never ends is aborted', async () => {
      const { transport } = await plugIn(androidScript({ sleep: () => undefined }))
      const shell = new AdbShell(new Adb(transport), adbTexts.en)
      await expect(shell.run('sleep 1000', { timeoutMs: 30 })).rejects.toThrow('did not finish within 0.03 s')
      await expect.poll(openStreams).toBe(0)
    })

    test('a phone before Android 7 is supported', async () => {
      const phone = new FakePhone('OLD', androidScript())
      phone.features = ''
      const shell = new AdbShell(new Adb(await openTransport(adb, phone)), adbTexts.en)
      expect(
        (await readDeviceInfo(shell, { listedSerial: 'OLD', sharedSerials: [] })).identity.hardwareId,
      ).toBe('adb-OLD')
      expect(phone.services[0]).toBe('exec:getprop')
      await shell.close()
      await adb.unplug(phone)
    })
  })

  test('a restart is requested and ends the connection', async () => {
    const { device, phone, transport } = await plugIn()
    const restarting = device.reboot()
    await expect.poll(() => phone.services).toContain('reboot:')
    await transport.close()
    await restarting
  })
})
