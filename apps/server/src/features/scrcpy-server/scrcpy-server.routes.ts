import { scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { actorOf } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { receiveScrcpy } from './receive-scrcpy.ts'
import { findFile, removeFile, saveFile } from './scrcpy-server.queries.ts'

/** The server file of scrcpy that all agents of the site receive. */
export function scrcpyServerRoutes(app: FastifyInstance, { db, scrcpyOffer }: Deps) {
  implement(app, scrcpyServer, {
    one: async () => (await findFile(db)) ?? null,

    replace: async ({ caller, query: { confirmed }, request }) => {
      const file = await receiveScrcpy(request)
      const { isPublished, sha256 } = file
      if (!isPublished && confirmed !== 'true') throw new AppError('scrcpyUnknown', { sha256 })
      const saved = await saveFile(db, { ...file, userName: actorOf(caller).userName })
      await scrcpyOffer.changed()
      return saved
    },

    remove: async ({ body, request }) => {
      const [removed] = await removeFile(db, body.sha256)
      if (!removed) throw new AppError('scrcpyNone')
      request.subjects = [removed.fileName]
      await scrcpyOffer.changed()
      return null
    },
  })
}
