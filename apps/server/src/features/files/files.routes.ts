import { errors } from '@fleetdeck/contract/errors'
import { files } from '@fleetdeck/contract/files'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { extensionOf } from '../../files/file-store.ts'
import { looksLike } from '../../files/magic.ts'
import { AppError } from '../../http/app-error.ts'

export function fileRoutes(app: FastifyInstance, { files: store, parameters }: Deps) {
  const { upload, download } = files

  app.post(upload.path, { config: { endpoint: upload } }, async (request) => {
    const { caller } = request
    if (!caller) throw new AppError('sessionExpired')
    const allowed = parameters
      .get('sys.uploadFile.fileType')
      .split(',')
      .map((type) => type.trim())
    const limit = parameters.get('sys.uploadFile.fileSize') * 1024 * 1024
    let saved: { fileName: string; url: string; md5: string; size: number } | undefined
    for await (const part of request.parts({ limits: { files: 2, fields: 10 } })) {
      if (part.type !== 'file') continue
      if (saved) throw await undone(store, saved.fileName, new AppError('uploadSingleOnly'))
      const extension = extensionOf(part.filename).slice(1)
      if (!allowed.includes(extension)) throw new AppError('uploadWrongType', { types: allowed.join(', ') })
      const row = await store.save(part.file, {
        originalName: part.filename.slice(0, 200),
        mediaType: part.mimetype,
        ownerId: caller.userId,
        temporary: false,
        limit,
      })
      if (!(await looksLike(extension, store.read(row))))
        throw await undone(
          store,
          row.fileName,
          new AppError('uploadWrongType', { types: allowed.join(', ') }),
        )
      saved = { fileName: row.fileName, url: `/common/file/${row.fileName}`, md5: row.md5, size: row.size }
    }
    if (!saved) throw new AppError('uploadFailed')
    return { code: 0, msg: '', data: saved }
  })

  app.get(
    download.path,
    { config: { endpoint: download }, schema: { querystring: download.query } },
    async (request, reply) => {
      const { fileName } = request.query as { fileName: string }
      const row = await store.find(fileName)
      if (!row?.temporary || row.ownerId !== request.caller?.userId) throw new AppError('fileGone')
      reply.raw.once(
        'finish',
        () =>
          void store.remove(row).catch((error) => request.log.error({ err: error }, errors.fileGone.text)),
      )
      return reply
        .header('content-type', row.mediaType)
        .header('content-length', row.size)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.originalName)}`)
        .send(store.read(row))
    },
  )
}

async function undone(store: Deps['files'], fileName: string, error: AppError): Promise<AppError> {
  const row = await store.find(fileName)
  if (row) await store.remove(row)
  return error
}
