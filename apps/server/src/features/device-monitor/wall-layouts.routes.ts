import {
  manageLayoutsPermission,
  maxArrangedDevices,
  maxWallLayouts,
  wallLayouts,
  wallPermission,
} from '@fleetdeck/contract/device-wall'
import type { DeviceId, WallLayoutId } from '@fleetdeck/contract/ids'
import { maxGroupPhones } from '@fleetdeck/contract/wall-socket'
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
  const split = (caller: Caller, ids: DeviceId[]) =>
    queries.splitBySight(db, scopeFor(caller, wallPermission), ids)
  const checkSize = (isTeam: boolean, ids: DeviceId[]) => {
    if (isTeam && (ids.length === 0 || ids.length > maxGroupPhones))
      throw new AppError('wallTeamSize', { count: maxGroupPhones })
  }
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
      const { seen, unseen } = await queries.splitBySight(db, reader.seen, layout.deviceIds)
      const deleted = layout.deviceIds.length - seen.length - unseen.length
      return { ...layout, deviceIds: seen, unseen: unseen.length, deleted }
    },

    add: async ({ body, caller }) => {
      const { seen: deviceIds } = await split(caller, body.deviceIds)
      checkSize(body.isTeam, deviceIds)
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
      const { unseen } = await split(caller, layout?.deviceIds ?? [])
      const { seen } = await split(caller, change.deviceIds)
      const deviceIds = [...seen, ...unseen]
      checkSize(layout?.isTeam ?? false, deviceIds)
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
