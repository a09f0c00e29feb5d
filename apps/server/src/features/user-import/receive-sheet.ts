import '@fastify/multipart'
import { importSizeLimit } from '@fleetdeck/contract/user-import'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'

const megabyte = 1024 * 1024
/** First bytes in hex; a renamed file is found out. */
const beginnings: Record<string, string> = { xlsx: '504b0304', xls: 'd0cf11e0' }

/** The one spreadsheet of a multipart request. */
export async function receiveSheet(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  let sheet: Buffer | undefined
  const limits = { files: 2, fields: 10, fileSize: importSizeLimit * megabyte }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (sheet) throw new AppError('uploadSingleOnly')
    const extension = part.filename.split('.').at(-1)?.toLowerCase() ?? ''
    const beginning = Object.hasOwn(beginnings, extension) ? beginnings[extension] : undefined
    if (!beginning) throw new AppError('uploadWrongType', { types: Object.keys(beginnings).join(', ') })
    sheet = await part.toBuffer().catch((error) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE')
        throw new AppError('uploadTooLarge', { size: importSizeLimit })
      throw error
    })
    if (!sheet.toString('hex', 0, 4).startsWith(beginning))
      throw new AppError('uploadWrongContent', { type: extension })
  }
  if (!sheet) throw new AppError('uploadFailed')
  return sheet
}
