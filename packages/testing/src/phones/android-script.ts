import { randomBytes } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import type { DaemonStream } from './daemon-stream.ts'
import type { Answer, Script } from './fake-phone.ts'

/** A screen of this size, with another corner colour for each number. */
export function screenPng(width: number, height: number, picture = 0): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#204060'
  context.fillRect(0, 0, width, height)
  context.fillStyle = `hsl(${picture * 40}, 80%, 50%)`
  context.fillRect(0, 0, width / 2, height / 2)
  return canvas.toBuffer('image/png')
}

const properties = (serial: string) => `[ro.build.version.release]: [13]
[ro.build.version.sdk]: [33]
[ro.product.brand]: [Xiaomi]
[ro.product.manufacturer]: [Xiaomi]
[ro.miui.ui.version.name]: [V140]
[persist.security.adbinstall]: [1]
[ro.product.model]: [2201123C]
[ro.serialno]: [${serial}]
`
const border = '==fleetdeck=='
const status = `  level: 57
  scale: 100
  status: 2
  temperature: 312
==fleetdeck==
==fleetdeck==
128
==fleetdeck==
MemTotal:        7654321 kB
MemAvailable:    3210000 kB
==fleetdeck==
/dev/block/dm-5 112000000 52000000 60000000 47% /data
`

/** By the beginning of the line. */
const answers: Record<string, string> = {
  'dumpsys battery': status,
  'dumpsys window displays':
    '    init=1080x2400 440dpi cur=1080x2400 app=1080x2300\n    mCurrentRotation=ROTATION_0\n',
  'dumpsys activity activities': '  topResumedActivity=ActivityRecord{1f u0 com.shop/.Main t7}\n',
  'dumpsys notification': `Current Notification Manager state:
  Notification List:
    NotificationRecord(0x1: pkg=com.shop user=UserHandle{0} id=1: Notification())
      extras={
          android.title=String (Sale)
          android.text=String (20% off)
      }
      mCreationTimeMs=1700000000000
  mArchive=Archive (0 notifications)
`,
  "dumpsys package 'com.shop'":
    'Packages:\n  Package [com.shop] (1a):\n    versionCode=7\n    versionName=1.2\n',
  "pm path 'com.shop'": 'package:/data/app/com.shop/base.apk\n',
  'pm list packages -3': 'package:com.shop\n',
  'pm clear': 'Success\n',
  'dumpsys power': '  mWakefulness=Awake\n',
  'dumpsys wifi': 'mWifiInfo SSID: "Office", BSSID: 02:00:00:00:00:00\n',
  'cmd media_session volume': '[V] volume is 6 in range [0..15]\n',
  'settings get system screen_brightness_mode': '1\n',
  'settings get system screen_brightness': '102\n',
  'settings get global wifi_on': '1\n',
  'settings get global verifier_verify_adb_installs': '0\n',
  'settings get global package_verifier_enable': '1\n',
  'settings get global auto_time': '1\n',
  'settings get global stay_on_while_plugged_in': '3\n',
  'getprop persist.sys.locale': 'zh-CN\n',
  'wm size': 'Physical size: 1080x2400\n',
  'wm density': 'Physical density: 440\n',
  'ime list': 'com.android.adbkeyboard/.AdbIME\ncom.sohu.inputmethod.sogou/.SogouIME\n',
  'df -k /data': '/dev/block/dm-5 112000000 52000000 60000000 47% /data\n',
  'dumpsys trust':
    'Trust manager state:\n User "Owner" (id=0, flags=0x13) (current): trusted=0, trustManaged=0, deviceLocked=0, strongAuthRequired=0x0\n',
  'dumpsys deviceidle whitelist': 'system,com.android.shell,2000\nuser,com.android.adbkeyboard,10190\n',
  "dumpsys display | grep 'Display Devices": 'Display Devices: size=1\n',
  'dumpsys media.player': `  Encoder "c2.android.avc.encoder" supports
    attributes: 0x1: [
      encoder: 1,
      vendor: 0,
      software-only: 1,
      hw-accelerated: 0 ]
  Encoder "c2.qti.avc.encoder" supports
    aliases: [
      "OMX.qcom.video.encoder.avc" ]
    attributes: 0xb: [
      encoder: 1,
      vendor: 1,
      software-only: 0,
      hw-accelerated: 1 ]
    details: 13 items [
      string size-range = "96x96-4096x2176" ]
`,
}
/** Commands that succeed and print nothing. */
const silent =
  /^(input|settings|am|wm|rm|svc|ime|cmd (connectivity|display|statusbar|notification)|test -w)\b/

/** A line that puts something back later waits for a word, or for the end of its connection. */
const waiting = {
  run: async (stream: DaemonStream) => {
    await stream.write('fleetdeck-ready\n')
    while ((await stream.read(1)).toString() !== '\n');
  },
}
let screen: Buffer | undefined
/** What identifies the phone besides its serial number; its own id is that of this script. */
const sources = (own: string) => ['3f0c9a7be15d2846', '02:00:00:00:00:00', own].join(`\n${border}\n`)

function copyFile(line: string, files: Map<string, Buffer>): boolean {
  const [, from = '', to = ''] = /^cp (\S+) (\S+)$/.exec(line) ?? []
  const copied = files.get(from)
  if (copied) files.set(to, copied)
  return copied !== undefined
}

/** The answer of a heartbeat is one text. */
const hasParts = (line: string) => line.includes(border) && !line.includes('/proc/meminfo')

/** A line of several reading commands, with a border between their outputs. */
function eachPart(line: string, more: Overrides, serial: string): string {
  const outputs = line.split(`; echo ${border}; `).map((part) => {
    const command = part.replace(' 2>/dev/null', '')
    const given = Object.entries(more).find(([begin]) => command.startsWith(begin))?.[1]
    if (typeof given === 'string') return given
    if (command === 'getprop') return properties(serial)
    if (command.startsWith('date')) return `${Math.round(Date.now() / 1000)}\n`
    const answer = Object.entries(answers).find(([begin]) => command.startsWith(begin))?.[1] ?? ''
    return answer.split(border, 1).join()
  })
  return outputs.join(`${border}\n`)
}

type Overrides = Record<string, Awaited<ReturnType<Script>> | (() => ReturnType<Script>)>

/** An ordinary phone; `more` answers first, and may override the commands it knows. */
export function androidScript(more: Overrides = {}): Script {
  const own = randomBytes(16).toString('hex')
  return (line, { serial, files }) => {
    const known = Object.entries(more).find(([begin]) => line.startsWith(begin))
    if (known) return typeof known[1] === 'function' ? known[1]() : known[1]
    if (line.startsWith('settings get secure android_id')) return sources(own)
    if (copyFile(line, files)) return ''
    if (hasParts(line)) return eachPart(line, more, serial)
    return (
      ordinary(line, serial) ?? {
        stderr: `/system/bin/sh: ${line.split(' ')[0]}: not found\n`,
        exitCode: 127,
      }
    )
  }
}

function ordinary(line: string, serial: string): Answer {
  if (line === 'getprop') return properties(serial)
  const answer = Object.entries(answers).find(([begin]) => line.startsWith(begin))
  if (answer) return answer[1]
  if (line.startsWith('screencap')) {
    screen ??= screenPng(1080, 2400)
    return screen
  }
  if (/\bread -r word\b/.test(line)) return waiting
  return silent.test(line) ? '' : undefined
}
