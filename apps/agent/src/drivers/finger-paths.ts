/** Pixels of the screen in its present rotation. */
export interface Pixel {
  x: number
  y: number
}

/** Where a finger is this long after the first touch. */
export interface FingerPoint extends Pixel {
  ms: number
}

/** From touching to lifting; the first point is at 0 ms. */
export type FingerPath = readonly [FingerPoint, ...FingerPoint[]]

export type TouchStep = 'touchDown' | 'touchMove' | 'touchUp'

/** Interval between two points of a movement, ms. */
const stepMs = 16

export const lastPoint = (path: FingerPath): FingerPoint => path.at(-1) ?? path[0]
export const durationOf = (paths: readonly FingerPath[]): number =>
  Math.max(...paths.map((path) => lastPoint(path).ms))

/** A straight movement, or a hold if both points are the same. */
export function linePath(from: Pixel, to: Pixel, ms: number): FingerPath {
  const steps = from.x === to.x && from.y === to.y ? 1 : Math.max(2, Math.round(ms / stepMs))
  const points = Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      ms: ms * share,
    }
  })
  return [{ ...from, ms: 0 }, ...points]
}

/** Two fingers beside a point, whose distance from it changes. */
export function pinchPaths(centre: Pixel, { from, to, ms }: { from: number; to: number; ms: number }) {
  return [-1, 1].map((side) =>
    linePath({ x: centre.x + side * from, y: centre.y }, { x: centre.x + side * to, y: centre.y }, ms),
  )
}

/** Touches, moves and lifts at the times of the paths; a late step does not delay those after it. */
export async function playPaths(
  paths: readonly FingerPath[],
  touch: (step: TouchStep, at: Pixel, finger: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  for (const [finger, [first]] of paths.entries()) await touch('touchDown', first, finger)
  const moves = paths.flatMap(([, ...rest], finger) => rest.map((point) => ({ ...point, finger })))
  for (const { ms, finger, ...at } of moves.sort((one, other) => one.ms - other.ms)) {
    const wait = began + ms - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await touch('touchMove', at, finger)
  }
  for (const [finger, path] of paths.entries()) await touch('touchUp', lastPoint(path), finger)
}
