import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Rectangle } from '../find-pictures.ts'
import { type OcrModels, runModel } from './models.ts'
import { fillPlanes } from './planes.ts'

export interface RecognisedText extends Rectangle {
  text: string
  /** 0 to 1. */
  confidence: number
}

/** Height of the lines that the model reads. */
const height = 48
const mostWidth = 3200
/** Lines of one pass, and their total width. */
const most = { lines: 8, width: 3200 }
const leastConfidence = 0.5
const normal = { means: [0.5, 0.5, 0.5], deviations: [0.5, 0.5, 0.5] }

interface Line {
  box: Rectangle
  /** At the model's height. */
  width: number
}

/** The text of each line; those that cannot be read are missing. */
export async function recognise(
  models: OcrModels,
  screen: Canvas,
  boxes: Rectangle[],
): Promise<RecognisedText[]> {
  const lines = boxes
    .filter(({ width, height: own }) => width > 0 && own > 0)
    .map((box) => ({
      box,
      width: Math.min(mostWidth, Math.max(16, Math.round((height * box.width) / box.height))),
    }))
    .sort((a, b) => a.width - b.width)
  const found: RecognisedText[] = []
  for (let from = 0; from < lines.length; ) {
    const batch = takeBatch(lines, from)
    from += batch.length
    found.push(...(await readBatch(models, screen, batch)))
  }
  return found.filter(({ text, confidence }) => text.trim() && confidence >= leastConfidence)
}

/** Lines of similar width: all are as wide as the widest. */
function takeBatch(lines: Line[], from: number): Line[] {
  let to = from + 1
  while (to < lines.length && to - from < most.lines) {
    const width = lines[to]?.width ?? 0
    if (width * (to - from + 1) > most.width || width > (lines[from]?.width ?? 0) * 1.3 + 32) break
    to += 1
  }
  return lines.slice(from, to)
}

async function readBatch(models: OcrModels, screen: Canvas, batch: Line[]): Promise<RecognisedText[]> {
  const width = Math.max(...batch.map((line) => line.width))
  const size = 3 * height * width
  const values = new Float32Array(size * batch.length)
  for (const [index, { box, width: own }] of batch.entries()) {
    const context = createCanvas(own, height).getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(screen, box.x, box.y, box.width, box.height, 0, 0, own, height)
    const pixels = context.getImageData(0, 0, own, height)
    fillPlanes(values.subarray(index * size, (index + 1) * size), pixels, normal, width)
  }
  const input = models.tensor(values, [batch.length, 3, height, width])
  const { values: scores, shape } = await runModel(models.recognition, input)
  const [, steps = 0, classes = 0] = shape
  return batch.map(({ box }, index) => {
    const own = scores.subarray(index * steps * classes, (index + 1) * steps * classes)
    return { ...decodeSteps(own, classes, models.characters), ...box }
  })
}

/** The likeliest class of each step, without repetitions and without class 0, which separates them. */
function decodeSteps(scores: Float32Array, classes: number, characters: string[]) {
  let [text, sum, count, last] = ['', 0, 0, 0]
  for (let from = 0; from < scores.length; from += classes) {
    let best = 0
    for (let at = 1; at < classes; at += 1)
      if ((scores[from + at] ?? 0) > (scores[from + best] ?? 0)) best = at
    if (best !== 0 && best !== last) {
      text += characters[best - 1] ?? ''
      sum += scores[from + best] ?? 0
      count += 1
    }
    last = best
  }
  return { text, confidence: count ? Math.round((sum / count) * 1000) / 1000 : 0 }
}
