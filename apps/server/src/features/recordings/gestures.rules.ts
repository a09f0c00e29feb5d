import type { RecordedInput } from '@fleetdeck/contract/recordings'
import type { CanvasAction } from '@fleetdeck/contract/screen-action'

interface Point {
  x: number
  y: number
}

/** The inputs on a phone, as complete steps; times in ms since the recording began, positions as fractions. */
export type Gesture = { at: number; endAt: number } & (
  | { kind: 'tap'; point: Point }
  | { kind: 'swipe'; from: Point; to: Point }
  /** Of two fingers. scale: by which their distance changed; centre: between them, when both touched. */
  | { kind: 'pinch'; centre: Point; scale: number }
  | { kind: 'key'; key: string }
  | { kind: 'text'; text: string }
  | { kind: 'clipboard'; text: string }
  | { kind: 'hiddenText'; length: number }
)

/** A finger that moved less counts as still; fraction of the screen's width or height. */
const stillness = 0.02
/** Texts typed within this time of each other are combined; ms. */
const typingMs = 1500

type Pair = readonly [Point, Point]

interface Down {
  at: number
  point: Point
  last: Point
  /** Two fingers, when the second one touched, and where they were last. */
  first?: Pair
  pair?: Pair
}

/** Combines touches to taps and swipes, and characters to texts. */
export function groupGestures(inputs: readonly RecordedInput[]): Gesture[] {
  const gestures: Gesture[] = []
  let down: Down | undefined
  for (const { at, frame } of inputs) {
    if (frame.action !== 'canvas_action') {
      append(gestures, toKeyGesture(at, frame))
      continue
    }
    const { action_type: type, x, y } = frame
    if (type === 'touchDown') down = touched({ at, point: { x, y }, last: { x, y } }, frame)
    else if (type === 'touchMove') down = down && touched(down, frame)
    else if (type === 'touchUp') {
      if (down) gestures.push(toTouchGesture(touched(down, frame), { at, point: { x, y } }))
      down = undefined
    } else gestures.push({ at, endAt: at, kind: 'key', key: type })
  }
  if (down) gestures.push(toTouchGesture(down, { at: down.at, point: down.last }))
  return gestures
}

function touched(down: Down, { x, y, second }: CanvasAction): Down {
  const last = { x, y }
  if (!second) return { ...down, last }
  const pair: Pair = [last, second]
  return { ...down, last, first: down.first ?? pair, pair }
}

const distance = ([one, other]: Pair): number => Math.max(0.001, Math.hypot(one.x - other.x, one.y - other.y))

function toTouchGesture(down: Down, up: { at: number; point: Point }): Gesture {
  const { point: from, first, pair } = down
  if (first && pair) {
    const centre = { x: (first[0].x + first[1].x) / 2, y: (first[0].y + first[1].y) / 2 }
    return { at: down.at, endAt: up.at, kind: 'pinch', centre, scale: distance(pair) / distance(first) }
  }
  const { point: to } = up
  const times = { at: down.at, endAt: up.at }
  const isStill = Math.abs(to.x - from.x) < stillness && Math.abs(to.y - from.y) < stillness
  return isStill ? { ...times, kind: 'tap', point: from } : { ...times, kind: 'swipe', from, to }
}

type Written = Exclude<RecordedInput['frame'], { action: 'canvas_action' }>

function toKeyGesture(at: number, frame: Written): Gesture {
  const times = { at, endAt: at }
  if (frame.action === 'pressKey') return { ...times, kind: 'key', key: frame.key }
  if (frame.action === 'typeText') return { ...times, kind: 'text', text: frame.text }
  if (frame.action === 'setClipboard') return { ...times, kind: 'clipboard', text: frame.text }
  return { ...times, kind: 'hiddenText', length: frame.length }
}

function append(gestures: Gesture[], next: Gesture): void {
  const last = gestures.at(-1)
  const follows = last && next.at - last.endAt <= typingMs
  if (follows && last.kind === 'text' && next.kind === 'text')
    gestures[gestures.length - 1] = { ...last, endAt: next.endAt, text: last.text + next.text }
  else if (follows && last.kind === 'hiddenText' && next.kind === 'hiddenText')
    gestures[gestures.length - 1] = { ...last, endAt: next.endAt, length: last.length + next.length }
  else gestures.push(next)
}
