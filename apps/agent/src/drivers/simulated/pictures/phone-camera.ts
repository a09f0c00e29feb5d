import { timeCodeCells, timeCodeColumns, timeCodeRows, timeCodeShare } from '@fleetdeck/contract/time-code'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { RawPicture } from '../../../video/rtc-encoder.ts'
import type { ScreenPixels, ScreenText } from '../../device-driver.ts'
import { layoutOf } from '../rotation.ts'
import { loadFonts } from './fonts.ts'
import { type Backdrops, Pen } from './pen.ts'
import { drawPhone } from './phone-picture.ts'
import type { Scene } from './scene.ts'

export interface Photo {
  jpeg: Uint8Array
  width: number
  height: number
  /** Milliseconds. */
  captureMs: number
  encodeMs: number
}

/** Captures frames of a phone's screen; the canvas is reused for the same size. */
export class PhoneCamera {
  #canvas: Canvas | undefined
  readonly #backdrops: Backdrops = new Map()

  constructor() {
    loadFonts()
  }

  /** Encoding runs outside the event loop. The canvas must not change during this time: one call at a time. */
  async take(scene: Scene, scalePercent: number, quality: number): Promise<Photo> {
    const { width, height, density } = layoutOf(scene.state)
    const percent = scalePercent * density
    const began = performance.now()
    const canvas = this.#draw(scene, scaledSide(width, percent), scaledSide(height, percent))
    const drawn = performance.now()
    const jpeg = await canvas.encode('jpeg', quality)
    const took = { captureMs: drawn - began, encodeMs: performance.now() - drawn }
    return { jpeg, width: canvas.width, height: canvas.height, ...took }
  }

  /**
   * For video, whose sides are even. The frame is valid until `use` returns and its memory is then freed immediately.
   * Left to the garbage collector, a hundred megabytes per second would pause the process repeatedly.
   */
  shoot(scene: Scene, scalePercent: number, use: (picture: RawPicture) => void): void {
    const { width, height, density } = layoutOf(scene.state)
    const percent = scalePercent * density
    const canvas = this.#draw(scene, evenSide(width, percent), evenSide(height, percent))
    const rgba = canvas.data()
    try {
      use({ width: canvas.width, height: canvas.height, rgba })
    } finally {
      ;(rgba.buffer as ArrayBuffer).transfer(0)
    }
  }

  #draw(scene: Scene, width: number, height: number): Canvas {
    const layout = layoutOf(scene.state)
    const canvas = this.#ensureCanvas(width, height)
    const context = canvas.getContext('2d')
    context.setTransform(width / layout.width, 0, 0, height / layout.height, 0, 0)
    const pen = new Pen(context, this.#backdrops)
    drawPhone(pen, scene)
    if (scene.inputs !== undefined) drawTimeCode(pen, scene, scene.inputs)
    return canvas
  }

  /** The screen in full size. */
  render(scene: Scene): ScreenPixels {
    const { context } = this.#drawInFull(scene)
    const { width, height } = context.canvas
    return { width, height, rgba: context.getImageData(0, 0, width, height).data }
  }

  /** The texts on the screen, in its pixels. */
  readTexts(scene: Scene): ScreenText[] {
    return this.#drawInFull(scene).texts
  }

  #drawInFull(scene: Scene) {
    const { width, height, density } = layoutOf(scene.state)
    const context = createCanvas(width * density, height * density).getContext('2d')
    context.scale(density, density)
    const texts: ScreenText[] = []
    drawPhone(new Pen(context, this.#backdrops, texts), scene)
    return { context, texts }
  }

  #ensureCanvas(width: number, height: number): Canvas {
    const canvas = this.#canvas
    if (canvas?.width === width && canvas.height === height) return canvas
    this.#canvas = createCanvas(Math.max(1, width), Math.max(1, height))
    return this.#canvas
  }
}

const scaledSide = (length: number, percent: number) => Math.round((length * percent) / 100)
const evenSide = (length: number, percent: number) => Math.max(2, 2 * Math.round((length * percent) / 200))

function drawTimeCode(pen: Pen, { state, now }: Scene, inputs: number): void {
  const width = layoutOf(state).width / timeCodeColumns
  const height = (layoutOf(state).height * timeCodeShare) / timeCodeRows
  for (const [at, isWhite] of timeCodeCells({ time: now, inputs }).entries()) {
    const place = { x: (at % timeCodeColumns) * width, y: Math.floor(at / timeCodeColumns) * height }
    pen.box({ ...place, width, height }, isWhite ? '#ffffff' : '#000000')
  }
}
