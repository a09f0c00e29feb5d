import {
  manageLayoutsPermission,
  maxArrangedDevices,
  maxWallLayouts,
  wallLayouts,
  wallPermission,
} from '@fleetdeck/contract/device-wall'
import type { DeviceId, WallLayoutId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './wall-layouts.queries.ts'

const readerOf = (caller: Caller): queries.Reader => ({
  userId: caller.userId,
  seen: scopeFor(caller, wallPermission),
  managed: may(caller, manageLayoutsPermission) ? scopeFor(caller, manageLayoutsPermission) : undefined,
})

export function wallLayoutRoutes(app: FastifyInstance, { db }: Deps) {
  /** Devices that were deleted or left the caller's scope while the wall was arranged are left out. */
  const seenDevices = (caller: Caller, ids: DeviceId[]) =>
    queries.keepSeen(db, scopeFor(caller, wallPermission), ids)
  const findChangeable = async (caller: Caller, ids: WallLayoutId[]) => {
    const found = requireAll(await queries.findLayouts(db, readerOf(caller), ids), ids)
    if (found.some(({ mayChange }) => !mayChange)) throw new AppError('wallLayoutForeign')
    return found
  }

  implement(app, wallLayouts, {
    list: ({ query, caller }) => queries.listLayouts(db, readerOf(caller), query),

    one: async ({ query, caller }) => {
      const reader = readerOf(caller)
      const layout = requireFound((await queries.findLayouts(db, reader, [query.id]))[0])
      return { ...layout, deviceIds: await queries.keepSeen(db, reader.seen, layout.deviceIds) }
    },

    add: async ({ body, caller }) => {
      const deviceIds = await seenDevices(caller, body.deviceIds)
      return db.transaction(async (tx) => {
        if ((await queries.countOwn(tx, caller.userId)) >= maxWallLayouts)
          throw new AppError('wallLayoutsFull', { count: maxWallLayouts })
        return { id: await queries.insertLayout(tx, { ...body, deviceIds, userId: caller.userId }) }
      })
    },

    edit: async ({ body: { id, ...change }, caller }) => {
      const [layout] = await findChangeable(caller, [id])
      // Nobody else could see it any more, not even who took it from them.
      if (!layout?.isOwn && !change.isShared) throw new AppError('wallLayoutForeign')
      const before = new Set(await seenDevices(caller, layout?.deviceIds ?? []))
      const unseen = layout?.deviceIds.filter((device) => !before.has(device)) ?? []
      const deviceIds = [...(await seenDevices(caller, change.deviceIds)), ...unseen]
      await queries.updateLayout(db, id, { ...change, deviceIds: deviceIds.slice(0, maxArrangedDevices) })
      return null
    },

    remove: async ({ query, caller, request }) => {
      const found = await findChangeable(caller, query.ids)
      request.subjects = found.map(({ layoutName }) => layoutName)
      await queries.removeLayouts(db, query.ids)
      return null
    },
  })
}
