import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { extensionOf, type StoredFileRow } from '../../files/file-store.ts'
import { looksLike } from '../../files/magic.ts'
import { AppError } from '../../http/app-error.ts'

/** Takes the one file of a multipart request, by the site's limits; whatever is refused leaves nothing behind. */
export async function receiveFile(
  deps: Deps,
  request: FastifyRequest,
  ownerId: number,
): Promise<StoredFileRow> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  const limit = deps.parameters.get('sys.uploadFile.fileSize') * 1024 * 1024
  let saved: StoredFileRow | undefined
  try {
    for await (const part of request.parts({ limits: { files: 2, fields: 10, fileSize: limit + 1 } })) {
      if (part.type !== 'file') continue
      if (saved) throw new AppError('uploadSingleOnly')
      const extension = checkedExtension(deps, part.filename)
      const originalName = part.filename.slice(0, 200)
      const facts = { originalName, mediaType: part.mimetype, ownerId, temporary: false, limit }
      saved = await deps.files.save(part.file, facts)
      if (!(await looksLike(extension, deps.files.read(saved)))) throw wrongType(deps)
    }
  } catch (error) {
    if (saved) await deps.files.remove(saved)
    throw error
  }
  if (!saved) throw new AppError('uploadFailed')
  return saved
}

function checkedExtension(deps: Deps, name: string): string {
  const extension = extensionOf(name).slice(1)
  if (!allowedTypes(deps).includes(extension)) throw wrongType(deps)
  return extension
}

const allowedTypes = ({ parameters }: Deps) =>
  parameters
    .get('sys.uploadFile.fileType')
    .split(',')
    .map((type) => type.trim().toLowerCase())

const wrongType = (deps: Deps) => new AppError('uploadWrongType', { types: allowedTypes(deps).join(', ') })
