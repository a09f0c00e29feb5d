import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { loadFonts } from './fonts.ts'
import { type Backdrops, Pen } from './pen.ts'
import { drawPhone } from './phone-picture.ts'
import type { Scene } from './scene.ts'

export interface Photo {
  jpeg: Uint8Array
  width: number
  height: number
}

/** Takes pictures of a phone's screen; the canvas is kept between two of the same size. */
export class PhoneCamera {
  #canvas: Canvas | undefined
  readonly #backdrops: Backdrops = new Map()

  constructor() {
    loadFonts()
  }

  /** The coding runs beside the event loop. The canvas must not be drawn on meanwhile: one call at a time. */
  async take(scene: Scene, scalePercent: number, quality: number): Promise<Photo> {
    const { profile } = scene.state
    const scale = scalePercent / 100
    const canvas = this.#canvasOf(Math.round(profile.width * scale), Math.round(profile.height * scale))
    const context = canvas.getContext('2d')
    context.setTransform(canvas.width / profile.width, 0, 0, canvas.height / profile.height, 0, 0)
    drawPhone(new Pen(context, this.#backdrops), scene)
    const jpeg = await canvas.encode('jpeg', quality)
    return { jpeg, width: canvas.width, height: canvas.height }
  }

  #canvasOf(width: number, height: number): Canvas {
    const kept = this.#canvas
    if (kept?.width === width && kept.height === height) return kept
    this.#canvas = createCanvas(Math.max(1, width), Math.max(1, height))
    return this.#canvas
  }
}
