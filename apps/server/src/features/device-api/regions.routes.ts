import { regions } from '@fleetdeck/contract/regions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { listRegions } from '../../platform/metrics/samples.queries.ts'

export function regionRoutes(app: FastifyInstance, { db, region }: Deps) {
  implement(app, regions, {
    list: async () => {
      const known = await listRegions(db)
      // A server that has just started is not among the known ones yet.
      const isKnown = known.some(({ address }) => address === region?.url)
      const own = region?.url && !isKnown ? [{ region: region.name, address: region.url }] : []
      return { region: region?.name ?? null, servers: [...known, ...own] }
    },
  })
}
