import { computers } from '@fleetdeck/contract/computers'
import { deadPhoneName } from '@fleetdeck/contract/dead-phones'
import { deviceIncidents, namedComputers, namedDevices } from '@fleetdeck/contract/device-incidents'
import type { DeviceId, DeviceIncidentId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { readCaller } from '../../access/read-caller.ts'
import type { Deps } from '../../deps.ts'
import { insertEvent } from '../../domain/device-incidents/incident-events.queries.ts'
import { listServing, type Served } from '../../domain/devices/serving-computers.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import * as alarmQueries from './alarms.queries.ts'
import * as queries from './device-incidents.queries.ts'

const maxSilenceMs = 30 * 86_400_000

export function deviceIncidentRoutes(app: FastifyInstance, { db, events, hub, parameters }: Deps) {
  const scopeOf = scopesOf(deviceIncidents)
  const timeZone = () => parameters.get('sys.timeZone')

  const found = async (caller: Caller, call: keyof typeof deviceIncidents, id: DeviceIncidentId) =>
    requireFound(await queries.findIncident(db, scopeOf(caller, call), id))

  /** Who sees only some of the devices cannot decide for the others. */
  const foundWhole = async (caller: Caller, call: 'ack' | 'silence' | 'assign', id: DeviceIncidentId) => {
    const incident = await found(caller, call, id)
    if (incident.isPartial) throw new AppError('deviceIncidentPartly')
    return incident
  }

  /** Those of these users who may look at the incident. */
  const seeing = async (
    id: DeviceIncidentId,
    candidates: Awaited<ReturnType<typeof queries.listCandidates>>,
  ) => {
    const seen = await Promise.all(
      candidates.map(async (user) => {
        const caller = await readCaller(db, user, null)
        const { permission } = deviceIncidents.one
        if (!may(caller, permission)) return []
        return (await queries.findIncident(db, scopeFor(caller, permission), id)) ? [user] : []
      }),
    )
    return seen.flat()
  }

  const serving = async (caller: Caller, served: Served) => {
    const { permission } = computers.list
    if (!may(caller, permission)) return []
    const found = await listServing(db, scopeFor(caller, permission), served, namedComputers)
    const connected = await hub.connectedComputers(found.map(({ id }) => id))
    return found.map(({ report, ...computer }) => ({
      ...computer,
      isOnline: connected.has(computer.id),
      commands: report?.commands ?? [],
    }))
  }

  const computersOf = async (
    caller: Caller,
    { kind, computerId, phones }: queries.FoundIncident,
    deviceIds: DeviceId[],
  ) => {
    if (kind !== 'deadPhone') return serving(caller, { deviceIds })
    if (computerId === null) return []
    return (await serving(caller, { computerId })).map((each) => ({ ...each, devices: phones.length }))
  }

  /** What became of the commands by now. */
  const withOutcomes = async (entries: Awaited<ReturnType<typeof queries.listEvents>>) => {
    const counts = await queries.countRuns(
      db,
      entries.flatMap(({ details }) => details.commandId ?? []),
    )
    return entries.map(({ details, ...entry }) => {
      const found = details.commandId && counts.get(details.commandId)
      return { ...entry, details: { ...details, ...(found && { counts: found }) } }
    })
  }

  implement(app, deviceIncidents, {
    list: async ({ query, caller }) => {
      const whose = { scope: scopeOf(caller, 'list'), userId: caller.userId, timeZone: timeZone() }
      const { list, total } = await queries.listIncidents(db, whose, query)
      return { list: list.map((row) => shownTo(caller, row)), total }
    },

    one: async ({ query, caller }) => {
      const incident = await found(caller, 'one', query.id)
      const [deviceIds, entries] = [
        await queries.listDeviceIds(db, scopeOf(caller, 'one'), incident),
        await queries.listEvents(db, query.id, incident.isPartial ? caller.userId : undefined),
      ]
      return {
        ...shownTo(caller, incident),
        deviceIds,
        computers: await computersOf(caller, incident, deviceIds),
        events: await withOutcomes(
          incident.isPartial
            ? entries.map((entry) => (entry.userName === null ? { ...entry, details: {} } : entry))
            : entries,
        ),
      }
    },

    summary: async ({ caller }) => {
      const scope = scopeOf(caller, 'summary')
      const list = await queries.listOpen(db, scope)
      return { ...(await queries.countOpen(db, scope)), list: list.map((row) => shownTo(caller, row)) }
    },

    weeks: ({ caller }) => queries.countByWeek(db, scopeOf(caller, 'weeks'), timeZone()),

    ack: async ({ body: { id, isUndone }, caller }) => {
      await foundWhole(caller, 'ack', id)
      const changed = await db.transaction(async (tx) => {
        const isNew = isUndone
          ? await queries.undoAcknowledgement(tx, id)
          : await queries.acknowledge(tx, id, caller.userId)
        if (!isNew) return []
        const kind = isUndone ? 'unacknowledged' : 'acknowledged'
        await insertEvent(tx, { incidentId: id, kind, userId: caller.userId })
        if (isUndone) return []
        const alarmIds = await queries.listOpenAlarms(tx, id)
        return alarmQueries.acknowledge(tx, alarmIds, { userId: caller.userId, note: '' })
      })
      for (const { deviceId, kind } of changed)
        if (deviceId !== null)
          events.record({
            deviceId,
            kind: 'alarm',
            userId: caller.userId,
            details: { alarm: kind, alarmState: 'acknowledged' },
          })
      await hub.alarmsChanged({})
      return null
    },

    silence: async ({ body: { id, until }, caller }) => {
      const { endedAt } = await foundWhole(caller, 'silence', id)
      if (endedAt && until !== null) throw new AppError('deviceIncidentEnded')
      const ahead = until === null ? undefined : Date.parse(until) - siteMs()
      if (ahead !== undefined && (ahead <= 0 || ahead > maxSilenceMs))
        throw new AppError('deviceIncidentSilence')
      await db.transaction(async (tx) => {
        await queries.setSilence(tx, id, until)
        await insertEvent(tx, {
          incidentId: id,
          userId: caller.userId,
          ...(until === null ? { kind: 'unsilenced' } : { kind: 'silenced', details: { until } }),
        })
      })
      await hub.alarmsChanged({})
      return null
    },

    assignees: async ({ query: { id, name }, caller }) => {
      await foundWhole(caller, 'assign', id)
      const candidates = await queries.listCandidates(db, scopeOf(caller, 'assignees'), { name })
      return seeing(id, candidates)
    },

    assign: async ({ body: { id, userId }, caller }) => {
      await foundWhole(caller, 'assign', id)
      const chosen =
        userId === null
          ? undefined
          : requireFound((await queries.listCandidates(db, scopeOf(caller, 'assign'), { id: userId }))[0])
      if (chosen && (await seeing(id, [chosen])).length === 0)
        throw new AppError('deviceIncidentAssignee', { name: chosen.userName })
      await db.transaction(async (tx) => {
        await queries.setAssignee(tx, id, userId)
        await insertEvent(tx, {
          incidentId: id,
          userId: caller.userId,
          ...(chosen ? { kind: 'assigned', details: { name: chosen.userName } } : { kind: 'unassigned' }),
        })
      })
      await hub.alarmsChanged({})
      return null
    },

    comment: async ({ body: { id, text }, caller }) => {
      await found(caller, 'comment', id)
      await insertEvent(db, {
        incidentId: id,
        kind: 'commented',
        userId: caller.userId,
        details: { text },
      })
      await hub.alarmsChanged({})
      return null
    },
  })
}

/** Dead phones are counted by themselves, as some have no device. */
function withCounts(row: queries.FoundIncident): queries.FoundIncident {
  const { kind, phones, endedAt } = row
  if (kind !== 'deadPhone') return row
  const dead = phones.filter(({ isBack }) => !isBack)
  const named = endedAt === null ? dead : phones
  return {
    ...row,
    devices: phones.length,
    lasting: dead.length,
    deviceNos: named.slice(0, namedDevices).map(deadPhoneName),
  }
}

/** Other users' names, and what they do, are not shown to those who see only some of the devices. */
function shownTo(caller: Caller, found: queries.FoundIncident): queries.FoundIncident {
  const row = withCounts(found)
  if (!row.isPartial) return row
  const isMine = row.assigneeId === caller.userId
  return {
    ...row,
    userName: '',
    acknowledgedBy: null,
    assigneeId: isMine ? row.assigneeId : null,
    assignee: isMine ? row.assignee : null,
  }
}
