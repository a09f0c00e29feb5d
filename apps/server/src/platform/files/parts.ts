import type { MultipartFile } from '@fastify/multipart'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

interface ReceivedFile {
  name: string
  type: string
  /** So far. */
  bytes: () => number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a multipart request, for the operation log. */
    receivedFiles: ReceivedFile[] | undefined
  }
}

/**
 * The files of a multipart request; other fields are left out. One more than `most` is given, so that it can be refused.
 */
export async function* fileParts(
  request: FastifyRequest,
  fileSize: number,
  most = 1,
): AsyncGenerator<MultipartFile> {
  request.receivedFiles = []
  for await (const part of request.parts({ limits: { files: most + 1, fields: 10, fileSize } })) {
    if (part.type !== 'file') continue
    const { file } = part
    request.receivedFiles.push({ name: part.filename, type: part.mimetype, bytes: () => file.bytesRead })
    yield part
  }
}
