import { scriptFile } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { scriptFileOfPhone } from '../../domain/scripts/script-files.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { sendFile } from '../../platform/files/send-file.ts'

/** Script files for phones: each gets those that it may run. */
export function phoneScriptRoutes(app: FastifyInstance, { db, files, downloads, phones }: Deps) {
  const options = { config: { endpoint: scriptFile }, schema: { params: scriptFile.params } }
  app.get(scriptFile.path, options, async (request, reply) => {
    const phone = await phones.ofRequest(request)
    const { fileName } = request.params as z.output<typeof scriptFile.params>
    const row = await scriptFileOfPhone(db, phone, fileName)
    if (!row) throw new AppError('fileGone')
    return sendFile(request, reply, { files, downloads, row })
  })
}
