import type { ScreenAction, ScreenSize } from '../device-driver.ts'
import type { Pixel } from '../finger-paths.ts'
import { toPixel } from './pixels.ts'

/** Fractions of the screen. */
type Point = Pixel

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

function pixels(at: Point, size: ScreenSize): string {
  const { x, y } = toPixel(at, size)
  return `${x} ${y}`
}
