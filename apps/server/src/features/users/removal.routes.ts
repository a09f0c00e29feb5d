import { userRemoval } from '@fleetdeck/contract/user-removal'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { previewRemoval, removeWithRows } from './remove-users.ts'

export function userRemovalRoutes(app: FastifyInstance, deps: Deps) {
  implement(app, userRemoval, {
    preview: ({ query, caller }) => previewRemoval(deps, caller, query.ids),
    remove: ({ body, caller }) => removeWithRows(deps, caller, body),
  })
}
