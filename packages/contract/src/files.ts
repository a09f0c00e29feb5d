import { z } from 'zod'
import { OperationType } from './enums.ts'

export const StoredFile = z.object({
  fileName: z.string(),
  /** Address from which the console and phones fetch it. */
  url: z.string(),
  /** Lower-case hex. */
  md5: z.string(),
  /** Bytes. */
  size: z.number(),
})
export type StoredFile = z.infer<typeof StoredFile>

export const files = {
  /** multipart/form-data with one field `file`. */
  upload: {
    method: 'POST',
    path: '/common/upload',
    permission: 'signed-in',
    byToken: true,
    upload: true,
    perMinute: 60,
    data: StoredFile,
    log: OperationType.add,
  },
  /** Returns the file's bytes, once, to the user who created it; refusals come in the envelope. */
  download: {
    method: 'GET',
    path: '/common/download',
    permission: 'signed-in',
    byToken: true,
    /** The file is removed once it was fetched. */
    isWrite: true,
    query: z.strictObject({ fileName: z.string().max(200), delete: z.enum(['true', 'false']).optional() }),
    media: 'application/octet-stream',
    data: z.unknown(),
  },
  /**
   * A picture's bytes, for pages that show it; access only requires its random name. Other files are not available
   * here.
   */
  picture: {
    method: 'GET',
    path: '/common/file/:fileName',
    permission: 'public',
    params: z.strictObject({ fileName: z.string().max(100) }),
    media: 'image/*',
    data: z.unknown(),
  },
} as const
