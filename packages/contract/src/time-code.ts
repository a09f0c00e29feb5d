/**
 * A clock that a phone draws into its frame during a measurement: black and white cells in rows over the upper edge,
 * white being 1. It survives encoding, so that a viewer reads the capture time from the frame itself.
 *
 * | bits | what | | 0–31 | ms since 1970, the lower 32 bits | | 32–39 | touches and keys that the frame shows the
 * effect of, counted, lower 8 bits | | 40–47 | check: the sum of the five bytes before, plus 90 |
 */
export interface TimeCode {
  time: number
  inputs: number
}

export const timeCodeColumns = 16
export const timeCodeRows = 3
/** Fraction of the frame's height. */
export const timeCodeShare = 1 / 12

const checkStart = 90
const period = 2 ** 32

/** Row by row from the upper left corner; true is white. */
export function timeCodeCells({ time, inputs }: TimeCode): boolean[] {
  const bytes = new Uint8Array(6)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(time) % period)
  view.setUint8(4, inputs % 256)
  view.setUint8(5, checksum(bytes))
  return Array.from(
    { length: timeCodeColumns * timeCodeRows },
    (_, bit) => (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1,
  )
}

/**
 * Undefined when the cells are no time code. The code repeats every 50 days; `now` resolves which time is meant; ms
 * since 1970.
 */
export function readTimeCode(cells: readonly boolean[], now: number): TimeCode | undefined {
  const bytes = new Uint8Array(6)
  for (const [bit, isWhite] of cells.entries())
    if (isWhite) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (7 - (bit & 7)))
  if (bytes[5] !== checksum(bytes)) return undefined
  const lower = new DataView(bytes.buffer).getUint32(0)
  const time = lower + period * Math.round((now - lower) / period)
  return { time, inputs: bytes[4] ?? 0 }
}

function checksum(bytes: Uint8Array): number {
  return bytes.subarray(0, 5).reduce((sum, byte) => sum + byte, checkStart) % 256
}
