import type { EncoderKind } from '../../../video/video-source.ts'

/** Android's own encoders, which run on the processor; all others belong to a chip. */
const softwareNames = /^(c2\.android|omx\.google|omx\.ffmpeg)\./i

/** From a line of scrcpy's log that names its encoder; undefined for all other lines. */
export function encoderKindIn(line: string): EncoderKind | undefined {
  const name = /Using video encoder: '([^']+)'/.exec(line)?.[1]
  if (name === undefined) return undefined
  return softwareNames.test(name) ? 'software' : 'hardware'
}
