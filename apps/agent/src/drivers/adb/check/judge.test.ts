import type { CheckCode } from '@fleetdeck/contract/check-codes'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { PhoneReading } from './read-phone.ts'

const readAt = 1_700_000_000_000
type Given = Record<string, string | PhoneReading['input']>

/** Outputs by command; `input` is the result of that probe. */
function found({ input, ...outputs }: Given = {}, hasScrcpy = false) {
  const reading = { outputs: new Map(Object.entries(outputs)), input } as unknown as PhoneReading
  return judge(reading, { hasScrcpy, readAt })
}
const one = (code: CheckCode, given: Given, hasScrcpy = false) =>
  found(given, hasScrcpy).find((finding) => finding.code === code)

const props = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const redmi = props(
  '[ro.product.brand]: [Redmi]',
  '[ro.product.manufacturer]: [Xiaomi]',
  '[ro.miui.ui.version.name]: [V140]',
)
const refused = { isRefused: true }

test('a phone that answers nothing has no findings', () => {
  expect(found()).toEqual([])
})

describe('refused input', () => {
  test.each([
    ['xiaomi-security-settings', redmi],
    ['oppo-input-monitoring', props('[ro.product.brand]: [realme]', '[ro.build.version.sdk]: [33]')],
    ['vivo-simulated-click', props('[ro.product.brand]: [vivo]', '[ro.build.version.sdk]: [34]')],
    [undefined, props('[ro.product.brand]: [google]')],
  ])('must be mended, by the way of the make: %s', (way, getprop) => {
    expect(one('input', { getprop, input: refused })).toEqual({
      code: 'input',
      level: 'mustBeMended',
      ...(way && { way }),
      values: {},
    })
  })

  test('is not assumed of a make whose phones may refuse', () => {
    expect(one('input', { getprop: redmi, input: { isRefused: false } })).toMatchObject({ level: 'works' })
    expect(one('input', { getprop: redmi })).toBeUndefined()
  })
})

test('MIUI without “Install via USB” cannot install; other makes are only assumed where it is known', () => {
  expect(one('usbInstall', { getprop: redmi })).toMatchObject({
    level: 'mustBeMended',
    way: 'xiaomi-usb-install',
  })
  const on = redmi + props('[persist.security.adbinstall]: [1]')
  expect(one('usbInstall', { getprop: on })).toMatchObject({ level: 'works' })
  expect(one('usbInstall', { getprop: props('[ro.product.brand]: [vivo]') })).toMatchObject({
    level: 'limited',
    way: 'vivo-usb-install',
  })
  expect(one('usbInstall', { getprop: props('[ro.product.brand]: [google]') })).toBeUndefined()
})

test('an override of the size and a second display are named', () => {
  const size = 'Physical size: 1080x1920\nOverride size: 720x1280\n'
  const displays = "dumpsys display | grep 'Display Devices: size='"
  const given = { 'wm size': size, 'wm density': 'Physical density: 480\nOverride density: 320\n' }
  expect(one('displays', { ...given, [displays]: '  Display Devices: size=2\n' })?.values).toEqual({
    ...{ width: 1080, height: 1920, overrideWidth: 720, overrideHeight: 1280 },
    ...{ density: 320, count: 2 },
  })
})

test('only English can be typed without ADBKeyboard and scrcpy', () => {
  const methods = 'com.sohu.inputmethod.sogou.xiaomi/.SogouIME\n'
  expect(one('inputMethod', { 'ime list -a -s': methods })).toMatchObject({ level: 'limited' })
  expect(one('inputMethod', { 'ime list -a -s': methods }, true)).toMatchObject({ level: 'works' })
  const own = `${methods}com.android.adbkeyboard/.AdbIME\n`
  expect(one('inputMethod', { 'ime list -a -s': own })).toMatchObject({ level: 'works' })
})

