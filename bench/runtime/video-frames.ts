import { recordedScreens } from '@fleetdeck/testing/phones/h264'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { ScreenPixels } from '../../apps/agent/src/drivers/device-driver.ts'
import { baselineFormat } from '../../apps/agent/src/video/h264-format.ts'
import { fitToScreen, toRgba } from '../../apps/agent/src/vision/video-colors.ts'
import { VideoDecoder } from '../../apps/agent/src/vision/video-decoder.ts'

/** The agent asks phones for this. */
const bitRate = 4_000_000
/** How far the screen still has to scroll in the frames before the one that is looked at. */
const scrolling = [80, 40]
/** Encoders of phones need sides that are multiples of this. */
const step = 8

/** What a look sees of a screen in a running video of this share of its size, as soon as the screen has scrolled. */
export async function seenByVideo(canvas: Canvas, share: number): Promise<ScreenPixels> {
  const side = (length: number) => Math.round((length * share) / step) * step
  const size = { width: side(canvas.width), height: side(canvas.height) }
  const screens = [...scrolling, 0].map((rest) => scrolledBy(canvas, rest))
  const decoder = await VideoDecoder.open()
  let sets: Buffer = Buffer.alloc(0)
  for (const { kind, bytes } of recordedScreens(screens, { size, bitRate })) {
    if (kind === 'config') sets = bytes
    else if (!decoder.decode(kind === 'key' ? Buffer.concat([sets, bytes]) : bytes))
      throw new Error('a frame cannot be decoded')
  }
  const format = baselineFormat(sets)
  if (!format) throw new Error('the video is not of the baseline profile')
  return fitToScreen(toRgba(new Uint8Array(decoder.picture(format)), format), canvas)
}

function scrolledBy(canvas: Canvas, rest: number): ScreenPixels {
  const { width, height } = canvas
  const pen = createCanvas(width, height).getContext('2d')
  for (const y of [-rest, height - rest]) pen.drawImage(canvas, 0, y)
  return { width, height, rgba: pen.getImageData(0, 0, width, height).data }
}
