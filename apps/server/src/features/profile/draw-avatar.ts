import { createCanvas, loadImage } from '@napi-rs/canvas'
import { AppError } from '../../platform/core/app-error.ts'
import { imageSize } from './image-size.ts'

/** Width and height of a stored avatar. */
const avatarPx = 200
/** Decoding takes four bytes per pixel; a file of a few kilobytes can claim more pixels than fit into memory. */
const maxPixels = 25_000_000

/** The centre of a picture as PNG; only pixels are kept, no metadata. */
export async function drawAvatar(content: Buffer): Promise<Buffer> {
  const size = imageSize(content)
  if (!size) throw new AppError('avatarNotImage')
  if (size.width * size.height > maxPixels) throw new AppError('avatarTooManyPixels')
  const image = await loadImage(content).catch(() => {
    throw new AppError('avatarNotImage')
  })
  const side = Math.min(image.width, image.height)
  if (side < 1) throw new AppError('avatarNotImage')
  const canvas = createCanvas(avatarPx, avatarPx)
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
  canvas.getContext('2d').drawImage(image, left, top, side, side, 0, 0, avatarPx, avatarPx)
  return canvas.encode('png')
}
