import type { RecordingId } from '@fleetdeck/contract/ids'
import type { Timeline } from '@fleetdeck/contract/recordings'
import { paramTypes, type ScriptParam } from '@fleetdeck/contract/script-params'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'
import { type Gesture, groupGestures } from './gestures.rules.ts'

interface Source {
  id: RecordingId
  deviceNo: string
  startedAt: Date
  language: Language
}

/** Shorter pauses are covered by the duration of the calls themselves; ms. */
const minPause = 50
/** A longer touch is not a tap; ms. */
const longTapMs = 500
/** Maximum duration that the script API accepts; ms. */
const longestTouch = 60_000
/** That the script API accepts, and its inverse. */
const mostScale = 10
/** Whoever changes the distance of two fingers less does not pinch. */
const leastPinch = 0.05
const buttons: readonly string[] = ['zoom_in', 'zoom_out']

/**
 * Translates the inputs to calls of the script API (docs/script-api.md). A path of a finger becomes a straight line.
 */
export function generateScript(
  { inputs, pictures }: Timeline,
  { id, deviceNo, startedAt, language }: Source,
): { text: string; params: ScriptParam[] } {
  const params: ScriptParam[] = []
  const param = () => {
    const key = `text${params.length + 1}`
    const label = text(language, 'recording.textParam', { count: params.length + 1 })
    params.push({ key, label, type: paramTypes.text, options: [], value: '' })
    return key
  }
  const lines: string[] = []
  let endAt: number | undefined
  let shape = shapeAt(pictures, 0)
  for (const gesture of groupGestures(inputs)) {
    const pause = Math.round((gesture.at - (endAt ?? gesture.at)) / 10) * 10
    if (pause >= minPause) lines.push(`sleep(${pause})`)
    const now = shapeAt(pictures, gesture.at)
    // The phone was rotated: positions refer to the new orientation.
    if (now !== shape) {
      lines.push('screen = device.size()')
      shape = now
    }
    lines.push(toLine(gesture, param))
    endAt = gesture.endAt
  }
  const made = text(language, 'recording.scriptMade', {
    id,
    device: deviceNo,
    time: startedAt.toISOString(),
  })
  return { text: `// ${made}\n${head}\n${lines.join('\n')}\n`, params }
}

const head = `const given = ecloud.getTaskInfo().valueJson ?? {}
let screen = device.size()
const px = (part) => Math.round(part * screen.width)
const py = (part) => Math.round(part * screen.height)
`

const part = (value: number) => String(Math.round(value * 10_000) / 10_000)
const place = ({ x, y }: { x: number; y: number }) => `px(${part(x)}), py(${part(y)})`

function toLine(gesture: Gesture, param: () => string): string {
  const ms = Math.min(longestTouch, Math.max(1, Math.round(gesture.endAt - gesture.at)))
  switch (gesture.kind) {
    case 'tap':
      return ms < longTapMs
        ? `device.tap(${place(gesture.point)})`
        : `device.longTap(${place(gesture.point)}, ${ms})`
    case 'swipe':
      return `device.swipe(${place(gesture.from)}, ${place(gesture.to)}, ${ms})`
    case 'pinch':
      return pinchLine(gesture, ms)
    case 'key':
      return buttons.includes(gesture.key) ? `// ${gesture.key}` : `device.key(${quoted(gesture.key)})`
    case 'text':
      return `device.text(${quoted(gesture.text)})`
    case 'clipboard':
      return `device.setClipboard(${quoted(gesture.text)})`
    case 'hiddenText': {
      const key = param()
      return `if (given.${key}) device.text(given.${key})`
    }
  }
}

/** Scripts have no call for two fingers that slide. */
function pinchLine({ centre, scale }: Extract<Gesture, { kind: 'pinch' }>, ms: number): string {
  if (Math.abs(scale - 1) < leastPinch) return '// two fingers'
  const shown = Math.round(Math.min(mostScale, Math.max(1 / mostScale, scale)) * 100) / 100
  return `device.pinch({ x: px(${part(centre.x)}), y: py(${part(centre.y)}), scale: ${shown}, ms: ${ms} })`
}

/** JSON that is also valid JavaScript, on one line. */
const quoted = (words: string) =>
  JSON.stringify(words).replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)

/** The orientation of the phone, from the newest frame up to then. */
function shapeAt(pictures: Timeline['pictures'], at: number): string {
  const shown = pictures.findLast((picture) => picture.at <= at) ?? pictures[0]
  if (!shown) return ''
  return shown.screenWidth > shown.screenHeight ? 'wide' : 'tall'
}
