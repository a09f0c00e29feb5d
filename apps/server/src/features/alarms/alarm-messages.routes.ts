import { alarmMessages } from '@fleetdeck/contract/alarms'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './alarm-messages.queries.ts'
import type { AlarmSender } from './alarm-sender.ts'

export function alarmMessageRoutes(app: FastifyInstance, { db, hub, parameters }: Deps, post: AlarmSender) {
  implement(app, alarmMessages, {
    list: ({ query, caller }) => {
      const scope = scopeFor(caller, alarmMessages.list.permission)
      return queries.listMessages(db, scope, query, parameters.get('sys.timeZone'))
    },

    retry: async ({ body, caller }) => {
      const scope = scopeFor(caller, alarmMessages.retry.permission)
      const tenantIds = await db.transaction(async (tx) => {
        const found = await queries.retryMessages(tx, scope, body.ids)
        if (found.length !== new Set(body.ids).size) throw new AppError('notFound')
        return found
      })
      await hub.alarmsChanged({ tenantIds })
      // The bot may be slow; the list shows the result.
      post.sendSoon()
      return null
    },
  })
}
