import { z } from 'zod'

/** That a phone's screen is being recorded, as those see it who look at the phone. */
export const RecordingMark = z.object({
  id: z.number(),
  /** Who started it. */
  by: z.string(),
  /** ms since 1970, by the server's clock. */
  startedAt: z.number(),
})
export type RecordingMark = z.output<typeof RecordingMark>

/**
 * stopped: by hand · idle: nobody looked at the phone any more · length: as long as the site allows ·
 * storage: too little room on the disk · failed: the file could not be written · restart: the server ended meanwhile.
 * The last three cut a recording: what was written until then is there.
 */
export const RecordingEnding = z.enum(['stopped', 'idle', 'length', 'storage', 'failed', 'restart'])
export type RecordingEnding = z.output<typeof RecordingEnding>

export const RecordingEnd = z.object({ id: z.number(), ending: RecordingEnding })
export type RecordingEnd = z.output<typeof RecordingEnd>
