import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Rectangle } from '../find-pictures.ts'
import { type OcrModels, runModel } from './models.ts'
import { fillPlanes } from './planes.ts'

/** The model needs sides that are multiples of this. */
const step = 32
const leastProbability = 0.3
/** Mean probability within a line. */
const leastScore = 0.6
/** The model marks the inner part of a line, which is this much smaller. */
const unclip = 1.6
const leastSide = 3
const mostLines = 500
/** Means and deviations of the pictures that the model was trained with. */
const normal = { means: [0.485, 0.456, 0.406], deviations: [0.229, 0.224, 0.225] }

/** Level lines of text by a DB model: connected parts of its map of probabilities. */
export async function detectLines(
  { detection, tensor }: OcrModels,
  screen: Canvas,
  { region, scale }: { region: Rectangle; scale: number },
): Promise<Rectangle[]> {
  const side = (length: number) => Math.max(step, Math.round((length * scale) / step) * step)
  const [width, height] = [side(region.width), side(region.height)]
  const context = createCanvas(width, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(screen, region.x, region.y, region.width, region.height, 0, 0, width, height)
  const values = new Float32Array(3 * width * height)
  fillPlanes(values, context.getImageData(0, 0, width, height), normal)
  const map = await runModel(detection, tensor(values, [1, 3, height, width]))
  const [across, down] = [region.width / width, region.height / height]
  return connectedParts(map.values, width, height).map((box) => {
    const margin = (box.width * box.height * unclip) / (2 * (box.width + box.height))
    const left = Math.max(0, (box.x - margin) * across)
    const top = Math.max(0, (box.y - margin) * down)
    const right = Math.min(region.width, (box.x + box.width + margin) * across)
    const bottom = Math.min(region.height, (box.y + box.height + margin) * down)
    return {
      x: Math.round(region.x + left),
      y: Math.round(region.y + top),
      width: Math.round(right - left),
      height: Math.round(bottom - top),
    }
  })
}

/** Boxes around the connected parts of the map that are probably text. */
function connectedParts(map: Float32Array, width: number, height: number): Rectangle[] {
  const inner = new Uint8Array(map.length)
  for (let at = 0; at < map.length; at += 1) inner[at] = (map[at] ?? 0) >= leastProbability ? 1 : 0
  const open = new Int32Array(width * height)
  const found: Rectangle[] = []
  for (let start = 0; start < map.length && found.length < mostLines; start += 1) {
    if (inner[start] !== 1) continue
    const count = floodPart(inner, open, start, width)
    const box = boxAround(open.subarray(0, count), width)
    let sum = 0
    for (let at = 0; at < count; at += 1) sum += map[open[at] ?? 0] ?? 0
    if (sum / count >= leastScore && Math.min(box.width, box.height) >= leastSide) found.push(box)
  }
  return found
}

/** Takes the part around `start` out of `inner` and lists it in `part`; returns its size. */
function floodPart(inner: Uint8Array, part: Int32Array, start: number, width: number): number {
  let count = 0
  const take = (at: number) => {
    if (inner[at] !== 1) return
    inner[at] = 0
    part[count] = at
    count += 1
  }
  take(start)
  for (let next = 0; next < count; next += 1) {
    const at = part[next] ?? 0
    if (at % width > 0) take(at - 1)
    if (at % width < width - 1) take(at + 1)
    take(at - width)
    take(at + width)
  }
  return count
}

function boxAround(part: Int32Array, width: number): Rectangle {
  let [left, right, top, bottom] = [width, 0, Number.MAX_SAFE_INTEGER, 0]
  for (const at of part) {
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
