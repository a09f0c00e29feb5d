import type { Plane } from './planes.ts'
import type { PaddedTemplate, SimdKernel } from './simd-kernel.ts'

/** Upper left corners within these bounds, inclusive. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Candidate {
  x: number
  y: number
  /** Normalised cross-correlation: 1 for the same picture up to brightness and contrast, 0 for an unrelated one. */
  score: number
}

/** A picture prepared for correlation. */
export interface Template extends PaddedTemplate {
  width: number
  height: number
  /** Length of the vector of all values. */
  norm: number
  /** What the rounded values add up to; exact ones add up to zero. */
  sum: number
}

/** Windows with less standard deviation look like nothing. */
const leastDeviation = 2

/** Undefined for a flat picture. */
export function toTemplate({ width, height, data }: Plane): Template | undefined {
  const vectors = Math.ceil(width / 8)
  const values = new Int16Array(vectors * 8 * height)
  const mean = data.reduce((total, value) => total + value, 0) / data.length
  let [sum, squares] = [0, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = Math.round((data[y * width + x] ?? 0) - mean)
      values[y * vectors * 8 + x] = value
      sum += value
      squares += value * value
    }
  const norm = Math.sqrt(squares)
  if (norm < leastDeviation * Math.sqrt(data.length)) return undefined
  return { width, height, values, vectors, rows: height, norm, sum }
}

/** Sums and sums of squares of all rectangles from the corner of a part of a plane. */
class Sums {
  readonly #width: number
  readonly #sums: Float64Array
  readonly #squares: Float64Array

  constructor({ width: stride, data }: Plane, { left, top, right, bottom }: Bounds) {
    this.#width = right - left + 2
    const size = this.#width * (bottom - top + 2)
    this.#sums = new Float64Array(size)
    this.#squares = new Float64Array(size)
    for (let y = top; y <= bottom; y += 1) {
      let [sum, square] = [0, 0]
      let at = (y - top + 1) * this.#width + 1
      for (let x = left; x <= right; x += 1, at += 1) {
        const value = data[y * stride + x] ?? 0
        sum += value
        square += value * value
        this.#sums[at] = (this.#sums[at - this.#width] ?? 0) + sum
        this.#squares[at] = (this.#squares[at - this.#width] ?? 0) + square
      }
    }
  }

