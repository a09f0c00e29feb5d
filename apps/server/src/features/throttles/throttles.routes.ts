import { throttles } from '@fleetdeck/contract/throttles'
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { throttleQueries } from './throttles.queries.ts'

export function throttleRoutes(app: FastifyInstance, { db, parameters }: Deps) {
  const scopeOf = scopesOf(throttles)
  implement(app, throttles, {
    list: ({ query, caller }) => {
      const filter = { ...query, timeZone: parameters.get('sys.timeZone') }
      return throttleQueries.list(db, scopeOf(caller, 'list'), filter)
    },
  })
}
