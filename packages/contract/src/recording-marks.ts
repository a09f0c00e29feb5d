import { z } from 'zod'
import { RecordingId } from './ids.ts'

/** The mark of a recording, as viewers of the phone see it. */
export const RecordingMark = z.object({
  id: RecordingId,
  /** The user who started it. */
  by: z.string(),
  /** ms since 1970, by the server's clock. */
  startedAt: z.number(),
})
export type RecordingMark = z.output<typeof RecordingMark>

/**
 * stopped: by a user · idle: the phone had no viewer any more · length: the site's maximum · quota: the storage of the
 * device's owner is full · storage: too little disk space · failed: the file could not be written · restart: the server
 * ended in the meantime. The last three truncate a recording: everything written until then is available.
 */
export const RecordingEnding = z.enum(['stopped', 'idle', 'length', 'quota', 'storage', 'failed', 'restart'])
export type RecordingEnding = z.output<typeof RecordingEnding>

export const RecordingEnd = z.object({ id: RecordingId, ending: RecordingEnding })
export type RecordingEnd = z.output<typeof RecordingEnd>
