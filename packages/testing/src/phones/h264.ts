import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { splitH264NalUnits } from 'werift'
import { AccessUnits } from '../../../../apps/agent/src/video/access-units.ts'
import type { Answer } from './fake-phone.ts'
import type { FakePicture } from './fake-scrcpy.ts'

const ffmpeg = '/usr/bin/ffmpeg'
export const hasFfmpeg = existsSync(ffmpeg)
const startCode = Buffer.from([0, 0, 0, 1])
const parameterSets = [7, 8]
const keySlice = 5

/** This many frames of a moving pattern as a stream of H.264 (Annex B); the first is a key frame. */
export function recordedStream(count: number, size = '160x320'): Buffer {
  const source = `-f lavfi -i testsrc=size=${size}:rate=30 -frames:v ${count}`
  const coder = '-c:v libx264 -profile:v baseline -tune zerolatency -pix_fmt yuv420p -g 100 -f h264 -'
  const { stdout } = spawnSync(ffmpeg, `-loglevel error ${source} ${coder}`.split(' '), {
    maxBuffer: 256 * 1024 * 1024,
  })
  return stdout
}

/** The same in scrcpy's format. */
export const recordedPictures = (count: number, size?: string) => toPictures(recordedStream(count, size))

interface Recording {
  /** The size of the video, if it is smaller. */
  size?: { width: number; height: number }
  profile?: 'baseline' | 'high'
  /** Bits per second of a video of 30 frames a second; without it, frames look as good as captures. */
  bitRate?: number
}

/** What a phone encodes while it shows these frames, one after the other; the first is a key frame. */
export function recordedScreens(
  screens: { width: number; height: number; rgba: Uint8ClampedArray }[],
  { size, profile = 'baseline', bitRate }: Recording = {},
): FakePicture[] {
  const [{ width, height } = { width: 0, height: 0 }] = screens
  const { width: w, height: h } = size ?? { width, height }
  const source = `-f rawvideo -pix_fmt rgba -s ${width}x${height} -r 30 -i -`
  const rate = bitRate ? `-b:v ${bitRate} -maxrate ${bitRate} -bufsize ${Math.round(bitRate / 6)}` : '-crf 18'
  const colors = `scale=${w}:${h}:flags=bilinear:out_color_matrix=bt709,format=yuv420p -colorspace bt709`
  const coder = `-c:v libx264 -profile:v ${profile} -tune zerolatency -g 1000 ${rate} -f h264 -`
  const { stdout } = spawnSync(ffmpeg, `-loglevel error ${source} -vf ${colors} ${coder}`.split(' '), {
    input: Buffer.concat(screens.map(({ rgba }) => new Uint8Array(rgba))),
    maxBuffer: 256 * 1024 * 1024,
  })
  return toPictures(stdout)
}

/** In scrcpy's format: parameter sets first, then one packet for each frame. */
function toPictures(stream: Buffer): FakePicture[] {
  const pictures: FakePicture[] = []
  const units = new AccessUnits((unit) => {
    const parts = splitH264NalUnits(unit, undefined, 'annexb')
    const isSet = (part: Buffer) => parameterSets.includes((part[0] ?? 0) & 31)
    const joined = (some: Buffer[]) => Buffer.concat(some.flatMap((part) => [startCode, part]))
    const sets = parts.filter(isSet)
    if (sets.length) pictures.push({ kind: 'config', bytes: joined(sets) })
    const isKey = parts.some((part) => ((part[0] ?? 0) & 31) === keySlice)
    pictures.push({ kind: isKey ? 'key' : 'delta', bytes: joined(parts.filter((part) => !isSet(part))) })
  })
  units.push(stream)
  units.flush()
  return pictures
}

/** This many frames per second, repeated: the output of a recorder until it is stopped. */
export function liveRecording(count: number, size: string, perSecond = 30): Answer {
  const pictures = recordedPictures(count, size)
  return {
    run: async (output) => {
      for (let at = 0; !output.hasEnded; at = (at + 1) % pictures.length) {
        const { bytes = Buffer.alloc(0), kind } = pictures[at] ?? {}
        await output.write(bytes)
        if (kind !== 'config') await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond))
      }
    },
  }
}
