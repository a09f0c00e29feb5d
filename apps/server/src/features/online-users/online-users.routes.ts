import { onlineUsers } from '@fleetdeck/contract/online-users'
import type { FastifyInstance } from 'fastify'
import { requireChangeable } from '../../access/changeable-users.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { describeClient, describeLocation } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './online-users.queries.ts'

export function onlineUserRoutes(app: FastifyInstance, { db, sessions, changes }: Deps) {
  implement(app, onlineUsers, {
    list: async ({ query, caller, language }) => {
      const scope = scopeFor(caller, onlineUsers.list.permission)
      const { list, total } = await queries.listSessions({ db, open: sessions.isOpen }, scope, query)
      return {
        list: list.map(({ ip, userAgent, ...row }) => ({
          ...row,
          ...describeClient(userAgent),
          ipaddr: ip,
          loginLocation: describeLocation(language, ip),
          isOwn: row.id === caller.sessionId,
        })),
        total,
      }
    },

    forceLogout: async ({ body, caller }) => {
      if (body.ids.some((id) => id === caller.sessionId)) throw new AppError('ownSession')
      const { permission } = onlineUsers.forceLogout
      const scope = scopeFor(caller, permission)
      const found = await queries.findSessions(db, scope, body.ids)
      if (found.length !== new Set(body.ids).size) throw new AppError('notFound')
      const userIds = found.map(({ userId }) => userId)
      await requireChangeable(db, caller, permission, userIds)
      await changes.endSessions(body.ids)
      return null
    },
  })
}
