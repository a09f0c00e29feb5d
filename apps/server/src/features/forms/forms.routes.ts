import { forms } from '@fleetdeck/contract/forms'
import type { FastifyInstance } from 'fastify'
import { crudHandlers } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { formQueries } from './forms.queries.ts'

/** Forms built by users, which callers with a scope on these users see too. */
export const formRoutes = (app: FastifyInstance, deps: Deps) =>
  implement(app, forms, {
    ...crudHandlers(deps, forms, formQueries),

    add: async ({ body, caller }) => ({
      id: await formQueries.insert(deps.db, { ...body, ownerId: caller.userId }),
    }),
  })
