import type { UserId } from '@fleetdeck/contract/ids'
import { ownAccess, userAccess } from '@fleetdeck/contract/user-access'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { changeableUsers } from '../../access/changeable-users.ts'
import { endAccess } from '../../access/end-access.ts'
import { readFactors, removeFactors } from '../../access/factors/factors.queries.ts'
import { isFactorRequired } from '../../access/factors/required-factor.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { describeClient, describeLocation } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import { readAccess } from './user-access.queries.ts'

export function userAccessRoutes(app: FastifyInstance, deps: Deps) {
  const { db, sessions, parameters, changes } = deps

  const read = async (userId: UserId, { caller, language }: { caller: Caller; language: Language }) => {
    const found = await readAccess({ db, open: sessions.isOpen }, userId, caller.sessionId)
    const isRequired = await isFactorRequired(db, parameters, userId)
    return {
      ...found,
      factors: { ...(await readFactors(db, userId)), isRequired },
      sessions: found.sessions.map(({ id, ip, userAgent, createdAt, seenAt, viewAs }) => ({
        id,
        ...describeClient(userAgent),
        ipaddr: ip,
        loginLocation: describeLocation(language, ip),
        loginTime: createdAt,
        lastSeenAt: seenAt,
        viewAs,
        isOwn: id === caller.sessionId,
      })),
    }
  }

  implement(app, ownAccess, {
    one: ({ caller, language }) => read(caller.userId, { caller, language }),
    end: ({ body, caller }) =>
      endAccess(deps, { ...body, userId: caller.userId, keptSession: caller.sessionId, isOwn: true }),
  })

  implement(app, userAccess, {
    one: async ({ query: { userId }, caller, language }) => {
      await changeableUsers(db, caller, userAccess.one.permission, [userId])
      return read(userId, { caller, language })
    },
    end: async ({ body, caller }) => {
      await changeableUsers(db, caller, userAccess.end.permission, [body.userId])
      return endAccess(deps, { ...body, keptSession: caller.sessionId, isOwn: false })
    },
    resetFactors: async ({ body: { userId }, caller }) => {
      await changeableUsers(db, caller, userAccess.resetFactors.permission, [userId])
      await removeFactors(db, userId)
      await changes.rights([userId])
      return null
    },
  })
}
