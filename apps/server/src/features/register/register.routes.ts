import { UserType } from '@fleetdeck/contract/enums'
import { register } from '@fleetdeck/contract/register'
import type { FastifyInstance } from 'fastify'
import { checkCaptcha } from '../../access/credentials.ts'
import { checkNewPassword } from '../../access/new-passwords.ts'
import { logRefusals, logSuccess, type Visit } from '../../access/open-session.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashPassword, randomText } from '../../platform/core/passwords.ts'
import { sealedKey } from '../../platform/core/seal.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { insertUser } from './register.queries.ts'

export function registerRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters } = deps

  implement(app, register, {
    add: async ({ body, request }) => {
      const { username, password, verifyCode = '', verifyKey = '' } = body
      const visit: Visit = { userName: username, request, success: 'identity.registered' }
      await logRefusals(db, visit, async () => {
        if (!parameters.get('sys.account.registerUser')) throw new AppError('registerClosed')
        await checkCaptcha(deps, { verifyCode, verifyKey })
        await checkNewPassword(parameters, { password, userName: username })
        await mapDbErrors(insertUser(db, await newUser(deps, username, password)), refusals)
      })
      await logSuccess(db, visit)
      return null
    },
  })
}

/** The account has no roles and no devices until an administrator assigns some. */
const newUser = async ({ seal }: Deps, userName: string, password: string) => ({
  userName,
  nickName: userName,
  passwordHash: await hashPassword(password),
  userType: UserType.front,
  deviceNumber: 0,
  ...sealedKey(seal, randomText(24)),
})

const refusals: Refusals = { users_name: 'userNameTaken' }
