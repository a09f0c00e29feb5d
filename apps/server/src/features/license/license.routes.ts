import { licensePermission, siteLicense } from '@fleetdeck/contract/license'
import { parameters as registry } from '@fleetdeck/contract/parameters'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { readPlaces } from '../../domain/devices/device-quota.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { accountOf, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { countOwned, findAllowance } from './license.queries.ts'

export function licenseRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const { license, parameters, changes } = deps

  implement(app, siteLicense, {
    info: async ({ caller }) => {
      const state = await license.state()
      const { expireTime, daysLeft, isExpired } = state
      const detail = may(caller, licensePermission)
        ? { ...state, cloudDomain: parameters.get('sys.publicAddress') }
        : null
      return { expireTime, daysLeft, isExpired, detail }
    },

    saveAuthData: async ({ body }) => {
      await license.take(body)
      return null
    },

    saveCloudDomain: async ({ body: { domain } }) => {
      if (!registry['sys.publicAddress'].schema.safeParse(domain).success) throw new AppError('addressWrong')
      await parameters.set('sys.publicAddress', domain)
      await parameters.load()
      await changes.parameters()
      return null
    },

    copyCloudJson: async () => {
      const { serial, devices, usedDevices, expireTime } = await license.state()
      const cloudDomain = parameters.get('sys.publicAddress')
      const title = parameters.get('sys.title')
      return JSON.stringify({ serial, title, cloudDomain, devices, usedDevices, expireTime }, null, 2)
    },

    userInfo: async ({ caller }) => {
      const userId = accountOf(caller)
      const allowance = await findAllowance(db, userId)
      if (!allowance) throw new AppError('sessionExpired')
      const ownedDevices = await countOwned(db, userId)
      const { left } = await readPlaces(db, userId)
      return { ...allowance, ownedDevices, availableDevices: left ?? null }
    },
  })
}
