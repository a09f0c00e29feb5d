import { commandFile } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { fileOfRun } from './delivery.queries.ts'

/** The package of a command, for the phone that is told to install it. */
export function commandFileRoutes(app: FastifyInstance, { db, files, downloads }: Deps) {
  const options = { config: { endpoint: commandFile }, schema: { params: commandFile.params } }
  app.get(commandFile.path, options, async (request, reply) => {
    const { cmdSubId, fileName } = request.params as z.output<typeof commandFile.params>
    const row = await fileOfRun(db, cmdSubId, fileName)
    if (!row) throw new AppError('fileGone')
    return sendFile(request, reply, { files, downloads, row })
  })
}
