import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Rect } from '../geometry.ts'

export interface Shadow {
  colour: string
  /** Pixels of the frame, whatever the scale. */
  blur: number
}

/** Position of a box in the frame, in its pixels. */
interface Placed extends Rect {
  radius: number
}

/** Maximum of all cached pixels, 4 bytes each. */
const maxPixels = 4_000_000
/** Bytes per pixel. */
const finest = 16

/** Least recently used first. A blur takes longer than the rest of a frame, and most boxes stay the same. */
const cache = new Map<string, Canvas>()
let maxCachedPixels = 0

/** Everything painted from now on gets a soft shadow. */
export function castShadow(context: SKRSContext2D, { colour, blur }: Shadow): void {
  context.shadowColor = colour
  context.shadowBlur = blur
  context.shadowOffsetY = blur / 4
}

/** Fills a rounded rectangle with its shadow. */
export function fillShadowed(
  context: SKRSContext2D,
  rect: Rect,
  style: { fill: string; radius: number; shadow: Shadow },
): void {
  const { a, d, e, f } = context.getTransform()
  const margin = 2 * style.shadow.blur
  const x = snapped(a * rect.x + e)
  const y = snapped(d * rect.y + f)
  const [left, top] = [Math.floor(x - margin), Math.floor(y - margin)]
  const size = { width: a * rect.width, height: d * rect.height }
  const placed = { x: x - left, y: y - top, ...size, radius: style.radius * a }
  context.save()
  context.resetTransform()
  context.drawImage(cachedBox(placed, margin, style), left, top)
  context.restore()
}

function cachedBox(
  placed: Placed,
  margin: number,
  { fill, shadow }: { fill: string; shadow: Shadow },
): Canvas {
  const { x, y, width, height, radius } = placed
  const key = [x, y, width, height, radius, fill, shadow.colour, shadow.blur].join(' ')
  let box = cache.get(key)
  cache.delete(key)
  if (!box) {
    box = createCanvas(Math.ceil(x + width + margin), Math.ceil(y + height + margin))
    const context = box.getContext('2d')
    castShadow(context, shadow)
    context.fillStyle = fill
    context.beginPath()
    context.roundRect(x, y, width, height, radius)
    context.fill()
    maxCachedPixels += pixelsOf(box)
  }
  cache.set(key, box)
  for (const [oldest, other] of cache) {
    if (maxCachedPixels <= maxPixels || other === box) break
    cache.delete(oldest)
    maxCachedPixels -= pixelsOf(other)
  }
  return box
}

const snapped = (at: number) => Math.round(at * finest) / finest
const pixelsOf = ({ width, height }: Canvas) => width * height
