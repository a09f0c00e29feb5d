import { deviceGroups } from '@fleetdeck/contract/device-groups'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { written } from '../../platform/crud/written.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './device-groups.queries.ts'

export function deviceGroupRoutes(app: FastifyInstance, { db, files, hub }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof deviceGroups) =>
    scopeFor(caller, deviceGroups[call].permission)

  implement(app, deviceGroups, {
    list: ({ query, caller }) => queries.listDeviceGroups(db, scopeOf(caller, 'list'), query),

    one: async ({ query, caller }) => {
      const group = await queries.findDeviceGroup(db, scopeOf(caller, 'one'), query.id)
      if (!group) throw new AppError('notFound')
      return group
    },

    add: async ({ body, caller }) => {
      const tenantId = body.tenantId ?? caller.userId
      if (!(await queries.userVisible(db, scopeOf(caller, 'add'), tenantId))) throw new AppError('notFound')
      await namedOnce(queries.insertDeviceGroup(db, { groupName: body.groupName, tenantId }))
      return null
    },

    edit: async ({ body, caller }) => {
      const scope = scopeOf(caller, 'edit')
      const group = await queries.findDeviceGroup(db, scope, body.id)
      if (!group) throw new AppError('notFound')
      const { groupName, tenantId = group.tenantId } = body
      if (tenantId !== group.tenantId) {
        if (!(await queries.userVisible(db, scope, tenantId))) throw new AppError('notFound')
        // The devices in it belong to the owner it has now.
        if (await queries.anyGroupHasDevices(db, [body.id])) throw new AppError('groupNotEmpty')
      }
      await namedOnce(queries.updateDeviceGroup(db, body.id, { groupName, tenantId }))
      await hub.devicesChanged({ tenantIds: [tenantId] })
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allGroupsVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      if (await queries.anyGroupHasDevices(db, query.ids)) throw new AppError('groupNotEmpty')
      await queries.deleteDeviceGroups(db, query.ids)
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listDeviceGroups(db, scopeOf(caller, 'export'), all)
      return exportRows(files, {
        name: 'device-groups',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'deviceGroup.name'), value: (row) => row.groupName },
          { title: text(language, 'deviceGroup.owner'), value: (row) => row.userName },
          { title: text(language, 'deviceGroup.deviceCount'), value: (row) => row.deviceCount },
          { title: text(language, 'deviceGroup.onlineCount'), value: (row) => row.onlineCount },
        ],
      })
    },
  })
}

const namedOnce = <T>(write: PromiseLike<T>) => written(write, { device_groups_name: 'groupNameTaken' })
