import { commandResult } from '@fleetdeck/contract/commands'
import { commandUpload } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { receiveFile } from '../../platform/files/receive-file.ts'
import { isFileOfRun } from './commands.queries.ts'
import { keepFile, runAwaitingFile } from './delivery.queries.ts'

/** The way back of a file that a phone was told to send: from the phone, and to those who see the run. */
export function commandResultRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const sent = { config: { endpoint: commandUpload }, schema: { params: commandUpload.params } }
  app.post(commandUpload.path, sent, async (request) => {
    const { cmdSubId } = request.params as z.output<typeof commandUpload.params>
    const run = await runAwaitingFile(db, cmdSubId)
    if (!run) throw new AppError('fileGone')
    const row = await receiveFile(files, request, {
      ownerId: run.ownerId,
      limit: parameters.get('sys.uploadFile.fileSize'),
      types: 'any',
      temporary: true,
    })
    await keepFile(db, run.id, row.fileName)
    return { code: 0, msg: '', data: null }
  })

  const shown = { config: { endpoint: commandResult }, schema: { querystring: commandResult.query } }
  app.get(commandResult.path, shown, async (request, reply) => {
    const { caller } = request
    if (!caller) throw new AppError('sessionExpired')
    const query = request.query as z.output<typeof commandResult.query>
    const isTheirs = await isFileOfRun(db, scopeFor(caller, commandResult.permission), query)
    const row = isTheirs ? await files.find(query.fileName) : undefined
    if (!row) throw new AppError('fileGone')
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', row.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.originalName)}`)
      .send(files.read(row))
  })
}
