import { type Canvas, createCanvas, type ImageData } from '@napi-rs/canvas'
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
/** Lines are read in this share of their width, which saves time for the same characters. */
const narrowing = { narrowLetters: 0.8, wideLetters: 0.6 }
/** Mean distance of wide letters, such as Chinese ones, in heights of their line; and of what is no line of letters. */
const wideLetters = { least: 0.56, most: 2 }
/** Difference of brightness within a column with part of a letter, as a share of the one within the line. */
const leastInk = 0.3
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
  const wide = drawLine(screen, box, narrowing.narrowLetters)
  const letter = wide.width / (narrowing.narrowLetters * height * countLetters(wide))
  const isWide = letter >= wideLetters.least && letter <= wideLetters.most
  const line = isWide ? drawLine(screen, box, narrowing.wideLetters) : wide
  const width = line.width + margin
  const values = new Float32Array(3 * height * width)
  fillPlanes(values, line, normal, width)
  const { values: scores, shape } = await runModel(
    models.recognition,
    models.tensor(values, [1, 3, height, width]),
  )
  return decodeSteps(scores, shape[2] ?? 0, models.characters)
}

function drawLine(screen: Canvas, box: Rectangle, share: number): ImageData {
  const wanted = Math.round((share * height * box.width) / box.height)
  const width = Math.min(mostWidth, Math.max(16, wanted))
  const context = createCanvas(width, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(screen, box.x, box.y, box.width, box.height, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** Letters, or parts of them, that stand apart. */
function countLetters({ width, data }: ImageData): number {
  const darkest = new Uint8Array(width).fill(255)
  const lightest = new Uint8Array(width)
  // Green is nearest to the brightness.
  for (let at = 1, x = 0; at < data.length; at += 4, x = (x + 1) % width) {
    darkest[x] = Math.min(darkest[x] ?? 0, data[at] ?? 0)
    lightest[x] = Math.max(lightest[x] ?? 0, data[at] ?? 0)
  }
  const contrast = lightest.map((light, x) => light - (darkest[x] ?? 0))
  const least = leastInk * Math.max(...contrast)
  const isInk = Array.from(contrast, (value) => value > least)
  return isInk.filter((is, x) => is && !isInk[x - 1]).length
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
