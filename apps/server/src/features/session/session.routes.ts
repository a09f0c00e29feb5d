import { defaultRole } from '@fleetdeck/contract/enums'
import { session } from '@fleetdeck/contract/session'
import type { FastifyInstance } from 'fastify'
import { drawCaptcha } from '../../access/captchas.ts'
import { changePassword } from '../../access/change-password.ts'
import { captchaAsked, checkCredentials } from '../../access/credentials.ts'
import { askFactor, startStep } from '../../access/factors/ask-factor.ts'
import { finishSignIn } from '../../access/factors/finish-sign-in.ts'
import { requestOptions } from '../../access/factors/passkeys.ts'
import { proveByFactor } from '../../access/factors/prove-by-factor.ts'
import { relyingParty } from '../../access/factors/relying-party.ts'
import { checkNewPassword } from '../../access/new-passwords.ts'
import { logSuccess, openSession } from '../../access/open-session.ts'
import { findParentName } from '../../access/parent-name.queries.ts'
import { attemptPassword } from '../../access/password-attempts.ts'
import type { Deps } from '../../deps.ts'
import { enabledPages, listAllPages } from '../../domain/menus/pages.queries.ts'
import { routeTree } from '../../domain/menus/route-tree.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { accountOf, listPermissions, maySeeMenu } from '../../platform/core/caller.ts'
import { passwordMatches } from '../../platform/core/passwords.ts'
import { implement } from '../../platform/http/implement.ts'
import { describeView } from './describe-view.ts'
import * as queries from './session.queries.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes, sessions } = deps

  implement(app, session, {
    captcha: async () => {
      if (!captchaAsked(deps)) return { idKeyC: '', base64stringC: '' }
      const { key, image } = await drawCaptcha(db)
      return { idKeyC: key, base64stringC: `data:image/png;base64,${image.toString('base64')}` }
    },

    login: async ({ body, request }) => {
      const { username, password, verifyCode = body.code ?? '', verifyKey = body.uuid ?? '' } = body
      const visit = { userName: username, request, success: 'session.signedIn' } as const
      const credentials = { username, password, verifyCode, verifyKey }
      return openSession(deps, visit, async () => ({
        account: await checkCredentials(deps, credentials, request.ip),
      }))
    },

    startPasskeyLogin: async ({ request }) => {
      const options = await requestOptions(relyingParty(deps.parameters, request))
      return { key: (await startStep(db, { purpose: 'signIn' }, options.challenge)).key, options }
    },

    finishLogin: async ({ body, request }) => ({ token: await finishSignIn(deps, body, request) }),

    logout: async ({ caller, request }) => {
      if (caller.sessionId !== null) await changes.endSessions([caller.sessionId])
      await logSuccess(db, { userName: caller.userName, request, success: 'session.signedOut' })
      return null
    },

    info: async ({ caller }) => {
      const user = await queries.findUser(db, accountOf(caller))
      if (!user) throw new AppError('sessionExpired')
      const roles = caller.grants.map((grant) => grant.roleKey)
      return {
        user: {
          ...user,
          isAdmin: caller.isAdmin,
          parentName: await findParentName(db, user),
          // The steps that a viewed user has to do first do not concern the viewer.
          mustChangePassword: caller.pendingStep === 'password',
          mustSetUpFactor: caller.pendingStep === 'factor',
        },
        roles: roles.length ? roles : [defaultRole],
        permissions: listPermissions(caller),
        view: await describeView(db, caller, user),
      }
    },

    routers: async ({ caller }) =>
      routeTree(enabledPages(await listAllPages(db)), (row) => maySeeMenu(caller, row)),

    startProof: async ({ caller: { userId, sessionId }, request }) => {
      if (sessionId === null) throw new AppError('sessionExpired')
      const asked = { purpose: 'proof' as const, userId, sessionId }
      return (await askFactor(deps, asked, request)) ?? { key: '', kinds: [] }
    },

    prove: async ({ body, caller, ip, request }) => {
      const user = await queries.findUser(db, caller.userId)
      if (!user || caller.sessionId === null) throw new AppError('sessionExpired')
      if ('key' in body) {
        await proveByFactor(deps, caller, { answer: body, request })
        return null
      }
      const isRight = () => passwordMatches(body.password, user.passwordHash)
      const refusal = () => new AppError('passwordWrong')
      await attemptPassword(deps, { userName: user.userName, ip }, { isRight, refusal })
      await sessions.prove(caller.sessionId)
      return null
    },

    changePassword: async ({ body, caller, ip }) => {
      const user = await queries.findUser(db, caller.userId)
      if (!user) throw new AppError('sessionExpired')
      await checkNewPassword(deps.parameters, { password: body.newPassword, userName: user.userName })
      const isRight = () => passwordMatches(body.oldPassword, user.passwordHash)
      const refusal = () => new AppError('oldPasswordWrong')
      await attemptPassword(deps, { userName: user.userName, ip }, { isRight, refusal })
      if (body.newPassword === body.oldPassword) throw new AppError('passwordSame')
      const own = { userId: user.id, mustChange: false, keptSession: caller.sessionId }
      await changePassword(deps, { ...own, password: body.newPassword, unbind: body.unbindIdentities })
      return null
    },
  })
}
