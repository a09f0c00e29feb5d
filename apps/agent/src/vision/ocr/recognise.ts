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
/** Lines are read in this share of their width: a fifth less time for the same characters. */
const narrowing = 0.8
/** Ground after the last character, which is read worse at an edge. */
const margin = 24
const mostWidth = 3200
const leastConfidence = 0.5
const normal = { means: [0.5, 0.5, 0.5], deviations: [0.5, 0.5, 0.5] }

/** The text of each line; those that cannot be read are missing. */
export async function recognise(
  models: OcrModels,
  screen: Canvas,
  boxes: Rectangle[],
): Promise<RecognisedText[]> {
  const found: RecognisedText[] = []
  // One by one: with one thread, a pass of several lines takes longer than they do.
  for (const box of boxes) {
    if (box.width <= 0 || box.height <= 0) continue
    const read = await readLine(models, screen, box)
    if (read.text.trim() && read.confidence >= leastConfidence) found.push({ ...read, ...box })
  }
  return found
}

async function readLine(models: OcrModels, screen: Canvas, box: Rectangle) {
  const wanted = Math.round((narrowing * height * box.width) / box.height)
  const own = Math.min(mostWidth, Math.max(16, wanted))
  const width = own + margin
  const context = createCanvas(own, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(screen, box.x, box.y, box.width, box.height, 0, 0, own, height)
  const values = new Float32Array(3 * height * width)
  fillPlanes(values, context.getImageData(0, 0, own, height), normal, width)
  const { values: scores, shape } = await runModel(
    models.recognition,
    models.tensor(values, [1, 3, height, width]),
  )
  return decodeSteps(scores, shape[2] ?? 0, models.characters)
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
