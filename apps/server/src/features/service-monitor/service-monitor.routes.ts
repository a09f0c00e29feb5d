import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { compareVersions } from '../../platform/core/compare-versions.ts'
import type { ContractWatch } from '../../platform/db/contract-watch.ts'
import { implement } from '../../platform/http/implement.ts'
import { readServers } from '../../platform/metrics/samples.queries.ts'

export function serviceMonitorRoutes(
  app: FastifyInstance,
  { db, hub, serverName }: Deps,
  { contracts }: { contracts: Pick<ContractWatch, 'waiting'> },
) {
  const setDraining = async (name: string, isDraining: boolean) => {
    const server = (await readServers(db)).find((one) => one.serverName === name)
    if (!server) throw new AppError('serverUnknown')
    const outcome = server.isAlive ? await hub.servers.setDraining(name, isDraining) : 'silent'
    if (outcome === 'last') throw new AppError('serverLast')
    if (outcome === 'silent') throw new AppError('serverSilent')
    return null
  }
  implement(app, serviceMonitor, {
    info: async () => {
      const [servers, duties] = [await readServers(db), hub.servers.duties()]
      const alive = servers.filter(({ isAlive }) => isAlive)
      const versions = [...new Set(alive.flatMap(({ facts }) => facts.productVersion ?? []))]
        .sort(compareVersions)
        .reverse()
      return {
        versions,
        waiting: contracts.waiting,
        servers: servers.map((server) => ({
          ...server,
          isOlder: server.isAlive && server.facts.productVersion !== versions[0],
          isOwn: server.serverName === serverName,
          duty: duties.get(server.serverName) ?? null,
        })),
      }
    },
    drain: ({ body }) => setDraining(body.serverName, true),
    resume: ({ body }) => setDraining(body.serverName, false),
    spread: async () => {
      if (hub.servers.duties().size < 2) throw new AppError('serverLast')
      await hub.servers.spreadPhones()
      return null
    },
  })
}
