import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { extensionOf, type FileStore, type StoredFileRow } from './file-store.ts'
import { looksLike } from './magic.ts'
import { fileParts } from './parts.ts'

export interface UploadRules {
  ownerId: UserId
  /** MB. */
  limit: number
  /** Extensions without the dot. */
  types: readonly string[] | 'any'
  /** As NewFile. */
  temporary?: boolean
}

/** Bytes around the file in a request, generously. */
const longestEnvelope = 16 * 1024

/** File extensions in the format of a parameter. */
export const typesIn = (list: string) =>
  list
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter(Boolean)

/** Receives the single file of a multipart request; a refused file leaves nothing behind. */
export async function receiveFile(
  files: FileStore,
  request: FastifyRequest,
  rules: UploadRules,
): Promise<StoredFileRow> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  const limit = rules.limit * 1024 * 1024
  const { ownerId, temporary = false } = rules
  const declared = Number(request.headers['content-length'] ?? 0)
  await files.requireRoom({ ownerId, temporary }, Math.max(1, Math.min(declared, limit) - longestEnvelope))
  let saved: StoredFileRow | undefined
  try {
    for await (const part of fileParts(request, limit + 1)) {
      if (saved) throw new AppError('uploadSingleOnly')
      const extension = checkedExtension(rules, part.filename)
      const info = {
        originalName: part.filename,
        mediaType: part.mimetype,
        ownerId,
        temporary,
        limit,
      }
      saved = await files.save(part.file, info)
      if (rules.types !== 'any' && !(await looksLike(extension, await files.open(saved))))
        throw new AppError('uploadWrongContent', { type: extension })
    }
  } catch (error) {
    if (saved) await files.remove(saved)
    throw error
  }
  if (!saved) throw new AppError('uploadFailed')
  return saved
}

function checkedExtension(rules: UploadRules, name: string): string {
  const extension = extensionOf(name).slice(1)
  if (rules.types !== 'any' && !rules.types.includes(extension)) throw wrongType(rules)
  return extension
}

const wrongType = ({ types }: UploadRules) =>
  new AppError('uploadWrongType', { types: { oneOf: types === 'any' ? [] : types } })
