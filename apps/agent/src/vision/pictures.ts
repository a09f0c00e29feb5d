import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { ScreenPixels } from '../drivers/device-driver.ts'
import { type Template, toTemplate } from './correlate.ts'
import { toGrey } from './planes.ts'
import { readScreenSize, type ScreenOfPicture } from './png-text.ts'
import { Pyramid } from './pyramid.ts'
import { LookRefused } from './refusals.ts'

/** Larger screens and pictures are refused. */
const mostPixels = 16_000_000
/** From here on the canvas is kept for the next one of that size: a new one costs as much time as decoding. */
const keptPixels = 250_000
let kept: Canvas | undefined

/** The pixels of a PNG or JPEG; undefined if it is neither, or damaged. */
export async function decode(file: Buffer): Promise<ScreenPixels | undefined> {
  const image = await loadImage(file).catch(() => undefined)
  if (!image?.width) return undefined
  const { width, height } = image
  if (width * height > mostPixels) throw new LookRefused('pictureTooLarge')
  const context = emptyCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}

export function emptyCanvas(width: number, height: number): Canvas {
  if (width * height < keptPixels) return createCanvas(width, height)
  if (kept?.width !== width || kept.height !== height) kept = createCanvas(width, height)
  else kept.getContext('2d').clearRect(0, 0, width, height)
  return kept
}

export function toCanvas({ width, height, rgba }: ScreenPixels): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  image.data.set(rgba)
  context.putImageData(image, 0, 0)
  return canvas
}

/** A picture at one size, with its templates. */
export class SizedPicture {
  readonly pixels: ScreenPixels
  readonly #pyramid: Pyramid
  readonly #templates = new Map<string, Template | undefined>()

  constructor(pixels: ScreenPixels) {
    this.pixels = pixels
    this.#pyramid = new Pyramid(toGrey(pixels))
  }

  template(of: 'grey' | 'edges', level: number): Template | undefined {
    const key = `${of} ${level}`
    if (!this.#templates.has(key)) this.#templates.set(key, toTemplate(this.#pyramid[of](level)))
    return this.#templates.get(key)
  }
}

/** A picture to find, in the sizes in which it was looked for. */
export class Picture {
  /** That it was cut out of, if known. */
  readonly screen: ScreenOfPicture | undefined
  readonly width: number
  readonly height: number
  readonly #canvas: Canvas
  readonly #sized = new Map<string, SizedPicture>()

  constructor(pixels: ScreenPixels, screen: ScreenOfPicture | undefined) {
    this.width = pixels.width
    this.height = pixels.height
    this.screen = screen
    this.#canvas = toCanvas(pixels)
    this.#sized.set(`${pixels.width} ${pixels.height}`, new SizedPicture(pixels))
  }

  static async decode(base64: string): Promise<Picture> {
    const file = Buffer.from(base64, 'base64')
    const pixels = await decode(file)
    if (!pixels) throw new LookRefused('pictureUnreadable')
    return new Picture(pixels, readScreenSize(file))
  }

  /** Memory in all its sizes. */
  get bytes(): number {
    let bytes = this.width * this.height * 4
    for (const { pixels } of this.#sized.values()) bytes += pixels.rgba.length * 2
    return bytes
  }

  /** Undefined if nothing would be left of it. */
  at(scale: number): SizedPicture | undefined {
    const width = Math.round(this.width * scale)
    const height = Math.round(this.height * scale)
    if (width < 4 || height < 4 || width * height > mostPixels) return undefined
    const key = `${width} ${height}`
    const known = this.#sized.get(key)
    if (known) return known
    const context = createCanvas(width, height).getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(this.#canvas, 0, 0, width, height)
    const made = new SizedPicture({ width, height, rgba: context.getImageData(0, 0, width, height).data })
    this.#sized.set(key, made)
    return made
  }
}
