import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { ScreenText } from '../../device-driver.ts'
import type { Point, Rect } from '../geometry.ts'
import { fontFamily } from './fonts.ts'
import { castShadow, fillShadowed, type Shadow } from './shadowed-boxes.ts'

export interface TextStyle {
  size: number
  colour?: string
  bold?: boolean
  align?: 'left' | 'center' | 'right'
  /** Truncated with an ellipsis beyond this many pixels. */
  maxWidth?: number
}

/** Full-screen layers that seldom change, by name: drawn once for each key. */
export type Backdrops = Map<string, { key: string; canvas: Canvas; texts: ScreenText[] }>

const glyphGrid = 24
const parsed = new Map<string, Path2D>()

/** The drawing primitives of a phone's screen. Text is centred vertically on its line. */
export class Pen {
  readonly context: SKRSContext2D
  readonly #backdrops: Backdrops

  /** Collects the drawn texts, if requested. */
  readonly texts: ScreenText[] | undefined

  constructor(context: SKRSContext2D, backdrops: Backdrops = new Map(), texts?: ScreenText[]) {
    this.context = context
    this.#backdrops = backdrops
    this.texts = texts
  }

  /** Paints the whole screen with the pixels that `draw` painted for the same key. */
  backdrop(name: string, key: string, draw: (pen: Pen) => void): void {
    const { context } = this
    const { width, height } = context.canvas
    const sizedKey = `${width} ${height} ${key}`
    let cached = this.#backdrops.get(name)
    if (cached?.key !== sizedKey) {
      cached = { key: sizedKey, canvas: createCanvas(width, height), texts: [] }
      const layer = cached.canvas.getContext('2d')
      layer.setTransform(context.getTransform())
      draw(new Pen(layer, this.#backdrops, cached.texts))
      this.#backdrops.set(name, cached)
    }
    context.save()
    context.resetTransform()
    context.drawImage(cached.canvas, 0, 0)
    context.restore()
    this.texts?.push(...cached.texts)
  }

  /** Draws without collecting the texts: others will soon cover them. */
  withoutTexts(draw: (pen: Pen) => void): void {
    draw(new Pen(this.context, this.#backdrops))
  }

  box(rect: Rect, fill: string | CanvasGradientLike, radius = 0): void {
    const { context } = this
    context.fillStyle = fill
    context.beginPath()
    context.roundRect(rect.x, rect.y, rect.width, rect.height, radius)
    context.fill()
  }

  outline(rect: Rect, colour: string, radius = 0, width = 1): void {
    const { context } = this
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.roundRect(rect.x, rect.y, rect.width, rect.height, radius)
    context.stroke()
  }

  disc({ x, y }: Point, radius: number, fill: string | CanvasGradientLike): void {
    const { context } = this
    context.fillStyle = fill
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fill()
  }

  text(words: string, { x, y }: Point, style: TextStyle): void {
    const { context } = this
    context.font = `${style.bold ? 700 : 400} ${style.size}px ${fontFamily}`
    context.textAlign = style.align ?? 'left'
    context.textBaseline = 'alphabetic'
    context.fillStyle = style.colour ?? '#1c1f26'
    const shown = style.maxWidth === undefined ? words : this.#cut(words, style.maxWidth)
    context.fillText(shown, x, y + style.size * 0.36)
    this.texts?.push(this.#measureText(shown, { x, y }, style))
  }

  measureWidth(words: string, size: number, bold = false): number {
    this.context.font = `${bold ? 700 : 400} ${size}px ${fontFamily}`
    return this.context.measureText(words).width
  }

  /** A path on a grid of 24 by 24, scaled to the square. */
  glyph(path: string, rect: Rect, colour: string): void {
    const { context } = this
    const shape = parsed.get(path) ?? new Path2D(path)
    parsed.set(path, shape)
    context.save()
    context.translate(rect.x, rect.y)
    context.scale(rect.width / glyphGrid, rect.height / glyphGrid)
    context.fillStyle = colour
    context.fill(shape, 'evenodd')
    context.restore()
  }

  /** From the upper to the lower edge of the rectangle. */
  downward({ x, y, height }: Rect, from: string, to: string): CanvasGradientLike {
    const gradient = this.context.createLinearGradient(x, y, x, y + height)
    gradient.addColorStop(0, from)
    gradient.addColorStop(1, to)
    return gradient
  }

  /** Draws inside the rounded rectangle only. */
  within(rect: Rect, radius: number, draw: () => void): void {
    const { context } = this
    context.save()
    context.beginPath()
    context.roundRect(rect.x, rect.y, rect.width, rect.height, radius)
    context.clip()
    draw()
    context.restore()
  }

  /** A box whose shadow is cached, as long as neither the box nor its sub-pixel position changes. */
  shadowedBox(rect: Rect, fill: string, radius: number, shadow: Shadow): void {
    fillShadowed(this.context, rect, { fill, radius, shadow })
  }

  shadowedDisc({ x, y }: Point, radius: number, fill: string, shadow: Shadow): void {
    const around = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
    this.shadowedBox(around, fill, radius, shadow)
  }

  /** What `draw` paints, with a soft shadow below it: slow, for layers that are cached as a whole. */
  shadowed(shadow: Shadow, draw: () => void): void {
    const { context } = this
    context.save()
    castShadow(context, shadow)
    draw()
    context.restore()
  }

  #measureText(text: string, at: Point, { size, align = 'left' }: TextStyle): ScreenText {
    const long = this.context.measureText(text).width
    const before = align === 'left' ? 0 : align === 'right' ? long : long / 2
    const { a, d, e, f } = this.context.getTransform()
    return {
      text,
      x: Math.round(a * (at.x - before) + e),
      y: Math.round(d * (at.y - size / 2) + f),
      width: Math.round(a * long),
      height: Math.round(d * size),
    }
  }

  #cut(words: string, maxWidth: number): string {
    if (this.context.measureText(words).width <= maxWidth) return words
    let letters = [...words]
    while (letters.length > 1 && this.context.measureText(`${letters.join('')}…`).width > maxWidth)
      letters = letters.slice(0, -1)
    return `${letters.join('')}…`
  }
}

export type CanvasGradientLike = ReturnType<SKRSContext2D['createLinearGradient']>
