import { deviceGroups } from '@fleetdeck/contract/device-groups'
import type { FastifyInstance } from 'fastify'
import { ownedCrudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { requireUser, requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { anyGroupHasDevices, groupQueries } from './device-groups.queries.ts'

export function deviceGroupRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const scopeOf = scopesOf(deviceGroups)
  const crud = ownedCrudHandlers(deps, deviceGroups, groupQueries, {
    name: 'device-groups',
    columns: [
      { title: 'deviceGroup.name', value: (row) => row.groupName },
      { title: 'deviceGroup.owner', value: (row) => row.userName },
      { title: 'deviceGroup.deviceCount', value: (row) => row.deviceCount },
      { title: 'deviceGroup.onlineCount', value: (row) => row.onlineCount },
    ],
  })

  implement(app, deviceGroups, {
    ...crud,

    edit: async (call) => {
      const { body, caller } = call
      const scope = scopeOf(caller, 'edit')
      const group = requireFound((await groupQueries.find(db, scope, [body.id]))[0])
      const { tenantId = group.tenantId } = body
      if (tenantId !== group.tenantId) {
        await requireUser(db, scope, tenantId)
        // The devices in the group belong to its present owner.
        if (await anyGroupHasDevices(db, [body.id])) throw new AppError('groupNotEmpty')
      }
      await crud.edit(call)
      await hub.devicesChanged({ tenantIds: [tenantId] })
      return null
    },

    remove: async (call) => {
      const { ids } = call.query
      await requireVisible({ db, scope: scopeOf(call.caller, 'remove') }, groupQueries, ids)
      if (await anyGroupHasDevices(db, ids)) throw new AppError('groupNotEmpty')
      return crud.remove(call)
    },
  })
}
