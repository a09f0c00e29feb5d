import { users } from '@fleetdeck/contract/users'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../http/implement.ts'
import { listUserCards } from './users.queries.ts'

export function userRoutes(app: FastifyInstance, { db }: Deps) {
  implement(app, users, {
    // Pickers give out whom a caller may assign devices to, which is whose devices he sees.
    listAll: ({ query, caller }) => listUserCards(db, scopeFor(caller, 'device/deviceList/list'), query),
  })
}
