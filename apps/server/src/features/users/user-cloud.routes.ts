import { DeviceSettings } from '@fleetdeck/contract/devices'
import { type ControlSettings, userCloud } from '@fleetdeck/contract/user-cloud'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { implement } from '../../http/implement.ts'
import { findCloudSettings, saveCloudSettings } from './user-cloud.queries.ts'

export function userCloudRoutes(app: FastifyInstance, { db, parameters, hub }: Deps) {
  const control = (): ControlSettings => ({
    heartbeat_seconds: String(parameters.get('device.heartbeatSeconds')),
    run_mode: '0',
    log_window: '0',
    control_window: '0',
  })

  implement(app, userCloud, {
    one: async ({ query, caller }) => {
      const settings = await findCloudSettings(db, scopeFor(caller, userCloud.one.permission), query.userId)
      if (!settings) throw new AppError('notFound')
      return { ...settings, defaults: { projection: DeviceSettings.parse({}), control: control() } }
    },

    edit: async ({ body: { userId, projection, control: wanted }, caller }) => {
      const scope = scopeFor(caller, userCloud.edit.permission)
      if (!(await findCloudSettings(db, scope, userId))) throw new AppError('notFound')
      await saveCloudSettings(db, userId, { projection: set(projection), control: set(wanted) })
      await hub.devicesChanged({ tenantIds: [userId] })
      return null
    },
  })
}

/** Without what is not set. */
const set = (settings: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
