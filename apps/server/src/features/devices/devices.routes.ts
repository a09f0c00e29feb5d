import { devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import {
  effectiveSettings,
  inheritedSettings,
  ownSettings,
  revisionOf,
} from '../../domain/devices/device-settings.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { assignPhone } from './assign-phone.ts'
import { actOnAll } from './batch/device-actions.ts'
import { deviceSummary, onlineByHour } from './device-summary.queries.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, checkQuota, enrolmentKey, numberedOnce, settingsFrom } from './devices.rules.ts'
import { editDevice } from './edit-device.ts'
import { exportDevices } from './export-devices.ts'
import { saveSettings } from './save-settings.ts'

export function deviceRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const scopeOf = (caller: Caller, call: keyof typeof devices) => scopeFor(caller, devices[call].permission)

  const found = async (
    caller: Caller,
    call: keyof typeof devices,
    by: { id: DeviceId } | { deviceNo: string },
  ) => {
    const device = await queries.findDevice(db, scopeOf(caller, call), by)
    if (!device) throw new AppError('notFound')
    return device
  }
  const withSettings = (device: Awaited<ReturnType<typeof found>>) => {
    const site = { heartbeatSeconds: deps.parameters.get('device.heartbeatSeconds') }
    const effective = effectiveSettings(device, site)
    return {
      ...device,
      ...effective,
      own: ownSettings(device),
      inherited: inheritedSettings(device, site),
      settingsConfirmed: device.settingsRevision === revisionOf(effective),
    }
  }

  implement(app, devices, {
    list: ({ query, caller }) => queries.listDevices(db, scopeOf(caller, 'list'), query),

    listUnAssignedDevice: ({ query, caller }) =>
      queries.listDevices(db, scopeOf(caller, 'listUnAssignedDevice'), { ...query, assStatus: '0' }),

    one: async ({ query, caller }) => withSettings(await found(caller, 'one', query)),

    summary: ({ caller }) => deviceSummary(db, scopeOf(caller, 'summary')),

    onlineHours: ({ caller }) => onlineByHour(db, scopeOf(caller, 'onlineHours')),

    enrolment: async ({ caller }) => ({
      address: deps.parameters.get('sys.publicAddress'),
      key: await enrolmentKey(deps, caller),
    }),

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
      await saveSettings(deps, caller, device, { projection: settingsFrom(body.content), control: {} })
      return null
    },

    updateSettingControl: async ({ body: { deviceNo, control }, caller }) => {
      const device = await found(caller, 'updateSettingControl', { deviceNo })
      await saveSettings(deps, caller, device, { projection: {}, control })
      return null
    },

    batchChangeDevice: async ({ query, caller }) => {
      const action = query.status === Status.on ? 'enable' : 'disable'
      await actOnAll(deps, caller, { action }, query.ids)
      return null
    },

    deleteAss: async ({ query, caller }) => {
      await actOnAll(deps, caller, { action: 'unassign' }, query.ids)
      return null
    },

    remove: async ({ query, caller }) => {
      await actOnAll(deps, caller, { action: 'delete' }, query.ids)
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listDevices(db, scopeOf(caller, 'export'), all)
      return exportDevices(deps.files, { rows: list, ownerId: caller.userId, language })
    },
  })
}
