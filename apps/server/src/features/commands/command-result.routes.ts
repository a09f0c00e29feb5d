import { commandResult } from '@fleetdeck/contract/commands'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { isFileOfRun } from './commands.queries.ts'

/** The file that a phone sent for a command, for users who see the run. */
export function commandResultRoutes(app: FastifyInstance, { db, files }: Deps) {
  const shown = { config: { endpoint: commandResult }, schema: { querystring: commandResult.query } }
  app.get(commandResult.path, shown, async (request, reply) => {
    const { caller } = request
    if (!caller) throw new AppError('sessionExpired')
    const query = request.query as z.output<typeof commandResult.query>
    const isVisible = await isFileOfRun(db, scopeFor(caller, commandResult.permission), query)
    if (!isVisible) throw new AppError('fileGone')
    const row = await files.find(query.fileName)
    if (!row) throw new AppError('commandFileGone')
    const content = await files.open(row)
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', row.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.originalName)}`)
      .send(content)
  })
}
