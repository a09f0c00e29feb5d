import { deviceNeighbours } from '@fleetdeck/contract/device-neighbours'
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { numbersAfter, numbersBefore } from './device-neighbours.queries.ts'

export function deviceNeighbourRoutes(app: FastifyInstance, { db }: Deps) {
  const scopeOf = scopesOf(deviceNeighbours)

  implement(app, deviceNeighbours, {
    find: async ({ query: { deviceNo }, caller }) => {
      const scope = scopeOf(caller, 'find')
      return {
        before: await numbersBefore(db, scope, deviceNo),
        after: await numbersAfter(db, scope, deviceNo),
      }
    },
  })
}
