import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { ScreenPixels } from '../drivers/device-driver.ts'

/** The pixels of a PNG or JPEG in base64. */
export async function decodePicture(base64: string): Promise<ScreenPixels> {
  const image = await loadImage(Buffer.from(base64, 'base64')).catch(() => undefined)
  if (!image?.width) throw new Error('device.findPicture: this is neither a PNG nor a JPEG in base64')
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}

/** A part of the screen as a PNG in base64. */
export function cutOut(
  screen: ScreenPixels,
  [x, y, width, height]: [x: number, y: number, width: number, height: number],
): string {
  if (x < 0 || y < 0 || x + width > screen.width || y + height > screen.height)
    throw new Error('device.cut: outside the screen')
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(width, height)
  for (let row = 0; row < height; row += 1) {
    const from = ((Math.floor(y) + row) * screen.width + Math.floor(x)) * 4
    pixels.data.set(screen.rgba.subarray(from, from + width * 4), row * width * 4)
  }
  context.putImageData(pixels, 0, 0)
  return canvas.toBuffer('image/png').toString('base64')
}
