import type { ScreenPixels } from '../drivers/device-driver.ts'

/** Cells of the grid on which colours are compared, on each side. */
const side = 14
/** Of a darker or brighter screen. */
const gains = { least: 0.65, most: 1.5 }
const dark = 24
const bright = 250

/** Mean colours of the cells of a rectangle, three values a cell. */
function cells(
  { width: stride, rgba }: ScreenPixels,
  place: { x: number; y: number },
  shape: { width: number; height: number },
) {
  const columns = Math.min(side, shape.width)
  const rows = Math.min(side, shape.height)
  const means = new Float64Array(columns * rows * 3)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = place.x + Math.floor((column * shape.width) / columns)
      const right = place.x + Math.floor(((column + 1) * shape.width) / columns)
      const top = place.y + Math.floor((row * shape.height) / rows)
      const bottom = place.y + Math.floor(((row + 1) * shape.height) / rows)
      let [red, green, blue] = [0, 0, 0]
      for (let y = top; y < bottom; y += 1)
        for (let x = left, at = (y * stride + left) * 4; x < right; x += 1, at += 4) {
          red += rgba[at] ?? 0
          green += rgba[at + 1] ?? 0
          blue += rgba[at + 2] ?? 0
        }
      const count = (right - left) * (bottom - top)
      means.set([red / count, green / count, blue / count], (row * columns + column) * 3)
    }
  return means
}

export interface ColorDifference {
  /** Mean and highest difference of a cell, 0 to 255, apart from brightness and contrast. */
  mean: number
  worst: number
}

/** Compares the colours of a picture with those of a place of the screen. */
export function compareCells(
  screen: ScreenPixels,
  place: { x: number; y: number },
  picture: ScreenPixels,
): ColorDifference {
  const there = cells(screen, place, picture)
  const own = cells(picture, { x: 0, y: 0 }, picture)
  const fits = [fitLine(own, there), { gain: fitRatio(own, there), offset: 0 }]
  const [line, ratio] = fits.map((fit) => difference(own, there, fit)) as [ColorDifference, ColorDifference]
  return line.mean < ratio.mean ? line : ratio
}

interface Fit {
  gain: number
  offset: number
}

const limited = (gain: number) => Math.min(gains.most, Math.max(gains.least, gain))

/** Brightness and contrast, by least squares. */
function fitLine(own: Float64Array, there: Float64Array): Fit {
  const count = own.length
  let [sumOwn, sumThere, squares, products] = [0, 0, 0, 0]
  for (let at = 0; at < count; at += 1) {
    const [a, b] = [own[at] ?? 0, there[at] ?? 0]
    sumOwn += a
    sumThere += b
    squares += a * a
    products += a * b
  }
  const spread = squares - (sumOwn * sumOwn) / count
  const gain = limited(spread > 0 ? (products - (sumOwn * sumThere) / count) / spread : 1)
  return { gain, offset: (sumThere - gain * sumOwn) / count }
}

/** Brightness alone, from values that are neither black nor cut off at white. */
function fitRatio(own: Float64Array, there: Float64Array): number {
  const ratios: number[] = []
  for (let at = 0; at < own.length; at += 1) {
    const [a, b] = [own[at] ?? 0, there[at] ?? 0]
    if (a > dark && b < bright) ratios.push(b / a)
  }
  ratios.sort((a, b) => a - b)
  return limited(ratios[ratios.length >> 1] ?? 1)
}

function difference(own: Float64Array, there: Float64Array, { gain, offset }: Fit): ColorDifference {
  let [sum, worst] = [0, 0]
  for (let at = 0; at < own.length; at += 3) {
    let most = 0
    for (let part = 0; part < 3; part += 1) {
      const wanted = Math.min(255, gain * (own[at + part] ?? 0) + offset)
      most = Math.max(most, Math.abs((there[at + part] ?? 0) - wanted))
    }
    sum += most
    worst = Math.max(worst, most)
  }
  return { mean: sum / (own.length / 3), worst }
}
