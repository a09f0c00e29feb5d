import type { UserId } from '@fleetdeck/contract/ids'
import { isWithinHosts } from '@fleetdeck/contract/script-hosts'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { effectiveSettings } from '../../domain/devices/device-settings.ts'
import { hostsAbove } from '../../domain/scripts/script-hosts.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { findCloudSettings, saveCloudSettings } from './user-cloud.queries.ts'

export function userCloudRoutes(app: FastifyInstance, { db, parameters, hub, settingsSync }: Deps) {
  const defaults = () => {
    const nothing = { settings: {}, control: {}, ownerSettings: null, ownerControl: null }
    const site = { heartbeatSeconds: parameters.get('device.heartbeatSeconds') }
    const { settings: projection, control } = effectiveSettings(nothing, site)
    return { projection, control }
  }

  const above = (userId: UserId) => hostsAbove(db, parameters.get('script.httpHosts'), userId)

  /** The list limits the user, as quotas do. */
  const checkHosts = async (caller: Caller, userId: UserId, hosts: readonly string[]) => {
    if (!mayLimit(caller, userId)) throw new AppError('scriptHostsOwn')
    const list = await above(userId)
    const host = hosts.find((entry) => !isWithinHosts(list, entry))
    if (host !== undefined) throw new AppError('scriptHostOutside', { host })
  }

  implement(app, userCloud, {
    one: async ({ query, caller }) => {
      const settings = requireFound(
        await findCloudSettings(db, scopeFor(caller, userCloud.one.permission), query.userId),
      )
      const mayEditHosts = mayLimit(caller, query.userId)
      return { ...settings, hostsAbove: await above(query.userId), mayEditHosts, defaults: defaults() }
    },

    edit: async ({ body: { userId, projection, control: wanted, scriptHosts }, caller }) => {
      const scope = scopeFor(caller, userCloud.edit.permission)
      const stored = requireFound(await findCloudSettings(db, scope, userId))
      const hosts = scriptHosts ?? stored.scriptHosts
      if (hosts.join() !== stored.scriptHosts.join()) await checkHosts(caller, userId, hosts)
      const settings = { projection: set(projection), control: set(wanted), scriptHosts: hosts }
      await saveCloudSettings(db, userId, settings)
      await hub.devicesChanged({ tenantIds: [userId] })
      // The user's phones are notified after the response.
      settingsSync.sendToOwner(userId)
      return null
    },
  })
}

const mayLimit = ({ isAdmin, userId: self }: Caller, userId: UserId) => isAdmin || self !== userId

/** Without unset values. */
const set = (settings: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
