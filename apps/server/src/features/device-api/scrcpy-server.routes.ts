import { scrcpyServerFile } from '@fleetdeck/contract/scrcpy-server'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { findContent } from '../../domain/devices/scrcpy-server.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { tooManyDownloads } from '../../platform/files/send-file.ts'

/** scrcpy's server file for the agents of phones. */
export function scrcpyFileRoutes(app: FastifyInstance, { db, downloads, phones }: Deps) {
  const { params } = scrcpyServerFile
  const options = { config: { endpoint: scrcpyServerFile }, schema: { params } }
  app.get(scrcpyServerFile.path, options, async (request, reply) => {
    const { sha256 } = request.params as z.output<typeof params>
    await phones.ofRequest(request)
    const leave = downloads.enter()
    if (!leave) return tooManyDownloads(reply)
    reply.raw.once('close', leave)
    const content = await findContent(db, sha256)
    if (!content) throw new AppError('fileGone')
    return reply.header('content-type', scrcpyServerFile.media).send(content)
  })
}
