import type { ScreenPixels } from '../drivers/device-driver.ts'

export interface PictureSearch {
  /** Where its upper left corner may be. */
  x: number
  y: number
  width?: number | undefined
  height?: number | undefined
  /** Maximum difference of each of red, green and blue, 0 to 255. */
  tolerance: number
  /** Fraction of the picture that must match, 0 to 1. */
  share: number
}

/** Sample points, spread over the picture, that are compared first. */
const points = 64
/** Maximum time that this blocks the event loop, and so every other phone; ms. */
const turnMs = 8

/** The upper left corner of the first match, row by row; null when there is none. */
export async function findPicture(
  screen: ScreenPixels,
  picture: ScreenPixels,
  area: PictureSearch,
): Promise<{ x: number; y: number } | null> {
  const left = Math.max(0, Math.floor(area.x))
  const top = Math.max(0, Math.floor(area.y))
  const right = Math.min(screen.width, left + (area.width ?? screen.width)) - picture.width
  const bottom = Math.min(screen.height, top + (area.height ?? screen.height)) - picture.height
  const compare = comparison(screen, picture, area)
  const spare = (side: number) => Math.ceil(side * (1 - area.share)) + 1
  const near = { across: spare(picture.width), down: spare(picture.height), left, right, bottom }
  const pause = turns()
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1)
      if (compare.fits(x, y)) return bestNear({ x, y }, near, { count: compare.count, pause })
    await pause()
  }
  return null
}

/** Yields when this turn has taken long enough. */
function turns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turnMs) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

interface Near {
  /** Pixels to either side, and downwards. */
  across: number
  down: number
  left: number
  right: number
  bottom: number
}

/** A match that need not be exact also matches a few pixels early. */
async function bestNear(
  first: { x: number; y: number },
  { across, down, left, right, bottom }: Near,
  { count, pause }: { count: (x: number, y: number) => number; pause: () => Promise<void> },
) {
  let best = { ...first, count: count(first.x, first.y) }
  for (let y = first.y; y <= Math.min(bottom, first.y + down); y += 1)
    for (let x = Math.max(left, first.x - across); x <= Math.min(right, first.x + across); x += 1) {
      const here = count(x, y)
      if (here > best.count) best = { x, y, count: here }
      await pause()
    }
  return { x: best.x, y: best.y }
}

function comparison(screen: ScreenPixels, picture: ScreenPixels, { tolerance, share }: PictureSearch) {
  const { width, height } = picture
  const count = width * height
  // Distant points first: mismatches show early.
  const some = Array.from({ length: Math.min(points, count) }, (_, at) =>
    Math.floor((at * 0.618 * count) % count),
  )
  const every = Array.from({ length: count }, (_, at) => at)
  const differ = (place: number, x: number, y: number) => {
    const at = place * 4
    const there = ((y + Math.floor(place / width)) * screen.width + x + (place % width)) * 4
    for (let part = 0; part < 3; part += 1)
      if (Math.abs((screen.rgba[there + part] ?? 0) - (picture.rgba[at + part] ?? 0)) > tolerance) return true
    return false
  }
  const enough = (places: number[], least: number, x: number, y: number) => {
    let left = Math.floor(places.length * (1 - least))
    for (const place of places) if (differ(place, x, y) && --left < 0) return false
    return true
  }
  return {
    // A few sample points may mismatch by chance; candidates that pass are compared completely.
    fits: (x: number, y: number) => enough(some, share * 0.8, x, y) && enough(every, share, x, y),
    /** The number of matching points required. */
    count: (x: number, y: number) => every.reduce((sum, place) => sum + (differ(place, x, y) ? 0 : 1), 0),
  }
}
