import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Finger } from '../../testing/finger.ts'

const open = () => {
  const finger = new Finger()
  return { finger, ...finger.phone, phone: finger.phone, apps: finger.phone.apps, files: finger.phone.files }
}

describe('apps', () => {
  test('the app in front is reported, and the home screen while it is locked', async () => {
    const { phone, apps } = open()
    expect((await apps.current()).id).toBe('home')
    await phone.launch('notes')
    expect(await apps.current()).toEqual({ id: 'notes', activity: 'notes.MainActivity' })
    await phone.input({ type: 'lock', x: 0, y: 0 })
    expect((await apps.current()).id).toBe('home')
  })

  test('links open pages of the club; unknown links, pages and apps are refused', async () => {
    const { finger, apps } = open()
    await apps.openLink('club://prices')
    expect(finger.state.place).toEqual({ at: 'app', app: 'club' })
    expect(finger.state.apps.club.tab).toBe('prices')
    await apps.openLink('counter://', 'counter')
    expect(finger.state.place).toEqual({ at: 'app', app: 'counter' })
    await expect(apps.openLink('club://none')).rejects.toThrow('Page not found: club://none')
    await expect(apps.openLink('https://example.com')).rejects.toThrow('No app can open this link')
    await expect(apps.openLink('club://feed', 'notes')).rejects.toThrow('No app can open this link')
    await expect(apps.openLink('club://feed', 'com.none')).rejects.toThrow('App not found: com.none')
  })

  test('intents open settings, apps and links; others are refused', async () => {
    const { apps } = open()
    await apps.startIntent({ action: 'android.settings.WIFI_SETTINGS' })
    expect((await apps.current()).id).toBe('settings')
    await apps.startIntent({ component: 'notes/.MainActivity' })
    expect((await apps.current()).id).toBe('notes')
    await apps.startIntent({ action: 'android.intent.action.VIEW', data: 'club://feed' })
    expect((await apps.current()).id).toBe('club')
    await expect(apps.startIntent({ action: 'com.example.PAY' })).rejects.toThrow('com.example.PAY')
  })

  test('a stopped app leaves the screen with its data, cleared data is gone', async () => {
    const { finger, phone, apps } = open()
    await phone.launch('notes')
    await phone.typeText('hello')
    await apps.stop('notes')
    expect(finger.state.place.at).toBe('home')
    expect(finger.state.opened).toEqual([])
    expect(finger.state.apps.notes.text).toBe('hello')
    await apps.clearData('notes')
    expect(finger.state.apps.notes.text).toBe('')
    const { seed } = finger.state.apps.club
    await apps.clearData('club')
    expect(finger.state.apps.club.seed).toBe(seed)
    await expect(apps.stop('com.none')).rejects.toThrow('App not found: com.none')
    await expect(apps.clearData('com.none')).rejects.toThrow('App not found: com.none')
    expect(await apps.installed('notes')).toEqual({ versionName: '1.0.0', versionCode: 1 })
    expect(await apps.installed('com.none')).toBeUndefined()
  })
})

test('settings are changed and restored', async () => {
  const { phone } = open()
  const { settings } = phone
  const before = [await settings.brightness(), await settings.volume('ring'), await settings.wifi()]
  const undos = [
    await settings.setRotation(90),
    await settings.setBrightness(30),
    await settings.setVolume('ring', 5),
    await settings.setWifi(false),
    await settings.setAirplaneMode(true),
    await settings.setStayAwake(true),
  ]
  expect(await settings.rotation()).toEqual({ degrees: 90, auto: false })
  expect([await settings.brightness(), await settings.volume('ring'), await settings.wifi()]).toEqual([
    30,
    5,
    { on: false, name: '' },
  ])
  expect([await settings.airplaneMode(), await settings.stayAwake()]).toEqual([true, true])
  for (const undo of undos.toReversed()) await undo()
  expect(await settings.rotation()).toEqual({ degrees: 0, auto: true })
  expect([await settings.brightness(), await settings.volume('ring'), await settings.wifi()]).toEqual(before)
  expect([await settings.airplaneMode(), await settings.stayAwake()]).toEqual([false, false])
})

test('a screen that was off is locked when it is on again', async () => {
  const { finger, phone } = open()
  await phone.settings.setScreenOn(false)
  expect(await phone.settings.isScreenOn()).toBe(false)
  await phone.settings.setScreenOn(true)
  expect(await phone.settings.isScreenOn()).toBe(true)
  expect(finger.state.locked).toBe(true)
})

test('messages are notifications until they are cleared', async () => {
  const { phone } = open()
  await phone.notify({ title: 'One', text: 'first' })
  await phone.notify({ title: 'Two', text: 'second' })
  const list = await phone.notifications.list()
  expect(list.map(({ title }) => title)).toEqual(['Two', 'One'])
  expect(list[0]).toMatchObject({ app: 'fleetdeck', text: 'second', time: Date.UTC(2030, 0, 1, 12) })
  await phone.notifications.openPanel()
  const shown = async () => (await phone.readTree()).map(({ text }) => text)
  expect(await shown()).toEqual(expect.arrayContaining(['Two', 'second', 'One', 'first']))
  expect(await shown()).not.toContain('Calculator')
  await phone.notifications.clear()
  expect(await phone.notifications.list()).toEqual([])
  expect(await shown()).toContain('No notifications')
  await phone.pressKey('back')
  expect(await shown()).not.toContain('No notifications')
  await phone.close()
})

