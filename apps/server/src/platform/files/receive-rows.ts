import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { fileParts } from './parts.ts'
import { readPart } from './read-part.ts'

const megabyte = 1024 * 1024
/** First bytes in hex, to detect renamed files. */
const beginnings = { xlsx: '504b0304', xls: 'd0cf11e0', csv: '', txt: '' } as const
export type RowsType = keyof typeof beginnings

export interface RowsFile {
  name: string
  type: RowsType
  content: Buffer
}

/** The single file with rows of a multipart request, of one of these types; limit: MB, as it is loaded into memory. */
export async function receiveRows(
  request: FastifyRequest,
  { types, limit }: { types: readonly RowsType[]; limit: number },
): Promise<RowsFile> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  let file: RowsFile | undefined
  for await (const part of fileParts(request, limit * megabyte)) {
    if (file) throw new AppError('uploadSingleOnly')
    const extension = part.filename.split('.').at(-1)?.toLowerCase()
    const type = types.find((allowed) => allowed === extension)
    if (!type) throw new AppError('uploadWrongType', { types: { oneOf: types } })
    const content = await readPart(part, limit)
    if (!content.toString('hex', 0, 4).startsWith(beginnings[type]))
      throw new AppError('uploadWrongContent', { type })
    file = { name: part.filename, type, content }
  }
  if (!file) throw new AppError('uploadFailed')
  return file
}
