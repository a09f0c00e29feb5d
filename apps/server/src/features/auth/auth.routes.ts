import { auth } from '@fleetdeck/contract/auth'
import type { FastifyInstance } from 'fastify'
import { endAccess } from '../../access/end-access.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './auth.queries.ts'
import { bindIdentity } from './bind-identity.ts'
import { finishFlow } from './finish-flow.ts'
import { OpenId } from './open-id.ts'
import { startFlow } from './start-flow.ts'

export function authRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const openId = new OpenId(deps)

  const startFor = async ({ userId, sessionId }: Caller, purpose: 'bind' | 'prove') => {
    if (sessionId === null) throw new AppError('sessionExpired')
    return startFlow(deps, openId, purpose, { userId, sessionId })
  }

  implement(app, auth, {
    start: () => startFlow(deps, openId, 'signIn'),

    finish: ({ body, request }) => finishFlow(deps, openId, { draft: body, request }),

    bind: async ({ body, request }) => {
      const { bindKey, username, password, verifyCode = '', verifyKey = '' } = body
      const credentials = { username, password, verifyCode, verifyKey }
      return bindIdentity(deps, { bindKey, credentials, request })
    },

    startBinding: ({ caller }) => startFor(caller, 'bind'),

    startProof: ({ caller }) => startFor(caller, 'prove'),

    list: ({ caller }) => queries.listIdentities(db, caller.userId),

    unbind: async ({ query, caller: { userId, sessionId } }) => {
      const only = { identityIds: [query.id], everything: false, isOwn: true }
      await endAccess(deps, { userId, keptSession: sessionId, ...only })
      return null
    },
  })
}
