import { files } from '@fleetdeck/contract/files'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { receiveFile } from './receive-file.ts'

export function fileRoutes(app: FastifyInstance, deps: Deps) {
  const { files: store } = deps
  const { upload, download } = files

  app.post(upload.path, { config: { endpoint: upload } }, async (request) => {
    if (!request.caller) throw new AppError('sessionExpired')
    const row = await receiveFile(deps, request, request.caller.userId)
    const url = `/common/file/${row.fileName}`
    return { code: 0, msg: '', data: { fileName: row.fileName, url, md5: row.md5, size: row.size } }
  })

  const config = { endpoint: download }
  app.get(download.path, { config, schema: { querystring: download.query } }, async (request, reply) => {
    const { fileName } = request.query as { fileName: string }
    const row = await store.find(fileName)
    if (!row?.temporary || row.ownerId !== request.caller?.userId) throw new AppError('fileGone')
    reply.raw.once('finish', () => {
      store
        .remove(row)
        .catch((error) => request.log.error({ err: error }, 'a fetched download could not be removed'))
    })
    return reply
      .header('content-type', row.mediaType)
      .header('content-length', row.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.originalName)}`)
      .send(store.read(row))
  })
}
