import type { ScreenAction } from '../device-driver.ts'
import type { ScreenSize } from './parse/display.ts'

interface Point {
  x: number
  y: number
}

interface Gesture {
  from: Point
  to: Point
  startedAt: number
  /** Maximum distance of the finger from its start, as a fraction of the screen. */
  furthest: number
}

/** A finger that moved less than this fraction of the screen counts as a tap. */
const slop = 0.01
/** `input tap` lifts immediately; a longer touch is a long press. */
const longPressMs = 400
const shortestSwipeMs = 50
const longestSwipeMs = 10_000

/**
 * Collects a finger's path from down to up, since `input` takes whole gestures: a tap, a long press, a straight swipe.
 */
export class Touches {
  #gesture: Gesture | undefined

  /** The line for `input` when the finger lifts; undefined until then. */
  async take(
    { type, x, y }: Pick<ScreenAction, 'type' | 'x' | 'y'>,
    size: () => Promise<ScreenSize>,
    now = performance.now(),
  ): Promise<string | undefined> {
    if (type === 'touchDown') {
      this.#gesture = { from: { x, y }, to: { x, y }, startedAt: now, furthest: 0 }
      return undefined
    }
    const gesture = this.#gesture
    if (!gesture) return undefined
    gesture.to = { x, y }
    gesture.furthest = Math.max(gesture.furthest, Math.hypot(x - gesture.from.x, y - gesture.from.y))
    if (type !== 'touchUp') return undefined
    this.#gesture = undefined
    return toLine(gesture, now - gesture.startedAt, await size())
  }
}

function toLine({ from, to, furthest }: Gesture, ms: number, size: ScreenSize): string {
  const start = pixels(from, size)
  if (furthest < slop && ms < longPressMs) return `input tap ${start}`
  const end = furthest < slop ? start : pixels(to, size)
  const duration = Math.round(Math.min(longestSwipeMs, Math.max(shortestSwipeMs, ms)))
  return `input swipe ${start} ${end} ${duration}`
}

/** A fraction of 1 is the last pixel. */
function pixels({ x, y }: Point, { width, height }: ScreenSize): string {
  const at = (share: number, side: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  return `${at(x, width)} ${at(y, height)}`
}