/** As printed by phones of Linaro's and others' pages: the decoders of chips do not count. */
const chip = (kind: string, name: string, isChip: number) => `  ${kind} "${name}" supports
    aliases: []
    attributes: 0xb: [
      encoder: 1,
      vendor: 1,
      software-only: 0,
      hw-accelerated: ${isChip} ]
    owner: "codec2::default"
`
test('an encoder that is a chip works, and a program is limited', () => {
  const command = "dumpsys media.player | grep -A 40 -E 'Encoder .*avc'"
  const program = chip('Encoder', 'c2.android.avc.encoder', 0)
  const decoder = chip('Decoder', 'c2.v4l2.hevc.decoder', 1)
  expect(one('encoders', { [command]: program + decoder })).toMatchObject({ level: 'limited' })
  expect(one('encoders', { [command]: program + chip('Encoder', 'c2.v4l2.avc.encoder', 1) })).toMatchObject({
    level: 'works',
    values: { name: 'c2.v4l2.avc.encoder' },
  })
})

const battery = (health: number, tenths: number) => `Current Battery Service state:
  level: 80
  scale: 100
  health: ${health}
  temperature: ${tenths}
`
test.each([
  ['works', battery(2, 312), { degrees: 31.2 }],
  ['works', battery(1, 312), { degrees: 31.2 }],
  ['limited', battery(3, 312), { degrees: 31.2, health: 3 }],
  ['limited', battery(2, 471), { degrees: 47.1 }],
])('the battery %s', (level, text, values) => {
  expect(one('battery', { 'dumpsys battery': text })).toEqual({ code: 'battery', level, values })
})

test('storage is short below a tenth or a gigabyte', () => {
  const df = (left: number) => `/dev/block/dm-5 112000000 52000000 ${left} 47% /data\n`
  expect(one('storage', { 'df -k /data': df(60_000_000) })).toMatchObject({ level: 'works' })
  expect(one('storage', { 'df -k /data': df(9_000_000) })).toMatchObject({ level: 'limited' })
})

test('a clock is compared with this computer’s', () => {
  const auto = 'settings get global auto_time'
  expect(one('clock', { 'date +%s': '1700000030\n', [auto]: '1\n' })).toMatchObject({ level: 'works' })
  expect(one('clock', { 'date +%s': '1699990000\n', [auto]: '0\n' })).toEqual({
    code: 'clock',
    level: 'limited',
    values: { seconds: -10_000, automatic: 0 },
  })
})

test('a phone that was not unlocked since its start must be unlocked; a locked one is limited', () => {
  const state = (value: string) =>
    props('[ro.crypto.state]: [encrypted]', `[sys.user.0.ce_available]: [${value}]`)
  const trust = (locked: string) => ` User "Owner" (id=0) (current): trusted=0, deviceLocked=${locked}\n`
  expect(one('lock', { getprop: state('false') })).toMatchObject({ level: 'mustBeMended' })
  expect(one('lock', { getprop: state('true'), 'dumpsys trust': trust('1') })).toMatchObject({
    level: 'limited',
  })
  expect(one('lock', { getprop: state('true'), 'dumpsys trust': trust('0') })).toMatchObject({
    level: 'works',
  })
})

test('Play Protect, sleep while charging and battery optimisation are settings', () => {
  const verify = 'settings get global verifier_verify_adb_installs'
  expect(one('playProtect', { [verify]: '1\n' })).toMatchObject({ level: 'limited' })
  expect(one('playProtect', { [verify]: '0\n' })).toMatchObject({ level: 'works' })
  expect(one('playProtect', { [verify]: 'null\n' })).toBeUndefined()
  const awake = 'settings get global stay_on_while_plugged_in'
  expect(one('stayAwake', { [awake]: '0\n' })).toMatchObject({ level: 'limited' })
  expect(one('stayAwake', { [awake]: '3\n' })).toMatchObject({ level: 'works' })
  const helper = { 'ime list -a -s': 'com.android.adbkeyboard/.AdbIME\n' }
  const list = 'dumpsys deviceidle whitelist'
  expect(one('batteryOptimisation', { ...helper, [list]: 'user,com.shop,10100\n' })).toMatchObject({
    level: 'limited',
  })
  expect(one('batteryOptimisation', { [list]: 'user,com.shop,10100\n' })).toBeUndefined()
})
