import { describe, expect, test } from 'vitest'
import { parseAppVersion } from './app-version.ts'
import { parseCurrentApp } from './current-app.ts'
import { parseNotifications } from './notifications.ts'
import {
  parseInputMethods,
  parseRotation,
  parseScreenOn,
  parseSetting,
  parseVolume,
  parseWifiName,
  parseWifiOn,
} from './settings.ts'
import { parseStartFailure } from './start-failure.ts'

/** All outputs are written from the public formats of these versions, not recorded from phones. */

describe('the app in front', () => {
  test.each([
    ['5', '  mFocusedActivity: ActivityRecord{2b2f5d2f u0 com.android.settings/.Settings t2}\n'],
    ['8', '    mResumedActivity: ActivityRecord{d2e52e4 u0 com.android.settings/.Settings t12}\n'],
    ['11', '  ResumedActivity: ActivityRecord{57e7ab5 u0 com.android.settings/.Settings t14}\n'],
    [
      '13',
      '    topResumedActivity=ActivityRecord{f2d8f2e u0 com.android.settings/.Settings} t7}\n  ResumedActivity: ActivityRecord{aa u0 com.other/.Main t1}\n',
    ],
    ['15, window only', '  mFocusedApp=ActivityRecord{9a1 u0 com.android.settings/.Settings t9}\n'],
    [
      '9, window only',
      '  mCurrentFocus=Window{9b1b3a u0 com.android.settings/com.android.settings.Settings}\n',
    ],
  ])('is found in the output of Android %s', (_version, output) => {
    expect(parseCurrentApp(output)).toEqual({
      id: 'com.android.settings',
      activity: 'com.android.settings.Settings',
    })
  })

  test('is unknown while the panel of notifications has the focus and nothing else is reported', () => {
    expect(
      parseCurrentApp('  mCurrentFocus=Window{1f u0 NotificationShade}\n  mFocusedApp=null\n'),
    ).toBeUndefined()
    expect(parseCurrentApp('')).toBeUndefined()
  })
})

test('the version of an app is that of the installed one, not of the preinstalled one below it', () => {
  const output = `Key Set Manager:
  [com.shop]
Packages:
  Package [com.shop] (1a2b3c):
    userId=10123
    versionCode=412 minSdk=23 targetSdk=33
    versionName=4.1.2 beta
Hidden system packages:
  Package [com.shop] (4d5e6f):
    versionCode=100 minSdk=23 targetSdk=33
    versionName=1.0
`
  expect(parseAppVersion(output, 'com.shop')).toEqual({ versionName: '4.1.2 beta', versionCode: 412 })
  expect(parseAppVersion('Unable to find package: com.none\n', 'com.none')).toBeUndefined()
})

test('a failed start is recognised in every version, and a warning is no failure', () => {
  const found = (output: string) => parseStartFailure(output)
  expect(
    found('Starting: Intent { act=x }\nError: Activity not started, unable to resolve Intent { act=x }\n'),
  ).toBe('Activity not started, unable to resolve Intent { act=x }')
  expect(found('Error type 3\nError: Activity class {com.a/com.a.B} does not exist.\n')).toBe(
    'Activity class {com.a/com.a.B} does not exist.',
  )
  expect(found('java.lang.SecurityException: Permission Denial: starting Intent\n')).toContain(
    'SecurityException',
  )
  expect(
    found(
      'Starting: Intent { }\nWarning: Activity not started, its current task has been brought to the front\n',
    ),
  ).toBeUndefined()
})

