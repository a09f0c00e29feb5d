import type { MultipartFile } from '@fastify/multipart'
import { AppError } from '../core/app-error.ts'

/** The content of a file that is received with a `fileSize` limit of this many MB; a larger one is refused. */
export async function readPart(part: MultipartFile, limit: number): Promise<Buffer> {
  const content = await part.toBuffer()
  if (part.file.truncated) throw new AppError('uploadTooLarge', { size: limit })
  return content
}
