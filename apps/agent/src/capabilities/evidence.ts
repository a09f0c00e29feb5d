import {
  type EvidenceElement,
  type EvidenceGap,
  type EvidenceLine,
  type EvidenceShot,
  evidenceLimits,
  type ScriptEvidence,
} from '@fleetdeck/contract/script-evidence'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { type DeviceDriver, type TreeElement, wordsOf } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'

/** The end of a run waits this long for a phone that does not answer. */
const limitMs = 5000
const captureQuality = 90
/** Tried until the screenshot is small enough. */
const qualities = [75, 50, 25]
/** Pixels of the longer side that remain of a blurred screenshot. */
const blurredSide = 40
const mask = '•••'

interface EvidenceSource {
  driver: DeviceDriver
  /** The last lines of the run. */
  lines: EvidenceLine[]
  /** Nothing readable leaves the phone, except for the lines. */
  blurred: boolean
  /** The run is being stopped. */
  signal: AbortSignal
}

/** The phone at the moment of an error; what it cannot get in time is missing. */
export async function collectEvidence({
  driver,
  lines,
  blurred,
  signal,
}: EvidenceSource): Promise<ScriptEvidence> {
  const [screenshot, elements] = await Promise.all([
    unlessMissing(signal, () => takeScreenshot(driver, blurred)),
    driver.readTree
      ? unlessMissing(signal, async () => selectElements((await driver.readTree?.()) ?? [], blurred))
      : gap('unsupported'),
  ])
  return { screenshot, elements, lines, blurred }
}

/** Of a program that ended before the screen was read. */
export const withoutScreen = (lines: EvidenceLine[], blurred: boolean): ScriptEvidence => ({
  screenshot: gap('stopped'),
  elements: gap('stopped'),
  lines,
  blurred,
})

const gap = (missing: EvidenceGap['missing'], msg = ''): EvidenceGap => ({ missing, msg: msg.slice(0, 300) })

async function unlessMissing<Part>(
  signal: AbortSignal,
  work: () => Promise<Part>,
): Promise<Part | EvidenceGap> {
  if (signal.aborted) return gap('stopped')
  const { promise, resolve } = Promise.withResolvers<EvidenceGap>()
  const timer = setTimeout(() => resolve(gap('timeout')), limitMs)
  const stopped = () => resolve(gap('stopped'))
  signal.addEventListener('abort', stopped)
  try {
    const failed = (error: unknown) => gap('failed', errorMessage(error))
    return await Promise.race([work().catch(failed), promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
  }
}

async function takeScreenshot(driver: DeviceDriver, blurred: boolean): Promise<EvidenceShot> {
  const shot = await driver.capture({ scalePercent: 100, quality: captureQuality })
  if (!shot) throw new Error('the screen cannot be read')
  const jpeg = await encode(scaled(await loadImage(Buffer.from(shot.jpeg)), blurred))
  const { screenWidth, screenHeight } = shot
  return { jpeg: jpeg.toString('base64'), screenWidth, screenHeight }
}

function scaled(image: Image, blurred: boolean): Canvas {
  const fit = (side: number) => Math.min(1, side / Math.max(image.width, image.height))
  const [width, height] = [image.width, image.height].map((length) =>
    Math.max(1, Math.round(length * fit(evidenceLimits.jpegSide))),
  ) as [number, number]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  if (blurred) {
    const share = fit(blurredSide)
    const small = createCanvas(
      Math.max(1, Math.round(image.width * share)),
      Math.max(1, Math.round(image.height * share)),
    )
    const smallContext = small.getContext('2d')
    smallContext.imageSmoothingQuality = 'high'
    smallContext.drawImage(image, 0, 0, small.width, small.height)
    context.drawImage(small, 0, 0, width, height)
  } else context.drawImage(image, 0, 0, width, height)
  return canvas
}

async function encode(canvas: Canvas): Promise<Buffer> {
  for (const quality of qualities) {
    const jpeg = await canvas.encode('jpeg', quality)
    if (jpeg.byteLength <= evidenceLimits.jpegBytes) return jpeg
  }
  throw new Error('the screenshot is too large')
}

/** As many as the limits allow, from the root on. */
function selectElements(tree: TreeElement[], blurred: boolean) {
  const list: EvidenceElement[] = []
  let bytes = 0
  for (const element of tree.slice(0, evidenceLimits.elements)) {
    const sent = toSent(element, blurred)
    bytes += Buffer.byteLength(JSON.stringify(sent)) + 1
    if (bytes > evidenceLimits.elementBytes) break
    list.push(sent)
  }
  return { list, cut: list.length < tree.length }
}

const toSent = (element: TreeElement, blurred: boolean): EvidenceElement => {
  const words = wordsOf(element)
  return {
    depth: Math.min(element.depth, 200),
    type: element.type.slice(0, 200),
    id: element.id.slice(0, 200),
    text: blurred && words !== '' ? mask : words.slice(0, evidenceLimits.elementText),
    x: Math.round(element.x),
    y: Math.round(element.y),
    width: Math.round(element.width),
    height: Math.round(element.height),
  }
}
