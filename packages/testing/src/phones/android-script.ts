import { createCanvas } from '@napi-rs/canvas'
import type { Script } from './fake-phone.ts'

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

/** An ordinary phone; `more` answers first, and may override the commands it knows. */
export function androidScript(
  more: Record<string, Awaited<ReturnType<Script>> | (() => ReturnType<Script>)> = {},
): Script {
  return (line, { serial }) => {
    const known = Object.entries(more).find(([begin]) => line.startsWith(begin))
    if (known) return typeof known[1] === 'function' ? known[1]() : known[1]
    if (line === 'getprop') return properties(serial)
    if (line.startsWith('dumpsys battery')) return status
    if (line.startsWith('dumpsys window displays'))
      return '    init=1080x2400 440dpi cur=1080x2400 app=1080x2300\n'
    if (line.startsWith('screencap')) return screenPng(108, 240)
    if (/^(input|settings|am|wm|rm)\b/.test(line)) return ''
    return { stderr: `/system/bin/sh: ${line.split(' ')[0]}: not found\n`, exitCode: 127 }
  }
}
