import { platforms } from '@fleetdeck/contract/platforms'
import type { FastifyInstance } from 'fastify'
import { ownedCrudHandlers } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { platformQueries } from './platforms.queries.ts'

export const platformRoutes = (app: FastifyInstance, deps: Deps) =>
  implement(
    app,
    platforms,
    ownedCrudHandlers(deps, platforms, platformQueries, {
      name: 'platforms',
      columns: [
        { title: 'platform.name', value: (row) => row.platformName },
        { title: 'platform.owner', value: (row) => row.userName },
        { title: 'platform.created', value: (row) => row.createdAt },
      ],
    }),
  )
