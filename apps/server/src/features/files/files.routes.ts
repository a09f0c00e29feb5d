import { files } from '@fleetdeck/contract/files'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { extensionOf } from '../../platform/files/file-store.ts'
import { receiveFile, typesIn } from '../../platform/files/receive-file.ts'
import { sendPicture } from '../../platform/files/send-file.ts'
import { implement } from '../../platform/http/implement.ts'

export function fileRoutes(app: FastifyInstance, deps: Deps) {
  const { files: store, parameters } = deps
  const { upload, download, picture } = files

  implement(
    app,
    { upload },
    {
      upload: async ({ caller, request }) => {
        const { fileName, md5, size } = await receiveFile(store, request, {
          ownerId: caller.userId,
          limit: parameters.get('sys.uploadFile.fileSize'),
          types: typesIn(parameters.get('sys.uploadFile.fileType')),
        })
        return { fileName, url: picture.path.replace(':fileName', fileName), md5, size }
      },
    },
  )

  const config = { endpoint: download }
  app.get(download.path, { config, schema: { querystring: download.query } }, async (request, reply) => {
    const { fileName } = request.query as { fileName: string }
    const row = await store.find(fileName)
    if (!row?.temporary || row.ownerId !== request.caller?.userId) throw new AppError('downloadGone')
    const content = await store.open(row)
    reply.raw.once('finish', () => {
      store
        .remove(row)
        .catch((error) => request.log.error({ err: error }, 'could not remove a finished download'))
    })
    return reply
      .header('content-type', row.mediaType)
      .header('content-length', row.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.originalName)}`)
      .send(content)
  })

  const shown = { config: { endpoint: picture }, schema: { params: picture.params } }
  app.get(picture.path, shown, async (request, reply) => {
    const { fileName } = request.params as { fileName: string }
    const mediaType = pictureTypes[extensionOf(fileName)]
    const row = mediaType ? await store.find(fileName) : undefined
    if (!mediaType || !row || row.temporary) throw new AppError('fileGone')
    return sendPicture(reply, { files: store, row, mediaType })
  })
}

/** By the extension, which was checked against the content on upload. */
const pictureTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}
