import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { ScreenPixels } from '../drivers/device-driver.ts'
import { type ColorSearch, colorAt, compareColors, findColors } from './colors.ts'
import { findPicture, type Match, type PictureSearch, type Rectangle } from './find-pictures.ts'
import { LeastRecentlyUsed } from './least-recently-used.ts'
import { Picture, toCanvas } from './pictures.ts'
import { withScreenSize } from './png-text.ts'
import { LookRefused } from './refusals.ts'
import type { Screen } from './screen.ts'
import { SimdKernel } from './simd-kernel.ts'
import { decodeVideo } from './video-looks.ts'

export interface NamedPicture {
  name: string | number
  /** PNG or JPEG in base64. */
  picture: string
}
export interface NamedMatch extends Match {
  name: string | number
}
interface Shot {
  region: Rectangle
  format: 'jpeg' | 'png'
  /** Percent. */
  quality: number
  scale: number
}

const pictureBytes = 32 * 1024 * 1024
const pictures = new LeastRecentlyUsed<string, Picture>(pictureBytes)
const kernel = new SimdKernel()
/** Cells of 8 × 8 pixels are compared; a smaller difference of their grey is noise. Frames of a video have more. */
const cellLevel = 3
const noise = { captured: 6, video: 12 } as const

async function openPicture(base64: string): Promise<Picture> {
  const known = pictures.get(base64)
  if (known) return known
  const picture = await Picture.decode(base64)
  pictures.set(base64, picture)
  return picture
}

/** What scripts ask about frames. */
export const looks = {
  decodeVideo,

  colors: ([screen]: [Screen], points: { x: number; y: number }[]) =>
    points.map(({ x, y }) => colorAt(screen.pixels, x, y)),

  findColors: ([screen]: [Screen], search: ColorSearch) => findColors(screen.pixels, search),

  compareColors: (
    [screen]: [Screen],
    { points, tolerance }: { points: { x: number; y: number; color: string }[]; tolerance: number },
  ) => compareColors(screen.pixels, points, tolerance),

  /** All matches are sorted by score. */
  findPictures: async (
    [screen]: [Screen],
    { pictures: wanted, search }: { pictures: NamedPicture[]; search: PictureSearch },
  ): Promise<NamedMatch[]> => {
    const found: NamedMatch[] = []
    for (const { name, picture } of wanted) {
      try {
        const opened = await openPicture(picture)
        found.push(...findPicture(kernel, screen, opened, search).map((match) => ({ name, ...match })))
      } catch (error) {
        if (error instanceof LookRefused && wanted.length > 1) error.subject = String(name)
        throw error
      } finally {
        pictures.trim()
      }
    }
    return found.sort((a, b) => b.score - a.score)
  },

  /** A PNG in base64 that knows the width of its screen. */
  cut: async ([screen]: [Screen], region: Rectangle): Promise<string> => {
    const png = await part(screen.pixels, region, 100).encode('png')
    return withScreenSize(png, screen.pixels).toString('base64')
  },

  screenshot: async ([screen]: [Screen], { region, format, quality, scale }: Shot) => {
    const canvas = part(screen.pixels, region, scale)
    const file = format === 'png' ? await canvas.encode('png') : await canvas.encode('jpeg', quality)
    return { width: canvas.width, height: canvas.height, base64: file.toString('base64') }
  },

  /** Fraction of the region that differs between two frames, 0 to 1. */
  changedShare: (
    [before, after]: [Screen, Screen],
    { of, ...region }: Rectangle & { of: keyof typeof noise },
  ): number => {
    const [a, b] = [before.pyramid.grey(cellLevel), after.pyramid.grey(cellLevel)]
    if (a.width !== b.width || a.height !== b.height) return 1
    const side = 2 ** cellLevel
    const [left, top] = [Math.floor(region.x / side), Math.floor(region.y / side)]
    const right = Math.min(a.width, Math.ceil((region.x + region.width) / side))
    const bottom = Math.min(a.height, Math.ceil((region.y + region.height) / side))
    let [changed, count] = [0, 0]
    for (let y = top; y < bottom; y += 1)
      for (let x = left, at = y * a.width + left; x < right; x += 1, at += 1) {
        count += 1
        if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > noise[of]) changed += 1
      }
    return count ? changed / count : 0
  },
}

/** Part of a screen, at a scale in percent. */
function part(screen: ScreenPixels, { x, y, width, height }: Rectangle, scale: number): Canvas {
  const own = { width, height, rgba: new Uint8ClampedArray(width * height * 4) }
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * screen.width + x) * 4
    own.rgba.set(screen.rgba.subarray(from, from + width * 4), row * width * 4)
  }
  const canvas = toCanvas(own)
  if (scale === 100) return canvas
  const side = (pixels: number) => Math.max(1, Math.round((pixels * scale) / 100))
  const smaller = createCanvas(side(width), side(height))
  smaller.getContext('2d').drawImage(canvas, 0, 0, smaller.width, smaller.height)
  return smaller
}
