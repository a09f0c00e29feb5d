import { devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { implement } from '../../http/implement.ts'
import { assignPhone } from './assign-phone.ts'
import { deviceSummary } from './device-summary.queries.ts'
import * as queries from './devices.queries.ts'
import {
  checkedDevices,
  checkedGroup,
  checkQuota,
  disconnect,
  effectiveSettings,
  numberedOnce,
  settingsFrom,
} from './devices.rules.ts'
import { editDevice } from './edit-device.ts'
import { exportDevices } from './export-devices.ts'

export function deviceRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const scopeOf = (caller: Caller, call: keyof typeof devices) => scopeFor(caller, devices[call].permission)

  const found = async (
    caller: Caller,
    call: keyof typeof devices,
    by: { id: number } | { deviceNo: string },
  ) => {
    const device = await queries.findDevice(db, scopeOf(caller, call), by)
    if (!device) throw new AppError('notFound')
    return device
  }
  const withSettings = (device: Awaited<ReturnType<typeof found>>) => ({
    ...device,
    settings: effectiveSettings(device),
  })

  implement(app, devices, {
    list: ({ query, caller }) => queries.listDevices(db, scopeOf(caller, 'list'), query),

    listUnAssignedDevice: ({ query, caller }) =>
      queries.listDevices(db, scopeOf(caller, 'listUnAssignedDevice'), { ...query, assStatus: '0' }),

    one: async ({ query, caller }) => withSettings(await found(caller, 'one', query)),

    summary: ({ caller }) => deviceSummary(db, scopeOf(caller, 'summary')),

    findOne: async ({ query, caller }) => withSettings(await found(caller, 'findOne', query)),

    add: async ({ body, caller }) => {
      const { deviceNo, groupId, imei = '' } = body
      const { tenantId } = await checkedGroup(deps, caller, devices.add.permission, body)
      await checkQuota(deps, tenantId)
      await numberedOnce(queries.insertDevice(db, { deviceNo, groupId, imei, tenantId }))
      await hub.devicesChanged({ tenantIds: [tenantId] })
      return null
    },

    addAssDevice: async ({ body, caller }) => {
      await assignPhone(deps, caller, body)
      return null
    },

    edit: async ({ body, caller }) => {
      await editDevice(deps, caller, body)
      return null
    },

    updateSettingScreen: async ({ body, caller }) => {
      const device = await found(caller, 'updateSettingScreen', { deviceNo: body.deviceNo })
      await queries.updateDevice(db, device.id, {
        settings: { ...device.settings, ...settingsFrom(body.content) },
      })
      return null
    },

    batchChangeDevice: async ({ query, caller }) => {
      const rows = await checkedDevices(deps, caller, devices.batchChangeDevice.permission, query.ids)
      await queries.setStatus(db, query.ids, query.status)
      if (query.status === Status.off) await disconnect(deps, query.ids, 'disabled')
      await hub.devicesChanged(changeOf(rows))
      return null
    },

    deleteAss: async ({ query, caller }) => {
      const rows = await checkedDevices(deps, caller, devices.deleteAss.permission, query.ids)
      await queries.releaseDevices(db, query.ids)
      await Promise.all(query.ids.map((id) => hub.tellPhone(id, { action: 'assigned', deviceNo: '' })))
      await hub.devicesChanged(changeOf(rows))
      return null
    },

    remove: async ({ query, caller }) => {
      const rows = await checkedDevices(deps, caller, devices.remove.permission, query.ids)
      await queries.deleteDevices(db, query.ids)
      await disconnect(deps, query.ids, 'revoked')
      await hub.devicesChanged(changeOf(rows))
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listDevices(db, scopeOf(caller, 'export'), all)
      return exportDevices(deps.files, { rows: list, ownerId: caller.userId, language })
    },
  })
}

const changeOf = (rows: { id: number; tenantId: number | null }[]) => ({
  deviceIds: rows.map((row) => row.id),
  tenantIds: [...new Set(rows.flatMap((row) => row.tenantId ?? []))],
})
