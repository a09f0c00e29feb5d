import {
  manageLayoutsPermission,
  maxWallLayouts,
  wallLayouts,
  wallPermission,
} from '@fleetdeck/contract/device-wall'
import type { DeviceId, WallLayoutId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './wall-layouts.queries.ts'

const readerOf = (caller: Caller): queries.Reader => ({
  userId: caller.userId,
  seen: scopeFor(caller, wallPermission),
  managed: may(caller, manageLayoutsPermission) ? scopeFor(caller, manageLayoutsPermission) : undefined,
})

export function wallLayoutRoutes(app: FastifyInstance, { db }: Deps) {
  const checkDevices = async (caller: Caller, ids: DeviceId[]) => {
    if (!(await allOwnedVisible(db, devices, scopeFor(caller, wallPermission), ids)))
      throw new AppError('notFound')
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
      return { ...layout, deviceIds: await queries.keepSeen(db, reader.seen, layout.deviceIds) }
    },

    add: async ({ body, caller }) => {
      await checkDevices(caller, body.deviceIds)
      return db.transaction(async (tx) => {
        if ((await queries.countOwn(tx, caller.userId)) >= maxWallLayouts)
          throw new AppError('wallLayoutsFull', { count: maxWallLayouts })
        return { id: await queries.insertLayout(tx, { ...body, userId: caller.userId }) }
      })
    },

    edit: async ({ body: { id, ...change }, caller }) => {
      const [layout] = await findChangeable(caller, [id])
      // Nobody else could see it any more, not even who took it from them.
      if (!layout?.isOwn && !change.isShared) throw new AppError('wallLayoutForeign')
      await checkDevices(caller, change.deviceIds)
      await queries.updateLayout(db, id, change)
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
