import type { ScreenPixels, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'

/** Shares of red and blue in the brightness (ITU-T H.264, table E-5). */
const weights = { bt601: { red: 0.299, blue: 0.114 }, bt709: { red: 0.2126, blue: 0.0722 } } as const
/** Red and blue, or green and opacity, of a pixel in one number. */
const two = 0xff00ff
/** Positions between two pixels. */
const steps = 256
const opaque = 0xff000000

/** The colours of a frame of a video: its planes are brightness, and two of colour at half the size. */
export function toRgba(
  planes: Uint8Array,
  { width, height, matrix, isFullRange }: Omit<H264Format, 'left' | 'top'>,
): ScreenPixels {
  const { red, blue } = weights[matrix]
  const green = 1 - red - blue
  const [black, lightest, chroma] = isFullRange ? [0, 255, 255] : [16, 219, 224]
  const scale = 255 / lightest
  const strength = 255 / chroma
  const [redOfV, blueOfU] = [2 * (1 - red) * strength, 2 * (1 - blue) * strength]
  const [greenOfU, greenOfV] = [(blueOfU * blue) / green, (redOfV * red) / green]
  const rgba = new Uint8ClampedArray(width * height * 4)
  const columns = (width + 1) >> 1
  const uPlane = width * height
  const vPlane = uPlane + columns * ((height + 1) >> 1)
  for (let y = 0, at = 0, to = 0; y < height; y += 1) {
    const row = (y >> 1) * columns
    for (let x = 0; x < width; x += 1, at += 1, to += 4) {
      const light = ((planes[at] ?? 0) - black) * scale
      const u = (planes[uPlane + row + (x >> 1)] ?? 0) - 128
      const v = (planes[vPlane + row + (x >> 1)] ?? 0) - 128
      rgba[to] = light + redOfV * v
      rgba[to + 1] = light - greenOfU * u - greenOfV * v
      rgba[to + 2] = light + blueOfU * u
      rgba[to + 3] = 255
    }
  }
  return { width, height, rgba }
}

/** In the size of the screen, so that positions and pictures fit: bilinear. */
export function enlarge(pixels: ScreenPixels, { width, height }: ScreenSize): ScreenPixels {
  if (pixels.width === width && pixels.height === height) return pixels
  const from = new Uint32Array(pixels.rgba.buffer)
  const to = new Uint32Array(width * height)
  const columns = places(pixels.width, width)
  const rows = places(pixels.height, height)
  const row = new Uint32Array(pixels.width)
  for (let y = 0; y < height; y += 1) {
    const first = (rows.first[y] ?? 0) * pixels.width
    const above = from.subarray(first, first + pixels.width)
    const below = from.subarray(first + pixels.width, first + 2 * pixels.width)
    const share = rows.share[y] ?? 0
    for (let x = 0; x < pixels.width; x += 1) row[x] = between(above[x] ?? 0, below[x] ?? 0, share)
    stretch(row, columns, to.subarray(y * width, (y + 1) * width))
  }
  return { width, height, rgba: new Uint8ClampedArray(to.buffer) }
}

interface Places {
  first: Uint16Array
  share: Uint16Array
}

function stretch(from: Uint32Array, { first, share }: Places, to: Uint32Array): void {
  for (let x = 0; x < to.length; x += 1) {
    const left = first[x] ?? 0
    to[x] = between(from[left] ?? 0, from[left + 1] ?? 0, share[x] ?? 0)
  }
}

/** For each of `many` pixels, the last of `few` that begins before it, and how near the next one is. */
function places(few: number, many: number): Places {
  const first = new Uint16Array(many)
  const share = new Uint16Array(many)
  for (let at = 0; at < many; at += 1) {
    const place = Math.max(0, Math.min(few - 1, ((at + 0.5) * few) / many - 0.5))
    first[at] = place
    // Nothing follows the last one.
    share[at] = place < few - 1 ? Math.round((place % 1) * steps) : 0
  }
  return { first, share }
}

/** Two colours at a time: each has eight bits of room above it. */
function between(a: number, b: number, share: number): number {
  const rest = steps - share
  const even = ((Math.imul(a & two, rest) + Math.imul(b & two, share)) >>> 8) & two
  const odd = (Math.imul((a >>> 8) & two, rest) + Math.imul((b >>> 8) & two, share)) & ~two
  return (even | odd | opaque) >>> 0
}
