/** A frame as a grid of grey cells: enough to compare the screens of two phones. */
export const greyColumns = 12
export const greyRows = 20

/** Clock, battery and signal differ between phones that otherwise show the same. */
const rowsOfStatusBar = 1
/** Out of 255: smaller differences come from encoding, for example. */
const minDifference = 32
/** Fraction of all cells. */
const maxDifferent = 0.15

/** One value 0–255 per cell, from frames of the same size. */
export function toGrey(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(greyColumns * greyRows)
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3)
    grey[at] = (red * 77 + green * 150 + blue * 29) >> 8
  }
  return grey
}

/** Grey levels up to which a cell counts as black, out of 255. */
const mostBlack = 12

export const isBlack = (grey: Uint8Array): boolean => grey.every((cell) => cell <= mostBlack)

/**
 * Whether a JPEG has so few bytes that it can be black: its header, and a bit for each few pixels. Other frames need no
 * look at their pixels.
 */
export const mayBeBlack = (bytes: number, { width, height }: { width: number; height: number }): boolean =>
  bytes <= 700 + (width * height) / 64

/** The fraction of clearly different cells, from 0 to 1. */
export function compareGrey(one: Uint8Array, other: Uint8Array): number {
  const first = rowsOfStatusBar * greyColumns
  let different = 0
  for (let at = first; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= minDifference) different += 1
  return different / (one.length - first)
}

/** Interval until a batch of the wall is sent; ms. */
const batchMs = 100
/** A slow line must not prevent a follower from being marked. */
const maxLastsMs = 500

/** Two images that count as equal although they look different, such as home screens with other wallpapers. */
interface Pair {
  leader: Uint8Array
  follower: Uint8Array
}
/** Stored per follower; the oldest is removed first. */
const maxPairs = 8

const isSame = (one: Uint8Array, other: Uint8Array) => compareGrey(one, other) < maxDifferent

/** The followers that no longer show the same as their leader. */
export class Divergence {
  readonly #greys = new Map<number, Uint8Array>()
  readonly #since = new Map<number, number>()
  readonly #pairs = new Map<number, Pair[]>()
  #differing: ReadonlySet<number> = new Set()
  /** Frames of each phone. They do not arrive simultaneously, so a difference counts only after it has lasted. */
  perSecond = 5

  get differing(): ReadonlySet<number> {
    return this.#differing
  }

  put(id: number, grey: Uint8Array) {
    this.#greys.set(id, grey)
  }

  clear() {
    this.#greys.clear()
    this.#since.clear()
    this.#pairs.clear()
    this.#differing = new Set()
  }

  /** Accepts what these followers show now as equal to the leader's screen. */
  accept(leader: number, followers: readonly number[]) {
    const model = this.#greys.get(leader)
    for (const id of followers) {
      const follower = this.#greys.get(id)
      if (!model || !follower) continue
      const pairs = [...(this.#pairs.get(id) ?? []), { leader: model, follower }]
      this.#pairs.set(id, pairs.slice(-maxPairs))
    }
  }

  /** True when the set of different followers has changed. */
  look(leader: number, followers: readonly number[], now: number): boolean {
    const model = this.#greys.get(leader)
    const differing = new Set(followers.filter((id) => model && this.#differs(id, model, now)))
    const isUnchanged =
      differing.size === this.#differing.size && [...differing].every((id) => this.#differing.has(id))
    if (!isUnchanged) this.#differing = differing
    return !isUnchanged
  }

  #differs(id: number, model: Uint8Array, now: number): boolean {
    const grey = this.#greys.get(id)
    const pairs = this.#pairs.get(id) ?? []
    const isPaired = (pair: Pair) => grey && isSame(pair.leader, model) && isSame(pair.follower, grey)
    if (!grey || isSame(model, grey) || pairs.some(isPaired)) {
      this.#since.delete(id)
      return false
    }
    const since = this.#since.get(id) ?? now
    this.#since.set(id, since)
    return now - since >= Math.min(maxLastsMs, 1000 / this.perSecond + batchMs)
  }
}