describe('notifications', () => {
  const record = (
    pkg: string,
    extras: string,
    more = '',
  ) => `    NotificationRecord(0x0d1b: pkg=${pkg} user=UserHandle{0} id=1 tag=null importance=4 key=0|${pkg}|1|null|10123: Notification(channel=chat pri=0 flags=0x10))
      uid=10123 userId=0
      opPkg=${pkg}
${more}      extras={
${extras}
      }
      stats=SingleNotificationStats{posttimeMs=1700000000000, posttimeElapsedMs=1}
`
  const list = (records: string) => `Current Notification Manager state:
  Notification List:
${records}  mUseAttentionLight=false
  mArchive=Archive (1 notifications)
    StatusBarNotification(pkg=com.old user=UserHandle{0} id=1)
`
  const title = (words: string, type = 'String') => `          android.title=${type} (${words})`
  const text = (words: string) => `          android.text=String (${words})`

  test('have their app, title, text and time, the newest first', () => {
    const newer = '      mCreationTimeMs=1800000000000\n'
    const output = list(
      record('com.chat', `${title('Alice (2)', 'SpannableString')}\n${text('你好 👋 (see you)')}`) +
        record('com.shop', `          android.subText=null\n${title('Sale')}\n${text('20% off')}`, newer),
    )
    expect(parseNotifications(output)).toEqual([
      { app: 'com.shop', title: 'Sale', text: '20% off', time: 1_800_000_000_000 },
      { app: 'com.chat', title: 'Alice (2)', text: '你好 👋 (see you)', time: 1_700_000_000_000 },
    ])
  })

  test('may have several lines, and a long text replaces the short one', () => {
    const extras = `${title('Order')}\n${text('short')}\n          android.bigText=String (line one\n  line two)\n          android.showWhen=Boolean (true)`
    expect(parseNotifications(list(record('com.shop', extras)))[0]?.text).toBe('line one\n  line two')
  })

  test('without words, and heads of groups, are left out', () => {
    const summary = record('com.chat', title('2 chats'), '      flags=0x200\n')
    expect(
      parseNotifications(list(record('com.music', '          android.icon=Integer (2)') + summary)),
    ).toEqual([])
    expect(parseNotifications('Current Notification Manager state:\n')).toEqual([])
  })
})

describe('settings', () => {
  test.each([
    ['5', '  SurfaceOrientation: 1\n', 90],
    ['9', '    mRotation=3 mAltOrientation=false\n', 270],
    ['12', '  mCurrentRotation=ROTATION_180\n', 180],
    ['15', '    mCurrentOrientation=0\n', 0],
  ])('the rotation of Android %s is read', (_version, output, degrees) => {
    expect(parseRotation(output)).toBe(degrees)
  })

  test('volume, Wi-Fi, power and numbers are read, and undefined where the phone says nothing', () => {
    const volume =
      '[V] will control stream=3 (STREAM_MUSIC)\n[V] will get volume\n[V] Connecting to AudioService\n[V] volume is 7 in range [0..15]\n'
    expect(parseVolume(volume)).toEqual({ value: 7, min: 0, max: 15 })
    expect(parseVolume('Error: unknown command volume\n')).toBeUndefined()
    expect(parseRotation('')).toBeUndefined()
    expect(['1\n', '2\n', '0\n', '3\n', 'null\n'].map(parseWifiOn)).toEqual([true, true, false, false, false])
    const wifi = (ssid: string) =>
      parseWifiName(`mWifiInfo SSID: ${ssid}, BSSID: 02:00, MAC: 02:00, RSSI: -40\n`)
    expect([wifi('"Office, 5G"'), wifi('Office'), wifi('<unknown ssid>'), parseWifiName('')]).toEqual([
      'Office, 5G',
      'Office',
      '',
      '',
    ])
    expect(
      ['Awake', 'Dreaming', 'Asleep', 'Dozing'].map((word) => parseScreenOn(`  mWakefulness=${word}\n`)),
    ).toEqual([true, true, false, false])
    expect([parseSetting('128\n'), parseSetting('null\n')]).toEqual([128, undefined])
    expect(parseInputMethods('com.a/.Ime\ncom.b.c/com.b.Ime$Inner\n\nError: x\n')).toEqual([
      'com.a/.Ime',
      'com.b.c/com.b.Ime$Inner',
    ])
  })
})
