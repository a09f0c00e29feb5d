import { storage } from '@fleetdeck/contract/storage'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import { requireUser } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'

export function storageRoutes(app: FastifyInstance, { db, quota }: Deps) {
  implement(app, storage, {
    own: ({ caller }) => quota.use(caller.userId),

    ofUser: async ({ query: { id }, caller }) => {
      await requireUser(db, scopeFor(caller, storage.ofUser.permission), id)
      return quota.use(id)
    },
  })
}
