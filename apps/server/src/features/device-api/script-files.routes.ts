import { scriptFile } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { findScriptFile, isOpenRun, scriptFileOfPhone } from '../../domain/scripts/script-files.queries.ts'
import { type LinkPurpose, purposeOfLink } from '../../domain/scripts/script-links.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { sendFile } from '../../platform/files/send-file.ts'

/** Script files for phones: each gets those that it may run, or the one of its link. */
export function phoneScriptRoutes(app: FastifyInstance, { db, seal, files, downloads, phones }: Deps) {
  const { params, query } = scriptFile
  const options = { config: { endpoint: scriptFile }, schema: { params, querystring: query } }

  const fileOfLink = async (fileName: string, purpose: LinkPurpose) => {
    const runKey = /^run:(.*)$/.exec(purpose)?.[1]
    if (runKey !== undefined && !(await isOpenRun(db, runKey))) throw new AppError('scriptLinkExpired')
    return findScriptFile(db, fileName)
  }
  const fileOfPhone = async (fileName: string, request: FastifyRequest) =>
    scriptFileOfPhone(db, await phones.ofRequest(request), fileName)

  app.get(scriptFile.path, options, async (request, reply) => {
    const file = request.params as z.output<typeof params>
    const purpose = purposeOfLink(seal, file, request.query as z.output<typeof query>)
    const row = await (purpose ? fileOfLink(file.fileName, purpose) : fileOfPhone(file.fileName, request))
    if (!row) throw new AppError('fileGone')
    return sendFile(request, reply, { files, downloads, row })
  })
}
