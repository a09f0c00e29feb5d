import { type AlarmChange, AlarmKind, alarms } from '@fleetdeck/contract/alarms'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Scope } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { alarmSheet } from './alarm-sheet.ts'
import * as queries from './alarms.queries.ts'

/** With more owners than this, every console reloads. */
const maxNamed = 500

export function alarmRoutes(app: FastifyInstance, { db, events, files, hub, parameters }: Deps) {
  const scopeOf = scopesOf(alarms)
  const timeZone = () => parameters.get('sys.timeZone')

  /** A single foreign id refuses the whole call; conditions only match what the caller sees. */
  const chosen = async (scope: Scope, { ids, filter = {} }: AlarmChange) => {
    if (!ids) return queries.matchingAlarms(db, scope, filter, timeZone())
    return requireAll(await queries.chosenAlarms(db, scope, ids), ids)
  }

  /** Changes alarms of the caller's scope, and notifies consoles and the devices' own pages. */
  const change = async (call: 'ack' | 'resolve', body: AlarmChange, caller: Caller) => {
    const found = await chosen(scopeOf(caller, call), body)
    const ids = found.map(({ id }) => id)
    const write = call === 'ack' ? queries.acknowledge : queries.resolveByHand
    const changed = await write(db, ids, { userId: caller.userId, note: body.note })
    const alarmState = call === 'ack' ? 'acknowledged' : 'resolved'
    for (const { deviceId, kind } of changed)
      if (deviceId !== null)
        events.record({
          deviceId,
          kind: 'alarm',
          userId: caller.userId,
          details: { alarm: kind, alarmState },
        })
    const tenantIds = [...new Set(found.map(({ userId }) => userId))]
    await hub.alarmsChanged(tenantIds.length > maxNamed ? {} : { tenantIds })
    return { count: changed.length }
  }

  implement(app, alarms, {
    list: ({ query, caller }) => queries.listAlarms(db, scopeOf(caller, 'list'), query, timeZone()),

    one: async ({ query, caller }) =>
      requireFound(await queries.findAlarm(db, scopeOf(caller, 'one'), query.id)),

    summary: async ({ caller }) => {
      const rows = await queries.countAlarms(db, scopeOf(caller, 'summary'))
      const count = (state: string, kind?: AlarmKind) =>
        rows
          .filter((row) => row.state === state && (kind === undefined || row.kind === kind))
          .reduce((sum, row) => sum + row.count, 0)
      const kinds = Object.fromEntries(AlarmKind.options.map((kind) => [kind, count('open', kind)]))
      return {
        open: count('open'),
        acknowledged: count('acknowledged'),
        kinds: kinds as Record<AlarmKind, number>,
      }
    },

    ack: ({ body, caller }) => change('ack', body, caller),

    resolve: ({ body, caller }) => change('resolve', body, caller),

    export: ({ query, caller, language }) => {
      const rows = queries.eachAlarm(db, scopeOf(caller, 'export'), query, timeZone())
      return exportSheet({ files, parameters }, alarmSheet, rows, { caller, language })
    },
  })
}
