import type { ScreenPixels } from '../drivers/device-driver.ts'

export interface SearchArea {
  x: number
  y: number
  width?: number | undefined
  height?: number | undefined
  tolerance: number
}
type Color = [red: number, green: number, blue: number]

/** #rrggbb. */
export function parseColor(text: unknown): Color {
  const found = /^#?([0-9a-f]{6})$/i.exec(String(text))?.[1]
  if (!found) throw new Error('device.findColor: a colour is written like #rrggbb')
  const value = Number.parseInt(found, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function colorText({ rgba, width }: ScreenPixels, x: number, y: number): string {
  const at = (y * width + x) * 4
  const parts = [rgba[at], rgba[at + 1], rgba[at + 2]]
  return `#${parts.map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('')}`
}

/** The first pixel of the colour, row by row from the upper left; null when there is none. */
export function findColor(
  { rgba, width, height }: ScreenPixels,
  [red, green, blue]: Color,
  area: SearchArea,
): { x: number; y: number } | null {
  const { tolerance } = area
  const left = Math.max(0, Math.floor(area.x))
  const top = Math.max(0, Math.floor(area.y))
  const right = Math.min(width, left + (area.width ?? width))
  const bottom = Math.min(height, top + (area.height ?? height))
  const isNear = (index: number, wanted: number) => Math.abs((rgba[index] ?? 0) - wanted) <= tolerance
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4
      if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) return { x, y }
    }
  return null
}
