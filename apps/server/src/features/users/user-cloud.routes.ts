import { userCloud } from '@fleetdeck/contract/user-cloud'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { effectiveSettings } from '../../domain/devices/device-settings.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { findCloudSettings, saveCloudSettings } from './user-cloud.queries.ts'

export function userCloudRoutes(app: FastifyInstance, { db, parameters, hub, settingsSync }: Deps) {
  const defaults = () => {
    const nothing = { settings: {}, control: {}, ownerSettings: null, ownerControl: null }
    const site = { heartbeatSeconds: parameters.get('device.heartbeatSeconds') }
    const { settings: projection, control } = effectiveSettings(nothing, site)
    return { projection, control }
  }

  implement(app, userCloud, {
    one: async ({ query, caller }) => {
      const settings = requireFound(
        await findCloudSettings(db, scopeFor(caller, userCloud.one.permission), query.userId),
      )
      return { ...settings, defaults: defaults() }
    },

    edit: async ({ body: { userId, projection, control: wanted }, caller }) => {
      const scope = scopeFor(caller, userCloud.edit.permission)
      if (!(await findCloudSettings(db, scope, userId))) throw new AppError('notFound')
      await saveCloudSettings(db, userId, { projection: set(projection), control: set(wanted) })
      await hub.devicesChanged({ tenantIds: [userId] })
      // The user's phones are notified after the response.
      settingsSync.sendToOwner(userId)
      return null
    },
  })
}

/** Without unset values. */
const set = (settings: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
