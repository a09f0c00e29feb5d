import { prod } from '@fleetdeck/contract/prod'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { implement } from '../../http/implement.ts'
import { countOwned, findAllowance } from './prod.queries.ts'

export function prodRoutes(app: FastifyInstance, { db }: Deps) {
  implement(app, prod, {
    userInfo: async ({ caller }) => {
      const allowance = await findAllowance(db, caller.userId)
      if (!allowance) throw new AppError('sessionExpired')
      const ownedDevices = await countOwned(db, caller.userId)
      const { deviceNumber } = allowance
      // A limit that was lowered afterwards leaves nothing, not less than nothing.
      const availableDevices = deviceNumber === null ? null : Math.max(0, deviceNumber - ownedDevices)
      return { ...allowance, ownedDevices, availableDevices }
    },
  })
}
