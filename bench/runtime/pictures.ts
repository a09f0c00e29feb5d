import { findPicture } from '../../apps/agent/src/vision/find-pictures.ts'
import { ocrLooks } from '../../apps/agent/src/vision/ocr/ocr-looks.ts'
import { decode, Picture } from '../../apps/agent/src/vision/pictures.ts'
import { Screen } from '../../apps/agent/src/vision/screen.ts'
import { SimdKernel } from '../../apps/agent/src/vision/simd-kernel.ts'
import { type PictureCase, pictureCases } from '../../apps/agent/src/vision/testing/picture-cases.ts'
import { countMissed, textScreens } from '../../apps/agent/src/vision/testing/text-screens.ts'
import { inMs, median, printRows, quantile } from '../figures.ts'

/** Processor time of this process, ms. */
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
const spread = (samples: number[]) => `${inMs(median(samples))} / ${inMs(quantile(samples, 0.95))}`

/** How reliably and how quickly scripts find pictures and text on drawn screens. */
export async function benchPictures(): Promise<void> {
  await measurePictures()
  await measureText()
}

async function measurePictures(): Promise<void> {
  const kernel = new SimdKernel()
  const decoding: number[] = []
  const searches = { present: [] as number[], absent: [] as number[] }
  let [hits, falseHits] = [0, 0]
  for await (const one of pictureCases()) {
    const png = one.screen.toBuffer('image/png')
    const began = cpu()
    const pixels = await decode(png)
    if (!pixels) throw new Error('a screen cannot be decoded')
    const decoded = cpu()
    const { width, height } = pixels
    const search = {
      region: { x: 0, y: 0, width, height },
      threshold: 0.8,
      tolerance: 32,
      screenWidth: one.pictureScreenWidth,
      all: false,
    }
    const [found] = findPicture(kernel, new Screen(pixels), await Picture.decode(one.picture), search)
    decoding.push(decoded - began)
    searches[one.expected ? 'present' : 'absent'].push(cpu() - decoded)
    const isHit = found !== undefined && isAt(one, found)
    if (isHit) hits += 1
    else if (found) falseHits += 1
  }
  const count = searches.present.length + searches.absent.length
  printRows(
    [`${count} screens of 720 to 1440 pixels`, 'figure', 'goal'],
    [
      ['pictures found', percent(hits, searches.present.length), '97%'],
      ['false hits', percent(falseHits, count), '0.5%'],
      ['processor, a picture that is there, p50 / p95 ms', spread(searches.present), ''],
      ['processor, a picture that is absent, p50 / p95 ms', spread(searches.absent), '50'],
      ['decoding a screen once, p50 / p95 ms', spread(decoding), ''],
    ],
  )
}

function isAt(
  { expected, screen }: PictureCase,
  found: { x: number; y: number; width: number; height: number },
) {
  if (!expected) return false
  const [x, y] = [found.x + found.width / 2, found.y + found.height / 2]
  return Math.hypot(x - expected.x, y - expected.y) < screen.width / 90
}

async function measureText(): Promise<void> {
  const rows: string[][] = []
  const regions: number[] = []
  for (const { name, canvas, lines } of textScreens()) {
    const { width, height } = canvas
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
    const screen = new Screen({ width, height, rgba: data })
    const read = async (region: { x: number; y: number; width: number; height: number }) => {
      const began = cpu()
      const texts = await ocrLooks.readText([screen], { region })
      return { texts: texts.map(({ text }) => text), ms: cpu() - began }
    }
    await read({ x: 0, y: 0, width: 100, height: 100 })
    const whole = await read({ x: 0, y: 0, width, height })
    regions.push((await read({ x: 60, y: 160, width: 360, height: 200 })).ms)
    const { missed, characters } = countMissed(lines, whole.texts)
    rows.push([name, percent(characters - missed, characters), inMs(whole.ms)])
  }
  const memory = process.memoryUsage.rss() / 2 ** 20
  printRows(
    ['text of a screen of 720×1600', 'characters', 'processor ms'],
    [
      ...rows,
      ['goal', '97%', '1200'],
      ['a part of 360×200, p50 / p95', '', spread(regions)],
      ['memory of the process, MB', '', memory.toFixed(0)],
    ],
  )
}
