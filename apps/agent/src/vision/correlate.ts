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

/** Means and norms of all windows of a row, for one row after the other, from sums of their columns. */
class Windows {
  /** Of the windows of the present row; the norm is the length of the vector of differences from the mean. */
  readonly means: Float64Array
  readonly norms: Float64Array
  readonly #plane: Plane
  readonly #template: Template
  readonly #left: number
  readonly #sums: Uint32Array
  readonly #squares: Uint32Array
  #top: number

  constructor(plane: Plane, template: Template, { left, top, right }: Bounds) {
    this.#plane = plane
    this.#template = template
    this.#left = left
    this.#top = top
    this.means = new Float64Array(right - left + 1)
    this.norms = new Float64Array(right - left + 1)
    this.#sums = new Uint32Array(right - left + template.width)
    this.#squares = new Uint32Array(right - left + template.width)
    for (let y = top; y < top + template.height; y += 1) this.#include(y)
    this.#slide()
  }

  /** To the next row. */
  down(): void {
    this.#exclude(this.#top)
    this.#include(this.#top + this.#template.height)
    this.#top += 1
    this.#slide()
  }

  #include(y: number): void {
    const { width: stride, data } = this.#plane
    const [sums, squares] = [this.#sums, this.#squares]
    for (let x = 0, at = y * stride + this.#left; x < sums.length; x += 1, at += 1) {
      const value = data[at] ?? 0
      sums[x] = (sums[x] ?? 0) + value
      squares[x] = (squares[x] ?? 0) + value * value
    }
  }

  #exclude(y: number): void {
    const { width: stride, data } = this.#plane
    const [sums, squares] = [this.#sums, this.#squares]
    for (let x = 0, at = y * stride + this.#left; x < sums.length; x += 1, at += 1) {
      const value = data[at] ?? 0
      sums[x] = (sums[x] ?? 0) - value
      squares[x] = (squares[x] ?? 0) - value * value
    }
  }

  #slide(): void {
    const { width, height } = this.#template
    const [sums, squares] = [this.#sums, this.#squares]
    const size = width * height
    let [sum, square] = [0, 0]
    for (let x = 0; x < width - 1; x += 1) {
      sum += sums[x] ?? 0
      square += squares[x] ?? 0
    }
    for (let x = 0; x < this.means.length; x += 1) {
      sum += sums[x + width - 1] ?? 0
      square += squares[x + width - 1] ?? 0
      const mean = sum / size
      this.means[x] = mean
      this.norms[x] = Math.sqrt(Math.max(0, square - sum * mean))
      sum -= sums[x] ?? 0
      square -= squares[x] ?? 0
    }
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
  const windows = new Windows(plane, template, bounds)
  kernel.use(plane, template)
  for (let y = top; y <= bottom; y += 1) {
    if (y > top) windows.down()
    const row = values.subarray((y - top) * width, (y - top + 1) * width)
    scoreRow(kernel, template, row, { left, y, means: windows.means, norms: windows.norms })
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
