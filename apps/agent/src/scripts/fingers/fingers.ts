import type { DeviceDriver, ScreenSize } from '../../drivers/device-driver.ts'
import {
  type FingerPath,
  type FingerPoint,
  linePath,
  type Pixel,
  pinchPaths,
} from '../../drivers/finger-paths.ts'
import { type AgentTexts, fill } from '../../texts.ts'
import { humanStroke, humanTap } from './human-paths.ts'
import { createRandom } from './random.ts'

/** How a gesture is made: exactly, or like a person's. */
export interface Manner {
  human?: boolean | undefined
  /** The same seed gives the same gesture. */
  seed?: number | undefined
}

export interface PinchOptions {
  scale: number
  ms: number
  x?: number | undefined
  y?: number | undefined
}

const betweenTapsMs = 90
/** Distance of each finger from the centre of a pinch, as a share of the shorter side. */
const pinchShare = { near: 0.08, far: 0.4 }

/** The fingers of a script, in pixels of the present rotation. A position outside the screen is refused. */
export class Fingers {
  readonly #driver: DeviceDriver
  readonly #texts: AgentTexts

  constructor(driver: DeviceDriver, texts: AgentTexts) {
    this.#driver = driver
    this.#texts = texts
  }

  async tap(at: Pixel, { human, seed }: Manner = {}): Promise<void> {
    await this.#within([at])
    await this.#draw(human ? humanTap(at, createRandom(seed)) : [{ ...at, ms: 0 }])
  }

  async doubleTap(at: Pixel, manner: Manner = {}): Promise<void> {
    await this.tap(at, manner)
    await new Promise((resolve) => setTimeout(resolve, betweenTapsMs))
    await this.tap(at, manner)
  }

  async hold(at: Pixel, ms: number, { human, seed }: Manner = {}): Promise<void> {
    await this.#within([at])
    const [first, last = first] = human ? humanTap(at, createRandom(seed)) : linePath(at, at, ms)
    await this.#draw([first, { ...last, ms }])
  }

  async swipe(from: Pixel, to: Pixel, ms: number, { human, seed }: Manner = {}): Promise<void> {
    await this.#within([from, to])
    await this.#draw(human ? humanStroke(from, to, ms, createRandom(seed)) : linePath(from, to, ms))
  }

  /** Holds before it moves and before it lifts, so that apps pick up what is there. */
  async drag(from: Pixel, to: Pixel, { holdMs, ms }: { holdMs: number; ms: number }): Promise<void> {
    await this.#within([from, to])
    const [, ...moves] = linePath(from, to, ms)
    await this.#draw([
      { ...from, ms: 0 },
      { ...from, ms: holdMs },
      ...moves.map((point) => ({ ...point, ms: holdMs + point.ms })),
    ])
  }

  /** In the order of time, which begins with the first point. */
  async gesture(points: readonly FingerPoint[]): Promise<void> {
    const [first, ...rest] = points.toSorted((one, other) => one.ms - other.ms)
    if (!first) return
    await this.#within(points)
    const moves = rest.map((point) => ({ ...point, ms: point.ms - first.ms }))
    await this.#draw([{ ...first, ms: 0 }, ...moves])
  }

  /** A scale above 1 moves two fingers apart, which enlarges; without a centre in the middle of the screen. */
  async pinch({ scale, ms, x, y }: PinchOptions): Promise<void> {
    const { width, height } = await this.#driver.readSize()
    const side = Math.min(width, height)
    const wanted = { x: x ?? Math.floor(width / 2), y: y ?? Math.floor(height / 2) }
    await this.#within([wanted])
    // At an edge there is no room for two fingers.
    const least = pinchShare.near * side
    const centre = { x: Math.min(width - 1 - least, Math.max(least, wanted.x)), y: wanted.y }
    const room = Math.min(pinchShare.far * side, centre.x, width - 1 - centre.x)
    const near = Math.max(1, Math.min(least, room / Math.max(scale, 1 / scale)))
    const far = Math.min(room, near * Math.max(scale, 1 / scale))
    await this.#driver.touch(
      pinchPaths(centre, scale > 1 ? { from: near, to: far, ms } : { from: far, to: near, ms }),
    )
  }

  /** A position outside is compared with the size that the phone has now before it is refused. */
  async #within(points: readonly Pixel[]): Promise<void> {
    if (areInside(points, await this.#driver.readSize())) return
    const size = await this.#driver.readSize({ fresh: true })
    if (areInside(points, size)) return
    throw new Error(fill(this.#texts.outsideScreen, String(size.width - 1), String(size.height - 1)))
  }

  /** The offsets of a person's finger stay on the screen. */
  async #draw(path: FingerPath): Promise<void> {
    const size = await this.#driver.readSize()
    const [first, ...rest] = path
    const inside = <Point extends Pixel>(point: Point): Point => ({
      ...point,
      x: Math.min(size.width - 1, Math.max(0, point.x)),
      y: Math.min(size.height - 1, Math.max(0, point.y)),
    })
    await this.#driver.touch([[inside(first), ...rest.map(inside)]])
  }
}

const areInside = (points: readonly Pixel[], { width, height }: ScreenSize) =>
  points.every(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)
