import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { readServers } from '../../platform/metrics/samples.queries.ts'

export function serviceMonitorRoutes(app: FastifyInstance, { db, serverName }: Deps) {
  implement(app, serviceMonitor, {
    info: async () => {
      const servers = await readServers(db)
      return {
        servers: servers.map((server) => ({ ...server, isOwn: server.serverName === serverName })),
      }
    },
  })
}
