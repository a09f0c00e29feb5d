import {
  type CommandKind,
  type CommandOrder,
  commands,
  locateSeconds,
  locating,
  ownPermissions,
} from '@fleetdeck/contract/commands'
import type { CommandId, DeviceId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { stepRecorder } from '../../domain/device-incidents/record-step.ts'
import { idsOfSelection } from '../../domain/devices/device-selection.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import type { CommandDelivery } from './command-delivery.ts'
import * as queries from './commands.queries.ts'
import { endRuns, insertCommand, queuedIds } from './delivery.queries.ts'
import { planCommand, previewCommand, requireAble } from './plan-command.ts'

const hourMs = 3_600_000

export function commandRoutes(app: FastifyInstance, deps: Deps, delivery: CommandDelivery) {
  const { db, events, hub, log } = deps
  const scopeOf = scopesOf(commands)

  const found = async (caller: Caller, call: keyof typeof commands, id: CommandId) => {
    return requireFound(await queries.findCommand(db, scopeOf(caller, call), id))
  }

  /** Stores the command and responds immediately; delivery starts after the response. */
  const createCommand = async (
    caller: Caller,
    order: Omit<Parameters<typeof insertCommand>[1], 'userId'>,
    deviceIds: DeviceId[],
  ) => {
    if (deviceIds.length === 0) throw new AppError('notFound')
    const id = await insertCommand(db, { ...order, userId: caller.userId }, deviceIds)
    const details = { command: order.command, state: 'queued' }
    for (const deviceId of deviceIds)
      events.record({ deviceId, kind: 'command', userId: caller.userId, details })
    delivery
      .deliver(id)
      .catch((error) => log.error({ err: error, commandId: id }, 'could not deliver a command'))
    return { id, total: deviceIds.length }
  }

  implement(app, commands, {
    list: ({ query, caller }) => queries.listCommands(db, scopeOf(caller, 'list'), query),

    one: ({ query, caller }) => found(caller, 'one', query.id),

    runs: ({ query, caller }) => queries.listRuns(db, scopeOf(caller, 'runs'), query),

    lines: async ({ query, caller }) => {
      return requireFound(await queries.findLines(db, scopeOf(caller, 'lines'), query.runId))
    },

    preview: async ({ body, caller, language }) => {
      requireOwnPermission(caller, body.command)
      return previewCommand(deps, await planCommand(deps, caller, body), language)
    },

    add: async ({ body: { order, selection, hours, incidentId }, caller }) => {
      await requirePermission(deps, caller, order.command)
      const able = await requireAble(deps, caller, { command: order.command, selection })
      const record = await stepRecorder(deps, caller, incidentId)
      const what = await resolveContent(deps, caller, order)
      const expiresAt = new Date(siteMs() + hours * hourMs)
      const created = await createCommand(caller, { ...what, command: order.command, expiresAt }, able)
      await record('sent', { order: order.command, commandId: created.id, count: created.total })
      return created
    },

    takeBack: async ({ body: { id }, caller }) => {
      await found(caller, 'takeBack', id)
      const ids = await queuedIds(db, id)
      const ended = await endRuns(db, ids, { state: 'stopped', reason: 'takenBack' })
      await hub.commandsChanged()
      return { count: ended.length }
    },

    again: async ({ body: { id }, caller }) => {
      const { command, content, fileName, createdAt, expiresAt } = await found(caller, 'again', id)
      await requirePermission(deps, caller, command)
      const ids = await queries.unsuccessfulDevices(db, id)
      if (ids.length === 0) throw new AppError('nothingToRepeat')
      const lasts = expiresAt.getTime() - createdAt.getTime()
      const order = { command, content, fileName, expiresAt: new Date(siteMs() + lasts) }
      // Devices that the caller no longer sees are left out.
      const visible = await idsOfSelection(db, scopeOf(caller, 'again'), { ids })
      if (visible.length === 0) throw new AppError('notFound')
      const able = await requireAble(deps, caller, { command, selection: { ids: visible } })
      return createCommand(caller, order, able)
    },

    remove: async ({ query, caller }) => {
      await queries.removeCommands(db, scopeOf(caller, 'remove'), query.ids)
      return null
    },
  })

  implement(app, locating, {
    start: async ({ body, caller }) => {
      const scope = scopeFor(caller, locating.start.permission)
      const id = requireFound(await queries.findWaiting(db, scope, body.id))
      const expiresAt = new Date(siteMs() + locateSeconds * 1000)
      return createCommand(caller, { command: 'where', content: '', fileName: null, expiresAt }, [id])
    },

    result: async ({ query, caller }) =>
      requireFound(await queries.findLocating(db, scopeFor(caller, locating.result.permission), query.id)),
  })
}

function requireOwnPermission(caller: Caller, command: CommandKind): void {
  if (!ownPermissions[command].every((permission) => may(caller, permission))) throw new AppError('forbidden')
}

async function requirePermission({ sessions }: Deps, caller: Caller, command: CommandKind) {
  requireOwnPermission(caller, command)
  if (command === 'shellcmd') await sessions.requireProof(caller)
}

async function resolveContent(deps: Deps, caller: Caller, order: CommandOrder) {
  if (order.command === 'inst' || order.command === 'push') {
    const file = await deps.files.claim(order.fileName, caller.userId)
    if (!file) throw new AppError('uploadGone')
    if (order.command === 'inst' && !/\.(apk|apks|xapk)$/i.test(file.fileName)) throw new AppError('notAnApp')
    return { content: file.originalName, fileName: file.fileName }
  }
  if (order.command === 'shellcmd') return { content: order.line, fileName: null }
  if (order.command === 'launch' || order.command === 'uninst') return { content: order.app, fileName: null }
  if (order.command === 'pull') return { content: order.path, fileName: null }
  return { content: '', fileName: null }
}
