import { deviceLogs } from '@fleetdeck/contract/device-logs'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { deviceWall } from '@fleetdeck/contract/device-wall'
import { diagnosis } from '@fleetdeck/contract/diagnosis'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { seesDevice } from '../../domain/devices/device-scope.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import { listLines } from './device-logs.queries.ts'
import * as queries from './device-monitor.queries.ts'
import { readPatient } from './diagnose.queries.ts'
import { diagnose } from './diagnose.ts'

const hourMs = 3_600_000

export function deviceMonitorRoutes(app: FastifyInstance, { db, parameters }: Deps) {
  const scopeOf = (caller: Caller) => scopeFor(caller, deviceMonitor.list.permission)
  const checkSeen = async (caller: Caller, id: DeviceId) => {
    if (!(await seesDevice(db, scopeOf(caller), id))) throw new AppError('notFound')
  }

  implement(app, diagnosis, {
    diagnose: async ({ query, caller }) => {
      const patient = requireFound(await readPatient(db, scopeOf(caller), query.id))
      const heartbeatSeconds = parameters.get('device.heartbeatSeconds')
      const minAgentVersion = parameters.get('device.minAgentVersion')
      return diagnose(patient, { heartbeatSeconds, minAgentVersion })
    },
  })

  implement(app, deviceLogs, {
    list: ({ query, caller }) => {
      const timeZone = parameters.get('sys.timeZone')
      return listLines(db, scopeFor(caller, deviceLogs.list.permission), { ...query, timeZone })
    },
  })

  implement(app, deviceWall, {
    list: ({ query, caller }) =>
      queries.listMonitored(db, scopeFor(caller, deviceWall.list.permission), query),

    alarms: ({ caller }) => queries.listAlarmed(db, scopeFor(caller, deviceWall.alarms.permission)),
  })

  implement(app, deviceMonitor, {
    list: ({ query, caller }) => queries.listMonitored(db, scopeOf(caller), query),

    history: async ({ query, caller }) => {
      await checkSeen(caller, query.id)
      const since = new Date(siteMs() - query.hours * hourMs)
      const points = await queries.listHistory(db, query.id, since)
      return { minutes: parameters.get('device.historyMinutes'), points }
    },

    events: async ({ query, caller }) => {
      await checkSeen(caller, query.id)
      return queries.listEvents(db, query)
    },
  })
}
