import { shelves } from '@fleetdeck/contract/shelves'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { requireUser } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import {
  allOfOwner,
  allShelvesVisible,
  findShelf,
  isFull,
  listShelves,
  removeShelves,
  saveShelf,
} from './shelves.queries.ts'

export function shelfRoutes(app: FastifyInstance, { db, hub }: Deps) {
  const scopeOf = scopesOf(shelves)

  implement(app, shelves, {
    list: ({ caller }) => listShelves(db, scopeOf(caller, 'list')),

    save: async ({ body, caller, request }) => {
      const scope = scopeOf(caller, 'save')
      const { id, columns, rows, devices } = body
      const known = id === undefined ? undefined : requireFound(await findShelf(db, scope, id))
      const tenantId = known?.tenantId ?? body.tenantId ?? caller.userId
      if (!known) {
        await requireUser(db, scope, tenantId)
        if (await isFull(db, tenantId)) throw new AppError('shelvesFull')
      }
      if (devices.some(({ slot }) => slot >= columns * rows)) throw new AppError('shelfTooSmall')
      const ids = devices.map((device) => device.id)
      if (!(await allOfOwner(db, tenantId, ids))) throw new AppError('shelfForeign')
      request.subjects = [body.shelfName]
      const shelfId = await saveShelf(db, tenantId, body)
      await hub.devicesChanged({ deviceIds: ids, tenantIds: [tenantId] })
      return { id: shelfId }
    },

    remove: async ({ query: { ids }, caller, request }) => {
      if (!(await allShelvesVisible(db, scopeOf(caller, 'remove'), ids))) throw new AppError('notFound')
      request.subjects = await removeShelves(db, ids)
      return null
    },
  })
}