  /** Mean and length of the vector of differences from it. */
  window(x: number, y: number, { width, height }: Template): { mean: number; norm: number } {
    const a = y * this.#width + x
    const b = a + height * this.#width
    const of = (sums: Float64Array) =>
      (sums[b + width] ?? 0) - (sums[b] ?? 0) - (sums[a + width] ?? 0) + (sums[a] ?? 0)
    const sum = of(this.#sums)
    const mean = sum / (width * height)
    return { mean, norm: Math.sqrt(Math.max(0, of(this.#squares) - sum * mean)) }
  }
}

interface Scores {
  bounds: Bounds
  width: number
  values: Float32Array
}

/** The score of each position within the bounds; flat windows get 0. */
function scoresOf(kernel: SimdKernel, plane: Plane, template: Template, bounds: Bounds): Scores {
  const { left, top, right, bottom } = bounds
  const width = right - left + 1
  const values = new Float32Array(width * (bottom - top + 1))
  const means = new Float64Array(width)
  const norms = new Float64Array(width)
  const sums = new Sums(plane, {
    ...bounds,
    right: right + template.width - 1,
    bottom: bottom + template.height - 1,
  })
  kernel.use(plane, template)
  for (let y = top; y <= bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const { mean, norm } = sums.window(x, y - top, template)
      means[x] = mean
      norms[x] = norm
    }
    const row = values.subarray((y - top) * width, (y - top + 1) * width)
    scoreRow(kernel, template, row, { left, y, means, norms })
  }
  return { bounds, width, values }
}

interface RowOfWindows {
  left: number
  y: number
  means: Float64Array
  norms: Float64Array
}

/** The kernel gets runs of windows that are not flat. */
function scoreRow(
  kernel: SimdKernel,
  { width, height, norm, sum }: Template,
  row: Float32Array,
  { left, y, means, norms }: RowOfWindows,
): void {
  const least = leastDeviation * Math.sqrt(width * height)
  for (let from = 0; from < row.length; from += 1) {
    let to = from
    while (to < row.length && (norms[to] ?? 0) >= least) to += 1
    if (to === from) continue
    const lanes = kernel.sums(left + from, y, to - from)
    for (let lane = 0; from < to; from += 1, lane += 4) {
      const dot =
        (lanes[lane] ?? 0) + (lanes[lane + 1] ?? 0) + (lanes[lane + 2] ?? 0) + (lanes[lane + 3] ?? 0)
      row[from] = (dot - sum * (means[from] ?? 0)) / (norm * (norms[from] ?? 1))
    }
  }
}

/** The score of one position. */
export function scoreAt(
  kernel: SimdKernel,
  plane: Plane,
  template: Template,
  { x, y }: { x: number; y: number },
): number {
  return scoresOf(kernel, plane, template, { left: x, top: y, right: x, bottom: y }).values[0] ?? 0
}

/** Positions that score higher than their neighbours, the best first. */
function peaks({ bounds, width, values }: Scores, least: number): Candidate[] {
  const found: Candidate[] = []
  const height = bounds.bottom - bounds.top + 1
  const isPeak = (x: number, y: number, score: number) => {
    for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j += 1)
      for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i += 1)
        if ((values[j * width + i] ?? 0) > score) return false
    return true
  }
  for (let at = 0; at < values.length; at += 1) {
    const score = values[at] ?? 0
    if (score < least) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    if (isPeak(x, y, score)) found.push({ x: bounds.left + x, y: bounds.top + y, score })
  }
  return found.sort((a, b) => b.score - a.score)
}

/** Of candidates that overlap by more than half, only the best remains. */
export function distinct(sorted: Candidate[], { width, height }: { width: number; height: number }) {
  const kept: Candidate[] = []
  for (const one of sorted)
    if (
      !kept.some((other) => Math.abs(other.x - one.x) < width / 2 && Math.abs(other.y - one.y) < height / 2)
    )
      kept.push(one)
  return kept
}

export interface Levels {
  /** At 1 / 2^level of the size. */
  plane: (level: number) => Plane
  template: (level: number) => Template | undefined
  coarsest: number
  finest: number
}

interface Limits {
  bounds: Bounds
  /** Candidates of the coarsest level below this score are ignored. */
  coarse: number
  /** Maximum number of candidates that are examined more closely. */
  most: number
}

/** Finds candidates in a small copy, then places each of them in larger and larger ones. */
export function correlate(kernel: SimdKernel, levels: Levels, { bounds, coarse, most }: Limits): Candidate[] {
  const at = (level: number): Bounds | undefined => {
    const template = levels.template(level)
    if (!template) return undefined
    const { width, height } = levels.plane(level)
    const side = 2 ** level
    const scaled = {
      left: Math.floor(bounds.left / side),
      top: Math.floor(bounds.top / side),
      right: Math.min(Math.ceil(bounds.right / side), width - template.width),
      bottom: Math.min(Math.ceil(bounds.bottom / side), height - template.height),
    }
    return scaled.left > scaled.right || scaled.top > scaled.bottom ? undefined : scaled
  }
  const first = levels.template(levels.coarsest)
  const whole = at(levels.coarsest)
  if (!first || !whole) return []
  const scores = scoresOf(kernel, levels.plane(levels.coarsest), first, whole)
  let found = distinct(peaks(scores, coarse).slice(0, most * 4), first).slice(0, most)
  for (let level = levels.coarsest - 1; level >= levels.finest && found.length; level -= 1) {
    const template = levels.template(level)
    const within = at(level)
    if (!template || !within) return []
    const plane = levels.plane(level)
    const closer = found.map(({ x, y }) => {
      const near = {
        left: Math.min(Math.max(within.left, 2 * x - 2), within.right),
        top: Math.min(Math.max(within.top, 2 * y - 2), within.bottom),
        right: Math.max(Math.min(within.right, 2 * x + 3), within.left),
        bottom: Math.max(Math.min(within.bottom, 2 * y + 3), within.top),
      }
      return peaks(scoresOf(kernel, plane, template, near), coarse)[0]
    })
    const best = closer.filter((one) => one !== undefined).sort((a, b) => b.score - a.score)
    found = distinct(best, template).slice(0, Math.max(8, Math.ceil(most / 2 ** (levels.coarsest - level))))
  }
  return found
}
