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
[ro.product.model]: [2201123C]
[ro.serialno]: [${serial}]
`
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
}
/** Commands that succeed and print nothing. */
const silent = /^(input|settings|am|wm|rm|svc|ime|cmd (connectivity|display|statusbar|notification))\b/

/** A line that puts something back later waits for a word, or for the end of its connection. */
const waiting = {
  run: async (stream: DaemonStream) => {
    await stream.write('fleetdeck-ready\n')
    while ((await stream.read(1)).toString() !== '\n');
  },
}
let screen: Buffer | undefined
const border = '==fleetdeck=='

/** What identifies the phone besides its serial number; its own id is that of this script. */
const sources = (own: string) => ['3f0c9a7be15d2846', '02:00:00:00:00:00', own].join(`\n${border}\n`)

function copyFile(line: string, files: Map<string, Buffer>): boolean {
  const [, from = '', to = ''] = /^cp (\S+) (\S+)$/.exec(line) ?? []
  const copied = files.get(from)
  if (copied) files.set(to, copied)
  return copied !== undefined
}

/** An ordinary phone; `more` answers first, and may override the commands it knows. */
export function androidScript(
  more: Record<string, Awaited<ReturnType<Script>> | (() => ReturnType<Script>)> = {},
): Script {
  const own = randomBytes(16).toString('hex')
  return (line, { serial, files }) => {
    const known = Object.entries(more).find(([begin]) => line.startsWith(begin))
    if (known) return typeof known[1] === 'function' ? known[1]() : known[1]
    if (line.startsWith('(settings get secure android_id)')) return sources(own)
    if (copyFile(line, files)) return ''
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
