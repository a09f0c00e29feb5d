import type { ScreenAction, ScreenSize } from '../device-driver.ts'
import type { Pixel } from '../finger-paths.ts'
import { LiveFinger, sdkOfMotion } from './live-finger.ts'
import { toPixel } from './pixels.ts'
import type { AdbShell } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'

/** Fractions of the screen. */
type Point = Pixel

interface Gesture {
  from: Point
  to: Point
  startedAt: number
  /** Maximum distance of the finger from its start, as a fraction of the screen. */
  furthest: number
  /** Since the phone follows it. */
  live?: LiveFinger
  hold?: NodeJS.Timeout
}

/** A finger that moved less than this fraction of the screen counts as a tap. */
const slop = 0.01
/** `input tap` lifts immediately; a longer touch is a long press. */
const longPressMs = 400
/** A movement that ends sooner is thrown: steps would take longer than it. */
const flickMs = 200
const shortestSwipeMs = 50
const longestSwipeMs = 10_000

export interface TouchesDeps {
  shell: AdbShell
  display: ShownDisplay
  /** API level of Android; 0 when unknown. */
  sdk: number
  size: () => Promise<ScreenSize>
}

/**
 * A finger by `input`. A short touch is a tap, a short movement one swipe, both when it lifts. Since Android 11 the
 * phone follows a longer one step by step; before, `input` has only whole gestures: a long press, a straight swipe, with
 * their time, when the finger lifts.
 */
export class Touches {
  readonly #deps: TouchesDeps
  #gesture: Gesture | undefined

  constructor(deps: TouchesDeps) {
    this.#deps = deps
  }

  async take({ type, x, y }: Pick<ScreenAction, 'type' | 'x' | 'y'>): Promise<void> {
    if (type === 'touchDown') return this.#begin({ x, y })
    const gesture = this.#gesture
    if (!gesture) return
    gesture.to = { x, y }
    gesture.furthest = Math.max(gesture.furthest, Math.hypot(x - gesture.from.x, y - gesture.from.y))
    if (type === 'touchUp') return this.#end(gesture)
    const isLong = performance.now() - gesture.startedAt >= flickMs
    if (isLong && gesture.furthest >= slop) this.#follow(gesture)
    gesture.live?.move(gesture.to)
  }

  /** A finger that has not lifted is lifted. */
  async close(): Promise<void> {
    const gesture = this.#gesture
    this.#gesture = undefined
    clearTimeout(gesture?.hold)
    await gesture?.live?.lift(gesture.to)
  }

  async #begin(from: Point): Promise<void> {
    await this.close().catch(() => undefined)
    const gesture: Gesture = { from, to: from, startedAt: performance.now(), furthest: 0 }
    gesture.hold = setTimeout(() => this.#follow(gesture), longPressMs)
    this.#gesture = gesture
  }

  #follow(gesture: Gesture): void {
    const { shell, display, sdk, size } = this.#deps
    if (gesture.live || sdk < sdkOfMotion) return
    clearTimeout(gesture.hold)
    gesture.live = new LiveFinger({ shell, display, size: size() }, gesture.from)
    if (gesture.furthest >= slop) gesture.live.move(gesture.to)
  }

  async #end(gesture: Gesture): Promise<void> {
    clearTimeout(gesture.hold)
    this.#gesture = undefined
    if (gesture.live) return gesture.live.lift(gesture.furthest < slop ? gesture.from : gesture.to)
    const { shell, display, size } = this.#deps
    const ms = performance.now() - gesture.startedAt
    await shell.text(display.inputLine(toLine(gesture, ms, await size())))
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
