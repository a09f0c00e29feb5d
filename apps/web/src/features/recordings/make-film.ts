import type { Timeline } from '@fleetdeck/contract/recordings'
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Output,
  QUALITY_MEDIUM,
  WebMOutputFormat,
} from 'mediabunny'
import { dotsAt, drawDots, filmTimes, lastIndexUntil } from './moments.ts'
import { type FetchBytes, PictureStore } from './picture-store.ts'

export interface FilmInput {
  timeline: Timeline
  fetchBytes: FetchBytes
  onProgress: (done: number, total: number) => void
}

/** Maximum side length of a film, whatever the phone's screen; pixels. */
const longestSide = 1280
const lastPictureMs = 500

/** The recording as a webm, including touches; frames of rotated phones are centred on a common canvas. */
export async function makeFilm({ timeline, fetchBytes, onProgress }: FilmInput): Promise<ArrayBuffer> {
  const { pictures, inputs } = timeline
  const store = new PictureStore(pictures, fetchBytes)
  const first = await store.picture(0)
  if (!first) throw new Error('no picture')
  const frame = frameSize(timeline, first)
  first.close()
  const canvas = new OffscreenCanvas(frame.width, frame.height)
  const pen = canvas.getContext('2d', { alpha: false })
  const codec = await getFirstEncodableVideoCodec(['vp9', 'vp8'], frame)
  if (!pen || !codec) throw new Error('no encoder')
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_MEDIUM, keyFrameInterval: 3 })
  output.addVideoTrack(source)
  await output.start()
  const times = filmTimes(timeline)
  const began = times[0] ?? 0
  let shown: { index: number; bitmap: ImageBitmap } | undefined
  for (const [place, at] of times.entries()) {
    const index = lastIndexUntil(pictures, at)
    if (shown?.index !== index) {
      const bitmap = await store.picture(index)
      if (bitmap) {
        shown?.bitmap.close()
        shown = { index, bitmap }
      }
    }
    if (!shown) continue
    const box = paint(pen, shown.bitmap)
    drawDots(pen, dotsAt(inputs, at), box)
    const next = times[place + 1] ?? Math.max(at + lastPictureMs, timeline.durationMs)
    await source.add((at - began) / 1000, (next - at) / 1000)
    onProgress(place + 1, times.length)
  }
  await output.finalize()
  const { buffer } = output.target
  if (!buffer) throw new Error('no film')
  return buffer
}

/** Large enough for all frames, at the scale of the first; encoders require even numbers. */
function frameSize({ pictures }: Timeline, first: ImageBitmap) {
  const scale = first.width / (pictures[0]?.screenWidth || first.width)
  const width = Math.max(...pictures.map(({ screenWidth }) => screenWidth)) * scale
  const height = Math.max(...pictures.map(({ screenHeight }) => screenHeight)) * scale
  const fit = Math.min(1, longestSide / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * fit) / 2) * 2)
  return { width: even(width), height: even(height) }
}

function paint(pen: OffscreenCanvasRenderingContext2D, bitmap: ImageBitmap) {
  const { width: all, height: whole } = pen.canvas
  const fit = Math.min(all / bitmap.width, whole / bitmap.height)
  const width = bitmap.width * fit
  const height = bitmap.height * fit
  const box = { x: (all - width) / 2, y: (whole - height) / 2, width, height }
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, all, whole)
  pen.drawImage(bitmap, box.x, box.y, width, height)
  return box
}