describe('files', () => {
  test('are written, listed, read and removed; uploaded files are there, too', async () => {
    const { phone, files } = open()
    const folder = await mkdtemp(join(tmpdir(), 'simulated-files-'))
    await writeFile(join(folder, 'a'), 'from the server')
    await phone.pushFile({ file: join(folder, 'a'), name: 'pushed.txt' })
    await rm(folder, { recursive: true })
    await files.write('Download/茶/price.csv', '6.40')
    expect(await files.read('/sdcard/Download/pushed.txt')).toBe('from the server')
    expect(await files.list('Download')).toEqual([
      { name: 'pushed.txt', isFolder: false, size: 15, time: Date.UTC(2030, 0, 1, 12) },
      { name: '茶', isFolder: true, size: 0, time: 0 },
    ])
    expect((await files.list('/sdcard')).map(({ name }) => name)).toEqual(['DCIM', 'Download', 'Pictures'])
    expect([await files.exists('Download/茶'), await files.exists('Download/none')]).toEqual([true, false])
    await files.scanMedia('Download/茶/price.csv')
    await files.remove('Download/茶/price.csv')
    expect(await files.exists('Download/茶')).toBe(false)
  })

  test('that are missing, too large or too many are refused', async () => {
    const { files } = open()
    await expect(files.read('none')).rejects.toThrow('File not found on the phone: /sdcard/none')
    await expect(files.remove('Download')).rejects.toThrow('File not found')
    await expect(files.scanMedia('none')).rejects.toThrow('File not found')
    await expect(files.list('none')).rejects.toThrow('Folder not found on the phone: /sdcard/none')
    await expect(files.write('a', 'x'.repeat(1024 * 1024 + 1))).rejects.toThrow('larger than 1 MB')
    for (let at = 0; at < 4; at++) await files.write(`${at}`, 'x'.repeat(1024 * 1024))
    await expect(files.write('five', 'x')).rejects.toThrow('The storage of the phone is full')
    await files.write('3', 'smaller')
  })
})

describe('typing', () => {
  test('keys edit the focused field, and change the volume', async () => {
    const { finger, phone } = open()
    await phone.launch('notes')
    await phone.typeText('你好👋\r\nok')
    for (const key of ['backspace', 'KEYCODE_A', '7', 'space', 'enter', 'period']) await phone.pressKey(key)
    expect(finger.state.apps.notes.text).toBe('你好👋\noa7 \n.')
    await phone.pressKey('volume_mute')
    expect(await phone.settings.volume('media')).toBe(0)
    await phone.pressKey('volume_up')
    expect(await phone.settings.volume('media')).toBe(10)
    await phone.pressKey('KEYCODE_HOME')
    expect(finger.state.place.at).toBe('home')
    await expect(phone.pressKey('nonsense')).rejects.toThrow('Unknown key: nonsense')
  })

  test('without a focused field is refused', async () => {
    const { phone } = open()
    await phone.launch('club')
    await expect(phone.typeText('lost')).rejects.toThrow('No text field selected')
    await phone.launch('counter')
    await expect(phone.pressKey('enter')).rejects.toThrow('No text field selected')
  })
})

test('the command line starts and stops apps, types, taps and reads settings', async () => {
  const { finger, phone } = open()
  const { width, height } = finger.state.profile
  expect(await phone.runShell('wm size')).toBe(`Physical size: ${width}x${height}`)
  expect(await phone.runShell('pm list packages')).toContain('package:club')
  await phone.runShell("am start -a android.intent.action.VIEW -d 'club://signup'")
  expect(finger.state.apps.club.tab).toBe('signup')
  await phone.runShell('am start -n notes/.MainActivity')
  await phone.runShell("input text 'hi%sthere'")
  await phone.runShell('input keyevent KEYCODE_DEL')
  expect(finger.state.apps.notes.text).toBe('hi ther')
  await phone.runShell(`input tap ${width - 44} 60`)
  expect(finger.state.apps.notes.text).toBe('')
  expect(await phone.runShell('logcat -d -t 1')).toMatch(/^\d\d-\d\d [\d:.]+ [VDIWEF] \w+: .+$/)
  await phone.runShell('settings put system screen_brightness 51')
  expect(await phone.runShell('settings get system screen_brightness')).toBe('51')
  expect(await phone.runShell('settings get global wifi_on')).toBe('1')
  expect(await phone.runShell('pm clear notes')).toBe('Success')
  await phone.runShell('am force-stop notes')
  expect(await phone.runShell('dumpsys battery')).toContain('level: ')
  for (const line of ['am dance', 'input swim', 'wm density', 'settings put global x 1', 'pm install'])
    await expect(phone.runShell(line)).rejects.toThrow('usage: ')
  await expect(phone.runShell('constructor')).rejects.toThrow('inaccessible or not found')
})
