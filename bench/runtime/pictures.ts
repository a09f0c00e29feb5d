import { hasFfmpeg } from '@fleetdeck/testing/phones/h264'
import { findPicture, type PictureSearch } from '../../apps/agent/src/vision/find-pictures.ts'
import { ocrLooks } from '../../apps/agent/src/vision/ocr/ocr-looks.ts'
import { decode, Picture } from '../../apps/agent/src/vision/pictures.ts'
import { Screen } from '../../apps/agent/src/vision/screen.ts'
import { SimdKernel } from '../../apps/agent/src/vision/simd-kernel.ts'
import {
  type PictureCase,
  pictureCases,
  pictureSets,
} from '../../apps/agent/src/vision/testing/picture-cases.ts'
import { countMissed, textScreens } from '../../apps/agent/src/vision/testing/text-screens.ts'
import { inMs, median, printRows, quantile } from '../figures.ts'
import { seenByVideo } from './video-frames.ts'

/** Processor time of this process, ms. */
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
const spread = (samples: number[]) => `${inMs(median(samples))} / ${inMs(quantile(samples, 0.95))}`

/** How reliably and how quickly scripts find pictures and text on drawn screens. */
export async function benchPictures(): Promise<void> {
  await measurePictures('with which the thresholds were chosen', pictureSets.tuned)
  await measurePictures('held out', pictureSets.heldOut)
  await measureText()
  if (hasFfmpeg) await measureVideo()
}

/** Each search is measured on this many new copies of the screen, so that clearing up after it counts, too. */
const repetitions = 4

async function measurePictures(title: string, set: (typeof pictureSets)['tuned']): Promise<void> {
  const kernel = new SimdKernel()
  const decoding: number[] = []
  const first = { present: [] as number[], absent: [] as number[] }
  const further: number[] = []
  let [hits, falseHits] = [0, 0]
  for await (const one of pictureCases({ set })) {
    const png = one.screen.toBuffer('image/png')
    const began = cpu()
    const pixels = await decode(png)
    if (!pixels) throw new Error('a screen cannot be decoded')
    decoding.push(cpu() - began)
    const search = searchFor(one)
    const picture = await Picture.decode(one.picture)
    const screen = new Screen(pixels)
    const [found] = findPicture(kernel, screen, picture, search)
    const ofNew = mean(() => findPicture(kernel, new Screen(pixels), picture, search))
    first[one.expected ? 'present' : 'absent'].push(ofNew)
    if (!one.expected) further.push(mean(() => findPicture(kernel, screen, picture, search)))
    const isHit = found !== undefined && isAt(one, found)
    if (isHit) hits += 1
    else if (found) falseHits += 1
  }
  const count = first.present.length + first.absent.length
  printRows(
    [
      `${count} screens of ${Math.min(...set.widths)} to ${Math.max(...set.widths)} pixels, ${title}`,
      'figure',
      'goal',
    ],
    [
      ['pictures found', percent(hits, first.present.length), '97%'],
      ['false hits', percent(falseHits, count), '0.5%'],
      ['processor, a picture that is there, p50 / p95 ms', spread(first.present), ''],
      ['processor, a picture that is absent, p50 / p95 ms', spread(first.absent), '50'],
      ['the next one on the same frame, p50 / p95 ms', spread(further), ''],
      ['decoding a screen once, p50 / p95 ms', spread(decoding), ''],
    ],
  )
}

function searchFor({ screen: { width, height }, pictureScreenWidth }: PictureCase): PictureSearch {
  const region = { x: 0, y: 0, width, height }
  return { region, threshold: 0.8, tolerance: 32, screenWidth: pictureScreenWidth, all: false }
}

/** Processor time of the whole process, ms. */
function mean(search: () => unknown): number {
  const began = cpu()
  for (let time = 0; time < repetitions; time += 1) search()
  return (cpu() - began) / repetitions
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
  const all = { missed: 0, characters: 0 }
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
    for (let time = 0; time < repetitions; time += 1)
      regions.push((await read({ x: 60, y: 160, width: 360, height: 200 })).ms)
    const { missed, characters } = countMissed(lines, whole.texts)
    all.missed += missed
    all.characters += characters
    rows.push([name, percent(characters - missed, characters), inMs(whole.ms)])
  }
  const memory = process.memoryUsage.rss() / 2 ** 20
  printRows(
    ['text of a screen of 720×1600', 'characters', 'processor ms'],
    [
      ...rows,
      ['all', percent(all.characters - all.missed, all.characters), ''],
      ['goal', '97%', '1200'],
      ['a part of 360×200, p50 / p95', '', spread(regions)],
      ['memory of the process, MB', '', memory.toFixed(0)],
    ],
  )
}

/** Shares of a screen's width; looks use videos of at least ¾. */
const videoShares = [0.8, 0.75, 0.5]

/** Text on screens of 1080 × 2400, and the pictures that no threshold was chosen with, as a running video shows them. */
async function measureVideo(): Promise<void> {
  const kernel = new SimdKernel()
  const rows: string[][] = []
  for (const share of videoShares) {
    const text = { missed: 0, characters: 0 }
    for (const { canvas, lines } of textScreens(1.5)) {
      const screen = new Screen(await seenByVideo(canvas, share))
      const { width, height } = canvas
      const texts = await ocrLooks.readText([screen], { region: { x: 0, y: 0, width, height } })
      const { missed, characters } = countMissed(
        lines,
        texts.map(({ text: line }) => line),
      )
      text.missed += missed
      text.characters += characters
    }
    const count = { all: 0, present: 0, hits: 0, falseHits: 0 }
    for await (const one of pictureCases({ set: pictureSets.heldOut })) {
      const screen = new Screen(await seenByVideo(one.screen, share))
      const [found] = findPicture(kernel, screen, await Picture.decode(one.picture), searchFor(one))
      const isHit = found !== undefined && isAt(one, found)
      count.all += 1
      if (one.expected) count.present += 1
      if (isHit) count.hits += 1
      else if (found) count.falseHits += 1
    }
    rows.push([
      `video of ${Math.round(share * 100)}% of the width`,
      percent(text.characters - text.missed, text.characters),
      percent(count.hits, count.present),
      percent(count.falseHits, count.all),
    ])
  }
  printRows(['frames of a video of 4 Mbit/s', 'characters', 'pictures found', 'false hits'], rows)
}
