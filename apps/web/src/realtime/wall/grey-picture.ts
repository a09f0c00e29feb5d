/** A picture as so many grey cells: enough to see whether two phones show the same. */
export const greyColumns = 12
export const greyRows = 20

/** Clock, battery and signal differ between phones that show the same. */
const rowsOfStatusBar = 1
/** Of 255: less is another shade of the same, such as another coding. */
const leastDifference = 26
/** Of all cells. */
const mostDifferent = 0.1

/** One value 0–255 for each cell, from pixels of the same size. */
export function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(greyColumns * greyRows)
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3)
    grey[at] = (red * 77 + green * 150 + blue * 29) >> 8
  }
  return grey
}

/** Which share of the cells differs clearly, from 0 to 1. */
export function differenceOf(one: Uint8Array, other: Uint8Array): number {
  const first = rowsOfStatusBar * greyColumns
  let different = 0
  for (let at = first; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= leastDifference) different += 1
  return different / (one.length - first)
}

/** Pictures of different phones do not come in the same moment: a difference counts after it has lasted; ms. */
const lastsMs = 500

/** Which followers no longer show what their leader does. */
export class Divergence {
  readonly #greys = new Map<number, Uint8Array>()
  readonly #since = new Map<number, number>()
  #differing: ReadonlySet<number> = new Set()

  get differing(): ReadonlySet<number> {
    return this.#differing
  }

  put(id: number, grey: Uint8Array) {
    this.#greys.set(id, grey)
  }

  clear() {
    this.#greys.clear()
    this.#since.clear()
    this.#differing = new Set()
  }

  /** True when the set of those that differ has changed. */
  look(leader: number, followers: readonly number[], now: number): boolean {
    const model = this.#greys.get(leader)
    const differing = new Set(followers.filter((id) => model && this.#differs(id, model, now)))
    const isSame =
      differing.size === this.#differing.size && [...differing].every((id) => this.#differing.has(id))
    if (!isSame) this.#differing = differing
    return !isSame
  }

  #differs(id: number, model: Uint8Array, now: number): boolean {
    const grey = this.#greys.get(id)
    if (!grey || differenceOf(model, grey) < mostDifferent) {
      this.#since.delete(id)
      return false
    }
    const since = this.#since.get(id) ?? now
    this.#since.set(id, since)
    return now - since >= lastsMs
  }
}
