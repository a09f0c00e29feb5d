import type { ScreenPixels } from '../drivers/device-driver.ts'

/** One byte for each pixel, row by row. */
export interface Plane {
  width: number
  height: number
  data: Uint8Array
}

export function toGrey({ width, height, rgba }: ScreenPixels): Plane {
  const data = new Uint8Array(width * height)
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, data.length)
  for (let at = 0; at < data.length; at += 1) {
    const word = words[at] ?? 0
    data[at] = ((word & 255) * 77 + ((word >>> 8) & 255) * 150 + ((word >>> 16) & 255) * 29) >> 8
  }
  return { width, height, data }
}

/** At half the size; each pixel is the mean of four. */
function halve({ width, height, data }: Plane): Plane {
  const half = { width: width >> 1, height: height >> 1 }
  const smaller = new Uint8Array(half.width * half.height)
  for (let y = 0; y < half.height; y += 1) {
    let at = 2 * y * width
    const to = y * half.width
    for (let x = 0; x < half.width; x += 1, at += 2) {
      const below = at + width
      const sum = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[below] ?? 0) + (data[below + 1] ?? 0)
      smaller[to + x] = (sum + 2) >> 2
    }
  }
  return { ...half, data: smaller }
}

/** How much each pixel differs from those to its right and below: the same for dark on light and light on dark. */
function gradient({ width, height, data }: Plane): Plane {
  const edges = new Uint8Array(width * height)
  for (let y = 0; y < height - 1; y += 1)
    for (let x = 0, at = y * width; x < width - 1; x += 1, at += 1) {
      const here = data[at] ?? 0
      const change = Math.abs(here - (data[at + 1] ?? 0)) + Math.abs(here - (data[at + width] ?? 0))
      edges[at] = change > 255 ? 255 : change
    }
  return { width, height, data: edges }
}

/** The same plane at 1, 1/2, 1/4, … of its size; made when needed. */
export class Pyramid {
  readonly #levels: Plane[]
  #edges: Plane[] = []

  constructor(plane: Plane) {
    this.#levels = [plane]
  }

  get bytes(): number {
    return (this.#levels[0]?.data.length ?? 0) * 3
  }

  grey(level: number): Plane {
    const known = this.#levels[level]
    if (known) return known
    const plane = halve(this.grey(level - 1))
    this.#levels[level] = plane
    return plane
  }

  edges(level: number): Plane {
    const plane = this.#edges[level] ?? gradient(this.grey(level))
    this.#edges[level] = plane
    return plane
  }
}
