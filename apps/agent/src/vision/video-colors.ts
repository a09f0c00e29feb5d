import { screenIn } from '../drivers/adb/display-geometry.ts'
import type { ScreenPixels, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'
import { emptyCanvas, toCanvas } from './pictures.ts'

/** Shares of red and blue in the brightness (ITU-T H.264, table E-5). */
const weights = { bt601: { red: 0.299, blue: 0.114 }, bt709: { red: 0.2126, blue: 0.0722 } } as const

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

/** In the size of the screen, so that positions and pictures fit; without bars around it. */
export function fitToScreen(pixels: ScreenPixels, { width, height }: ScreenSize): ScreenPixels {
  if (pixels.width === width && pixels.height === height) return pixels
  const shown = screenIn(pixels, { width, height })
  const context = emptyCanvas(width, height).getContext('2d')
  context.drawImage(toCanvas(pixels), shown.x, shown.y, shown.width, shown.height, 0, 0, width, height)
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}
