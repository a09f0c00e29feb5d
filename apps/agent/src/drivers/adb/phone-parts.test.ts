import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { describe, expect, test } from 'vitest'
import { driversBehindAdb } from '../../testing/plugged-driver.ts'
import { isOverNetwork } from './network-name.ts'

/** Settings, apps and files of a phone behind Debian's adb. */
describe.skipIf(!hasAdb)('a real phone', () => {
  const { adb, open } = driversBehindAdb()

  async function plugIn(more: Parameters<typeof androidScript>[0] = {}) {
    return open(androidScript(more))
  }

  /** A phone of that API level, with its settings in memory. */
  async function plugInSettings(values: Record<string, string>, more: Record<string, string> = {}, sdk = 33) {
    const ordinary = androidScript(more)
    const script: Script = async (line, phone) => {
      const [, verb, name = '', value = ''] = /^settings (get|put) \w+ (\w+) ?(\S*)$/.exec(line) ?? []
      if (verb === 'get') return `${values[name] ?? 'null'}\n`
      if (verb === 'put') values[name] = value
      if (verb === 'put') return ''
      const output = await ordinary(line, phone)
      return line === 'getprop' ? String(output).replace('[33]', `[${sdk}]`) : output
    }
    return open(script)
  }

  describe('apps', () => {
    test('an app opens on a phone before Android 7, which has no `cmd`', async () => {
      const missing = { stdout: '** No activities found to run, monkey aborted.\n', exitCode: 0 }
      const { device, phone } = await plugIn({
        getprop: '[ro.build.version.sdk]: [22]\n',
        "monkey -p 'com.shop'": 'Events injected: 1\n## Network stats: elapsed time=29ms\n',
        monkey: missing,
      })
      await device.launch('com.shop')
      expect(phone.lines).toEqual(["monkey -p 'com.shop' -c android.intent.category.LAUNCHER 1"])
      await expect(device.launch('com.none')).rejects.toThrow('App not found: com.none')
    })

    test('the app in front is reported; a locked phone that reports none is an error', async () => {
      let output = '  mResumedActivity: ActivityRecord{d2 u0 com.shop/.Main t1}\n'
      const { device } = await plugIn({ 'dumpsys activity activities': () => output })
      expect(await device.apps.current()).toEqual({ id: 'com.shop', activity: 'com.shop.Main' })
      output = ''
      await expect(device.apps.current()).rejects.toThrow('The phone does not report the app in front')
    })

    test('an installed app has a version, is stopped and its data cleared', async () => {
      const { device, phone } = await plugIn({
        "dumpsys package 'com.shop'":
          'Packages:\n  Package [com.shop] (1a):\n    versionCode=7\n    versionName=1.2\n',
        "pm path 'com.shop'": 'package:/data/app/com.shop/base.apk\n',
        "pm clear 'com.shop'": 'Success\n',
      })
      expect(await device.apps.installed('com.shop')).toEqual({ versionName: '1.2', versionCode: 7 })
      expect(await device.apps.installed('com.none')).toBeUndefined()
      await device.apps.stop('com.shop')
      expect(phone.lines.at(-1)).toBe("am force-stop 'com.shop'")
      await device.apps.clearData('com.shop')
      expect(phone.lines.at(-1)).toBe("pm clear 'com.shop'")
    })

    test('a missing app, and a name that is none, are refused', async () => {
      const { device, phone } = await plugIn({ 'pm path': { stdout: '', exitCode: 1 } })
      await expect(device.apps.stop('com.none')).rejects.toThrow('App not found: com.none')
      await expect(device.apps.clearData('com.none')).rejects.toThrow('App not found: com.none')
      await expect(device.apps.openLink('shop://1', 'com.none')).rejects.toThrow('App not found: com.none')
      phone.lines.length = 0
      await expect(device.apps.stop('x; reboot')).rejects.toThrow('App not found: x; reboot')
      expect(await device.apps.installed('x; reboot')).toBeUndefined()
      expect(phone.lines).toEqual([])
    })

    test('data that the phone does not clear is an error', async () => {
      const { device } = await plugIn({ 'pm path': 'package:/a\n', 'pm clear': 'Failed\n' })
      await expect(device.apps.clearData('com.shop')).rejects.toThrow('Could not clear the data: Failed')
    })

    test('links and intents are started with quoted values; a link without an app is refused', async () => {
      const { device, phone } = await plugIn({
        'pm path': 'package:/a\n',
        "am start -a 'android.intent.action.VIEW' -d 'none://": {
          stdout:
            'Starting: Intent { }\nError: Activity not started, unable to resolve Intent { dat=none:// }\n',
          exitCode: 0,
        },
      })
      await device.apps.openLink("shop://it's?a=1&b=$HOME", 'com.shop')
      expect(phone.lines.at(-1)).toBe(
        `am start -a 'android.intent.action.VIEW' -d 'shop://it'\\''s?a=1&b=$HOME' -p 'com.shop'`,
      )
      await device.apps.startIntent({
        component: 'com.shop/.Cart',
        type: 'text/plain',
        category: 'c',
        flags: 268435456,
        extras: { id: 7, big: 5e9, huge: 1e300, price: 1.5, sale: true, name: '你好' },
      })
      expect(phone.lines.at(-1)).toBe(
        "am start -t 'text/plain' -c 'c' -n 'com.shop/.Cart' -f 268435456 --ei 'id' '7' --el 'big' '5000000000' --ef 'huge' '1e+300' --ef 'price' '1.5' --ez 'sale' 'true' --es 'name' '你好'",
      )
      await device.apps.startIntent({ action: 'a', flags: 0xffffffff })
      expect(phone.lines.at(-1)).toBe("am start -a 'a' -f -1")
      await expect(device.apps.openLink('none://x')).rejects.toThrow(
        'Could not open none://x: Activity not started, unable to resolve Intent',
      )
    })
  })

  describe('notifications', () => {
    const one = `  Notification List:
    NotificationRecord(0x1: pkg=com.chat user=UserHandle{0} id=1: Notification())
      extras={
          android.title=String (Alice)
          android.text=String (Hello)
      }
      mCreationTimeMs=1700000000000
`
    const panel = (id: string) =>
      `<hierarchy><node resource-id="com.android.systemui:id/${id}" text="Clear all" bounds="[800,1900][1000,2000]"/></hierarchy>`

    test('are listed, and cleared by the button of their panel', async () => {
      const { device, phone } = await plugIn({
        'dumpsys notification': one,
        'uiautomator dump': panel('dismiss_text'),
        'cmd statusbar': '',
      })
      expect(await device.notifications.list()).toEqual([
        { app: 'com.chat', title: 'Alice', text: 'Hello', time: 1_700_000_000_000 },
      ])
      await device.notifications.clear()
      expect(phone.lines.filter((line) => /^(cmd|input)/.test(line))).toEqual([
        'cmd statusbar expand-notifications',
        'input tap 900 1950',
        'cmd statusbar collapse',
      ])
    })

    test('without such a button are an error, and the panel is closed', async () => {
      const { device, phone } = await plugIn({
        'dumpsys notification': one,
        'uiautomator dump': panel('footer'),
        'cmd statusbar': '',
      })
      await expect(device.notifications.clear()).rejects.toThrow('has no “Clear all” button')
      expect(phone.lines.at(-1)).toBe('cmd statusbar collapse')
    })

    test('on a phone before Android 7, and without any, need no button', async () => {
      const { device, phone } = await plugInSettings(
        {},
        { 'dumpsys notification': '', 'service call statusbar': '' },
        22,
      )
      await device.notifications.clear()
      expect(phone.lines).toEqual(['dumpsys notification --noredact'])
      await device.notifications.openPanel()
      expect(phone.lines.at(-1)).toBe('service call statusbar 1')
    })
  })

  describe('settings', () => {
    test('after a rotation that takes a moment, the size is the new one', async () => {
      let readsLeft = Number.POSITIVE_INFINITY
      const displays = () => {
        readsLeft -= 1
        return readsLeft < 0
          ? '    cur=2400x1080 app=2300x1080\n    mCurrentRotation=ROTATION_90\n'
          : '    cur=1080x2400 app=1080x2300\n    mCurrentRotation=ROTATION_0\n'
      }
      const { device } = await plugIn({
        'dumpsys window displays': displays,
        'settings put system user_rotation': () => {
          readsLeft = 2
          return ''
        },
      })
      expect(await device.readSize()).toEqual({ width: 1080, height: 2400 })
      await device.settings.setRotation(90)
      expect(await device.readSize()).toEqual({ width: 2400, height: 1080 })
    })

    test('the rotation is read and set', async () => {
      const values: Record<string, string> = { accelerometer_rotation: '1', user_rotation: '0' }
      const { device } = await plugInSettings(values, {
        "dumpsys window displays | grep -E 'mCurrentRotation": '  mCurrentRotation=ROTATION_90\n',
      })
      expect(await device.settings.rotation()).toEqual({ degrees: 90, auto: true })
      await device.settings.setRotation(270)
      expect(values).toEqual({ accelerometer_rotation: '0', user_rotation: '3' })
      await device.settings.setRotation('auto')
      expect(values.accelerometer_rotation).toBe('1')
    })

    test('brightness is set by the command of Android 11, or by the setting', async () => {
      const values: Record<string, string> = { screen_brightness: '51', screen_brightness_mode: '1' }
      const { device, phone } = await plugInSettings(values, { 'cmd display set-brightness': '' })
      expect(await device.settings.brightness()).toBe(20)
      await device.settings.setBrightness(30)
      expect(phone.lines.at(-1)).toBe('cmd display set-brightness 0.3')
      expect(values.screen_brightness_mode).toBe('0')
    })

    test('brightness before Android 11 is never 0, which some phones treat as off', async () => {
      const values: Record<string, string> = { screen_brightness: '51', screen_brightness_mode: '0' }
      const { device } = await plugInSettings(values, {}, 26)
      await device.settings.setBrightness(0)
      expect(values.screen_brightness).toBe('1')
    })

    test('a vendor that forbids adb to change settings is reported with the switch to turn on', async () => {
      const { device } = await plugIn({
        'settings put': {
          stderr:
            'java.lang.SecurityException: Permission denial: writing to settings requires WRITE_SECURE_SETTINGS\n',
          exitCode: 255,
        },
      })
      await expect(device.settings.setRotation(0)).rejects.toThrow('USB debugging (Security settings)')
    })

    test('volume is a share of the stream’s range; a phone before Android 7 is refused and lacks it', async () => {
      const output = '[V] volume is 5 in range [1..15]\n'
      const first = await plugIn({ 'cmd media_session volume': output })
      expect(await first.device.settings.volume('alarm')).toBe(33)
      await first.device.settings.setVolume('alarm', 0)
      expect(first.phone.lines.at(-1)).toContain('volume --stream 4 --set 1 ')
      await first.device.close()
      await adb().unplug(first.phone)
      const { device } = await plugInSettings({}, { 'cmd media_session': '' }, 22)
      await expect(device.settings.volume('ring')).rejects.toThrow('Requires Android 7 or later')
      expect(await device.missing()).toContain('volume')
    })

    test('a phone that reports no volume, rotation or brightness says so', async () => {
      const { device } = await plugIn({
        'cmd media_session': '',
        'dumpsys window displays | grep': '',
        'settings get': 'null\n',
      })
      await expect(device.settings.volume('media')).rejects.toThrow('does not report its volume')
      await expect(device.settings.rotation()).rejects.toThrow('does not report the rotation')
      await expect(device.settings.brightness()).rejects.toThrow('does not report its brightness')
    })

    test('Wi-Fi and airplane mode are turned off and on; airplane mode needs Android 11', async () => {
      const values = { wifi_on: '1', airplane_mode_on: '0' }
      const first = await plugInSettings(values, {
        'dumpsys wifi': 'mWifiInfo SSID: "Office", BSSID: 02:00\n',
        'svc wifi': '',
        'cmd connectivity': '',
      })
      expect(await first.device.settings.wifi()).toEqual({ on: true, name: 'Office' })
      await first.device.settings.setWifi(false)
      await first.device.settings.setAirplaneMode(true)
      expect(first.phone.lines.filter((line) => /^(svc|cmd)/.test(line))).toEqual([
        'svc wifi disable',
        'cmd connectivity airplane-mode enable',
      ])
      await first.device.close()
      await adb().unplug(first.phone)
      const { device } = await plugInSettings(values, {}, 29)
      await expect(device.settings.setAirplaneMode(true)).rejects.toThrow('Requires Android 11 or later')
    })

    test('a phone that adb reaches over Wi-Fi is known by its name, so that its network stays on', () => {
      const names = ['192.168.1.5:5555', 'adb-R58M-x1._adb-tls-connect._tcp', 'R58M1234', '127.0.0.1:4321']
      expect(names.map(isOverNetwork)).toEqual([true, true, false, false])
    })

    test('the screen is turned on and off, and stays on while charging', async () => {
      const values: Record<string, string> = { stay_on_while_plugged_in: '0' }
      const { device, phone } = await plugInSettings(values, { 'dumpsys power': '  mWakefulness=Asleep\n' })
      expect(await device.settings.isScreenOn()).toBe(false)
      await device.settings.setScreenOn(true)
      await device.settings.setScreenOn(false)
      expect(phone.lines.slice(-2)).toEqual(['input keyevent 224', 'input keyevent 223'])
      await device.settings.setStayAwake(true)
      expect(await device.settings.stayAwake()).toBe(true)
    })
  })

  describe('files', () => {
    test('are written, listed, read and removed; a relative path is in /sdcard', async () => {
      const { device, phone } = await plugIn({ 'am broadcast': '' })
      await device.files.write('Download/价目 表.csv', 'name,price\n茶,6.40 👋\n')
      expect(phone.files.get('/sdcard/Download/价目 表.csv')?.toString()).toBe('name,price\n茶,6.40 👋\n')
      phone.files.set('/sdcard/Download/more/a.txt', Buffer.from('a'))
      expect(await device.files.list('Download')).toEqual([
        { name: 'more', isFolder: true, size: 0, time: 0 },
        { name: '价目 表.csv', isFolder: false, size: 25, time: 0 },
      ])
      expect(await device.files.read('/sdcard/Download/价目 表.csv')).toBe('name,price\n茶,6.40 👋\n')
      expect(await device.files.exists('Download/none')).toBe(false)
      expect(await device.files.exists('Download/more')).toBe(true)
      await device.files.scanMedia('Download/价目 表.csv')
      expect(phone.lines.at(-1)).toContain(
        `-d 'file:///sdcard/Download/${encodeURIComponent('价目 表.csv')}'`,
      )
      await device.files.remove('Download/价目 表.csv')
      expect(phone.lines.at(-1)).toBe("rm -f '/sdcard/Download/价目 表.csv'")
    })

    test('that are missing, folders or too large are refused', async () => {
      const { device, phone } = await plugIn()
      phone.files.set('/sdcard/Download/large', Buffer.alloc(1024 * 1024 + 1))
      await expect(device.files.read('none')).rejects.toThrow('File not found on the phone: /sdcard/none')
      await expect(device.files.remove('Download')).rejects.toThrow('File not found on the phone')
      await expect(device.files.scanMedia('none')).rejects.toThrow('File not found on the phone')
      await expect(device.files.list('none')).rejects.toThrow('Folder not found on the phone: /sdcard/none')
      await expect(device.files.read('Download/large')).rejects.toThrow('The text file is larger than 1 MB')
      await expect(device.files.write('a', 'é'.repeat(600_000))).rejects.toThrow('larger than 1 MB')
      for (let at = 0; at < 1001; at++) phone.files.set(`/sdcard/many/${at}`, Buffer.alloc(1))
      await expect(device.files.list('many')).rejects.toThrow('The folder contains more than 1000 files')
    })
  })

  describe('keys and text', () => {
    test('every name of Android is a key, the console’s own have their codes', async () => {
      const { device, phone } = await plugIn()
      for (const key of ['enter', 'search', 'KEYCODE_CAMERA', 'a', '7', 'volume_mute', 'del'])
        await device.pressKey(key)
      expect(phone.lines).toEqual([
        'input keyevent 66',
        'input keyevent KEYCODE_SEARCH',
        'input keyevent KEYCODE_CAMERA',
        'input keyevent KEYCODE_A',
        'input keyevent KEYCODE_7',
        'input keyevent KEYCODE_VOLUME_MUTE',
        'input keyevent KEYCODE_DEL',
      ])
      await expect(device.pressKey('KEYCODE_NONSENSE; reboot')).rejects.toThrow(
        'Unknown key: KEYCODE_NONSENSE; reboot',
      )
    })

    test('a long text is sent in pieces, and no emoji is cut', async () => {
      const { device, phone } = await plugIn({ 'settings get secure': 'com.android.adbkeyboard/.AdbIME\n' })
      const words = '👋'.repeat(1200)
      await device.typeText(words)
      const pieces = phone.lines
        .filter((line) => line.startsWith('am broadcast'))
        .map((line) => Buffer.from(line.split(' ').at(-1) ?? '', 'base64').toString())
      expect(pieces.map((piece) => [...piece].length)).toEqual([500, 500, 200])
      expect(pieces.join('')).toBe(words)
    })

    test('without scrcpy and ADBKeyboard, other languages are missing and refused with what to install', async () => {
      const { device } = await plugIn()
      expect(await device.missing()).toEqual(['clipboard', 'unicodeTyping'])
      await expect(device.typeText('你好')).rejects.toThrow('install the ADBKeyboard input method')
    })
  })
})
