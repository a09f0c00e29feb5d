import type { MultipartFile } from '@fastify/multipart'
import { importSizeLimit } from '@fleetdeck/contract/dynamic-data'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'

export interface RowsFile {
  kind: 'sheet' | 'csv'
  content: Buffer
}

const megabyte = 1024 * 1024
/** First bytes in hex; a renamed file is found out. */
const beginnings: Record<string, string> = { xlsx: '504b0304', xls: 'd0cf11e0', csv: '' }

/** The one file of a multipart request. */
export async function receiveRows(request: FastifyRequest): Promise<RowsFile> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  const found: RowsFile[] = []
  const limits = { files: 2, fields: 10, fileSize: importSizeLimit * megabyte }
  for await (const part of request.parts({ limits })) if (part.type === 'file') found.push(await fileIn(part))
  const [file] = found
  if (!file) throw new AppError('uploadFailed')
  if (found.length > 1) throw new AppError('uploadSingleOnly')
  return file
}

async function fileIn(part: MultipartFile): Promise<RowsFile> {
  const extension = part.filename.split('.').at(-1)?.toLowerCase() ?? ''
  const beginning = Object.hasOwn(beginnings, extension) ? beginnings[extension] : undefined
  if (beginning === undefined)
    throw new AppError('uploadWrongType', { types: Object.keys(beginnings).join(', ') })
  const content = await part.toBuffer().catch((error) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('uploadTooLarge', { size: importSizeLimit })
    throw error
  })
  if (!content.toString('hex', 0, 4).startsWith(beginning))
    throw new AppError('uploadWrongContent', { type: extension })
  return { kind: beginning ? 'sheet' : 'csv', content }
}
