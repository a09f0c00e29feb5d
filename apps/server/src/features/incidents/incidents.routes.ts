import { type Incident, type IncidentSeverity, incidents, maxSummed } from '@fleetdeck/contract/incidents'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { awayReason } from '../../platform/core/database-away.ts'
import { implement } from '../../platform/http/implement.ts'
import type { IncidentWatch } from './incident-watch.ts'
import * as queries from './incidents.queries.ts'

type Row = z.input<typeof Incident>

export function incidentRoutes(app: FastifyInstance, { db, hub, parameters }: Deps, watch: IncidentWatch) {
  implement(app, incidents, {
    list: async ({ query }) => {
      const asked = queries.listIncidents(db, query, parameters.get('sys.timeZone'))
      return unlessAway<{ list: Row[]; total: number }>(asked, () => {
        const list = query.state === 'ended' ? [] : watch.known()
        return { list, total: list.length }
      })
    },

    summary: async () => {
      const open = await unlessAway<Row[]>(queries.listOpen(db), () => watch.known())
      const countOf = (severity: IncidentSeverity) => open.filter((each) => each.severity === severity).length
      return {
        critical: countOf('critical'),
        warning: countOf('warning'),
        unacknowledged: open.filter(({ acknowledgedAt }) => acknowledgedAt === null).length,
        checkedSeconds: watch.checkedSeconds,
        open: open.slice(0, maxSummed),
      }
    },

    ack: async ({ body: { ids, isUndone }, caller }) => {
      const count = await queries.acknowledge(db, ids, { userId: caller.userId, isUndone })
      await hub.incidentsChanged()
      return { count }
    },
  })
}

/** While the database is away, the answer is what this server knows itself. */
const unlessAway = <T>(asked: Promise<T>, known: () => T): Promise<T> =>
  asked.catch((error: unknown) => {
    if (awayReason(error) === undefined) throw error
    return known()
  })
