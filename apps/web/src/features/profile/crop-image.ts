import type { Area } from 'react-easy-crop'

/** Width and height of a stored avatar. */
export const avatarPx = 200

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('not an image'))
    image.src = address
  })
}

/** The picture rotated about its centre, on a canvas large enough for all of it. */
function rotate(image: HTMLImageElement, degrees: number): HTMLCanvasElement {
  const angle = (degrees * Math.PI) / 180
  const { sin, cos, abs } = Math
  const canvas = document.createElement('canvas')
  canvas.width = abs(cos(angle) * image.width) + abs(sin(angle) * image.height)
  canvas.height = abs(sin(angle) * image.width) + abs(cos(angle) * image.height)
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate(angle)
  context?.drawImage(image, -image.width / 2, -image.height / 2)
  return canvas
}

/** Draws the selected area, 200 × 200; `area` is in pixels of the rotated picture. */
export async function cropImage(address: string, area: Area, degrees: number): Promise<HTMLCanvasElement> {
  const source = rotate(await loadImage(address), degrees)
  const canvas = document.createElement('canvas')
  canvas.width = avatarPx
  canvas.height = avatarPx
  const context = canvas.getContext('2d')
  context?.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, avatarPx, avatarPx)
  return canvas
}

export function toPng(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'avatar.png', { type: 'image/png' }))
      else reject(new Error('the picture could not be drawn'))
    }, 'image/png'),
  )
}
