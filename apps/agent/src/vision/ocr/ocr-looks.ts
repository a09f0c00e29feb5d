import type { Rectangle } from '../find-pictures.ts'
import { toCanvas } from '../pictures.ts'
import { LookRefused } from '../refusals.ts'
import type { Screen } from '../screen.ts'
import { detectLines } from './detect.ts'
import { type OcrModels, openModels } from './models.ts'
import { type RecognisedText, recognise } from './recognise.ts'

/** Pixels of the copy in which lines are detected: bounds time and memory. */
const mostDetected = 320_000
/** Width to which a screen is reduced to find its lines: letters of usual sizes are found as well as at full size. */
const fineWidth = 612

let models: Promise<OcrModels> | undefined

/** What scripts ask about the text of frames. */
export const ocrLooks = {
  readText: async (
    [screen]: [Screen],
    { region, scale }: { region: Rectangle; scale?: number | undefined },
  ): Promise<RecognisedText[]> => {
    models ??= openModels()
    const opened = await models.catch((error: unknown) => {
      models = undefined
      throw new LookRefused('ocrFailed', error instanceof Error ? error.message : String(error))
    })
    const canvas = toCanvas(screen.pixels)
    const fine = Math.min(1, fineWidth / screen.pixels.width)
    const bound = Math.sqrt(mostDetected / (region.width * region.height))
    const lines = await detectLines(opened, canvas, { region, scale: Math.min(bound, scale ?? fine) })
    return inReadingOrder(await recognise(opened, canvas, lines))
  },
}

/** Row by row, each from the left. */
function inReadingOrder(texts: RecognisedText[]): RecognisedText[] {
  const rows: RecognisedText[][] = []
  for (const text of texts.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && text.y < first.y + first.height / 2) row.push(text)
    else rows.push([text])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x))
}
