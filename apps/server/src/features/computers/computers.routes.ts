import { IncidentStep } from '@fleetdeck/contract/computer-commands'
import { computers } from '@fleetdeck/contract/computers'
import { devices } from '@fleetdeck/contract/devices'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import type { AgentOffer } from '../../domain/computers/agent-offer.ts'
import { stepRecorder } from '../../domain/device-incidents/record-step.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { computerQueries, listPhones, visibleIds } from './computers.queries.ts'
import { sendCommand } from './send-command.ts'

type Row = Awaited<ReturnType<typeof computerQueries.find>>[number]

/** A row as its list shows it, by its last report. */
function shown(
  { report, ...row }: Row,
  { connected, offer }: { connected: ReadonlySet<ComputerId>; offer: AgentOffer },
) {
  const [last] = report?.errors ?? []
  const running = { agentVersion: row.agentVersion, release: report?.release ?? null }
  const ago = (seconds: number) => new Date((row.reportedAt?.getTime() ?? 0) - seconds * 1000)
  return {
    ...row,
    isOnline: connected.has(row.id),
    isUpdated: running.release !== null,
    update: report?.update ?? null,
    offeredAgent: offer.for(running),
    isOutdated: offer.isNewerThan(running),
    system: report?.system ?? null,
    load: report?.cpu.load ?? null,
    memory: report?.memory ?? null,
    isAdbReachable: report?.adb?.isReachable ?? null,
    lastError: last ? { ...last, at: ago(last.seconds) } : null,
    commands: report?.commands ?? [],
  }
}

/** How a phone is connected besides, and how it charges, by the last report. */
function ways({ report }: Row, wanted: string) {
  const { other, charging } = report?.phones.find(({ serial }) => serial === wanted) ?? {}
  return { other, charging }
}

function failureOf({ errorName, values }: AppError) {
  const plain = Object.entries(values).filter(([, value]) => typeof value !== 'object')
  return { failure: errorName, values: Object.fromEntries(plain) as Record<string, string | number> }
}

export function computerRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, agentOffer: offer, signer } = deps
  const scopeOf = scopesOf(computers)
  const { edit, remove } = crudHandlers(deps, computers, computerQueries)
  const connectedWithin = async (scope: ReturnType<typeof scopeOf>) => [
    ...(await hub.connectedComputers(await visibleIds(db, scope))),
  ]

  const signedUpdate = (sha256: string) => {
    if (sha256 !== offer.package?.sha256) throw new AppError('computerPackageGone')
    return { type: 'updateAgent' as const, sha256, signature: signer.sign(signedScripts.agent(sha256)) }
  }

  implement(app, computers, {
    edit: async (call) => {
      const done = await edit(call)
      const { id, chargeLimit: limit } = call.body
      // An agent that is away, or does not answer, gets it with its next welcome.
      if (limit !== undefined) hub.askComputer(id, { type: 'limitCharge', limit }).catch(() => undefined)
      return done
    },

    list: async ({ query: { online, ...query }, caller }) => {
      const scope = scopeOf(caller, 'list')
      const wanted = online && { ids: await connectedWithin(scope), isMeant: online === '1' }
      const { list, total } = await computerQueries.list(db, scope, { ...query, connected: wanted })
      const connected = await hub.connectedComputers(list.map(({ id }) => id))
      return { list: list.map((row) => shown(row, { connected, offer })), total }
    },

    one: async ({ query: { id }, caller }) => {
      const row = requireFound((await computerQueries.find(db, scopeOf(caller, 'one'), [id]))[0])
      const phones = await listPhones(db, id, scopeFor(caller, devices.list.permission))
      return {
        ...shown(row, { connected: await hub.connectedComputers([id]), offer }),
        report: row.report,
        phones: phones.map(({ deviceId, deviceNo, ...phone }) => ({
          ...phone,
          ...ways(row, phone.serial),
          device: deviceId === null ? null : { id: deviceId, deviceNo: deviceNo ?? '' },
        })),
      }
    },

    remove: async (call) => {
      const { ids } = call.query
      const found = await computerQueries.find(db, scopeOf(call.caller, 'remove'), ids)
      const connected = await hub.connectedComputers(found.map(({ id }) => id))
      const [online] = found.filter(({ id }) => connected.has(id))
      if (online) throw new AppError('computerOnline', { name: online.computerName })
      return remove(call)
    },

    command: async ({ body: { id, command: wanted, incidentId }, caller, request }) => {
      const row = requireFound((await computerQueries.find(db, scopeOf(caller, 'command'), [id]))[0])
      request.subjects = [row.computerName]
      const type = IncidentStep.safeParse(wanted.type)
      if (incidentId !== undefined && !type.success)
        throw new AppError('invalidInput', { field: 'incidentId' })
      const command = wanted.type === 'updateAgent' ? signedUpdate(wanted.sha256) : wanted
      const record = await stepRecorder(deps, caller, incidentId)
      const step = { name: row.computerName, command: type.data }
      const answer = await sendCommand(deps, { id, command, can: row.report?.commands ?? [] }).catch(
        async (error: unknown) => {
          if (error instanceof AppError) await record('ordered', { ...step, ...failureOf(error) })
          throw error
        },
      )
      await record('ordered', { ...step, count: answer.count })
      return answer
    },
  })
}
