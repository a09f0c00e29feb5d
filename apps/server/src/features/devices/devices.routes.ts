import { devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import {
  effectiveSettings,
  hashSettings,
  inheritedSettings,
  ownSettings,
  viewedMode,
} from '../../domain/devices/device-settings.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { exportSheet } from '../../platform/crud/export-sheet.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { assignPhone } from './assign-phone.ts'
import { actOnAll } from './batch/device-actions.ts'
import { deviceSheet } from './device-sheet.ts'
import { countsByHour, deviceSummary } from './device-summary.queries.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, checkQuota, enrolmentKey, refusals, settingsFrom } from './devices.rules.ts'
import { editDevice } from './edit-device.ts'
import { saveSettings } from './save-settings.ts'

export function deviceRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const scopeOf = scopesOf(devices)

  const found = async (
    caller: Caller,
    call: keyof typeof devices,
    by: { id: DeviceId } | { deviceNo: string },
  ) => {
    return requireFound(await queries.findDevice(db, scopeOf(caller, call), by))
  }
  const withSettings = (device: Awaited<ReturnType<typeof found>>) => {
    const site = { heartbeatSeconds: deps.parameters.get('device.heartbeatSeconds') }
    const effective = effectiveSettings(device, site)
    const inherited = inheritedSettings(device, site)
    const mode = viewedMode({ ...device, settings: {} }, { ...device.runtime, can: device.can })
    return {
      ...device,
      ...effective,
      own: ownSettings(device),
      inherited: { ...inherited, settings: { ...inherited.settings, ...mode } },
      settingsConfirmed: device.settingsRevision === hashSettings(effective),
    }
  }

  implement(app, devices, {
    list: ({ query, caller }) => queries.listDevices(db, scopeOf(caller, 'list'), query),

    listUnAssignedDevice: ({ query, caller }) =>
      queries.listDevices(db, scopeOf(caller, 'listUnAssignedDevice'), { ...query, assStatus: '0' }),

    one: async ({ query, caller }) => withSettings(await found(caller, 'one', query)),

    summary: ({ caller }) => deviceSummary(db, scopeOf(caller, 'summary')),

    onlineHours: ({ caller }) => countsByHour(db, scopeOf(caller, 'onlineHours')),

    enrolment: async ({ caller }) => ({
      address: deps.parameters.get('sys.publicAddress'),
      key: await enrolmentKey(deps, caller),
    }),

    findOne: async ({ query, caller }) => withSettings(await found(caller, 'findOne', query)),

    add: async ({ body, caller }) => {
      const { deviceNo, groupId, deviceId, imei = '', brand = '', mode = '', status } = body
      const { tenantId } = await checkedGroup(deps, caller, devices.add.permission, body)
      if (deviceId) {
        if (!may(caller, devices.addAssDevice.permission)) throw new AppError('forbidden')
        await assignPhone(deps, caller, { deviceNo, groupId, deviceId, tenantId })
        return null
      }
      const adding = db.transaction(async (tx) => {
        await checkQuota(deps, tx, tenantId)
        await queries.insertDevice(tx, { deviceNo, groupId, imei, brand, mode, status, tenantId })
      })
      await mapDbErrors(adding, refusals)
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

    batchChangeDevice: async ({ query, caller, request }) => {
      const action = query.status === Status.on ? 'enable' : 'disable'
      request.subjects = await actOnAll(deps, caller, { action }, query)
      return null
    },

    deleteAss: async ({ query, caller, request }) => {
      request.subjects = await actOnAll(deps, caller, { action: 'unassign' }, query)
      return null
    },

    remove: async ({ query, caller, request }) => {
      request.subjects = await actOnAll(deps, caller, { action: 'delete' }, query)
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = queries.eachDevice(db, scopeOf(caller, 'export'), query)
      return exportSheet(deps, deviceSheet, rows, { caller, language })
    },
  })
}
