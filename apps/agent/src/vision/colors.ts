import type { ScreenPixels } from '../drivers/device-driver.ts'
import type { Rectangle } from './find-pictures.ts'
import { LookRefused } from './refusals.ts'

type Color = [red: number, green: number, blue: number]

/** A colour at a distance from the first one. */
export type RelativeColor = [dx: number, dy: number, color: string]

/** `text` is #rrggbb. */
function parseColor(text: string): Color {
  const value = Number.parseInt(text.replace('#', ''), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function colorAt({ rgba, width, height }: ScreenPixels, x: number, y: number): string {
  if (x < 0 || y < 0 || x >= width || y >= height)
    throw new LookRefused('pointOutside', String(width), String(height))
  const at = (Math.floor(y) * width + Math.floor(x)) * 4
  const parts = [rgba[at], rgba[at + 1], rgba[at + 2]]
  return `#${parts.map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('')}`
}

const isNear = (rgba: Uint8ClampedArray, at: number, [red, green, blue]: Color, tolerance: number) =>
  Math.abs((rgba[at] ?? 0) - red) <= tolerance &&
  Math.abs((rgba[at + 1] ?? 0) - green) <= tolerance &&
  Math.abs((rgba[at + 2] ?? 0) - blue) <= tolerance

export interface ColorSearch {
  color: string
  /** Further colours that have to match. */
  others: RelativeColor[]
  region: Rectangle
  tolerance: number
}

/** The first pixel of the colour that has the other colours around it, row by row; null when there is none. */
export function findColors(
  { rgba, width, height }: ScreenPixels,
  { color, others, region, tolerance }: ColorSearch,
): { x: number; y: number } | null {
  const first = parseColor(color)
  const around = others.map(([dx, dy, other]) => ({ dx, dy, wanted: parseColor(other) }))
  const hasOthers = (x: number, y: number) =>
    around.every(({ dx, dy, wanted }) => {
      const [i, j] = [x + dx, y + dy]
      const isInside = i >= 0 && j >= 0 && i < width && j < height
      return isInside && isNear(rgba, (j * width + i) * 4, wanted, tolerance)
    })
  for (let y = region.y; y < region.y + region.height; y += 1)
    for (let x = region.x, at = (y * width + x) * 4; x < region.x + region.width; x += 1, at += 4)
      if (isNear(rgba, at, first, tolerance) && hasOthers(x, y)) return { x, y }
  return null
}

/** Whether all points have their colours. */
export function compareColors(
  screen: ScreenPixels,
  points: { x: number; y: number; color: string }[],
  tolerance: number,
): boolean {
  const { width, height, rgba } = screen
  return points.every(({ x, y, color }) => {
    if (x < 0 || y < 0 || x >= width || y >= height)
      throw new LookRefused('pointOutside', String(width), String(height))
    const at = (Math.floor(y) * width + Math.floor(x)) * 4
    return isNear(rgba, at, parseColor(color), tolerance)
  })
}
