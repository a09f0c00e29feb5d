import type { ScreenSize } from '../device-driver.ts'
import type { Pixel } from '../finger-paths.ts'

/** The pixel at a fraction of the screen; a fraction of 1 is the last pixel. */
export function toPixel({ x, y }: Pixel, { width, height }: ScreenSize): Pixel {
  const at = (share: number, side: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  return { x: at(x, width), y: at(y, height) }
}
