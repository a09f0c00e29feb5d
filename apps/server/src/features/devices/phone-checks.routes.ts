import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { seesDevice } from '../../domain/devices/device-scope.queries.ts'
import { countToMend, findCheck } from '../../domain/devices/phone-checks.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'

export function phoneCheckRoutes(app: FastifyInstance, { db, hub }: Deps) {
  const scopeOf = scopesOf(phoneChecks)

  implement(app, phoneChecks, {
    one: async ({ query, caller }) => {
      const check = await findCheck(db, scopeOf(caller, 'one'), query.id)
      if (check === undefined) throw new AppError('notFound')
      return check
    },

    start: async ({ body: { id }, caller }) => {
      if (!(await seesDevice(db, scopeOf(caller, 'start'), id))) throw new AppError('notFound')
      if (!(await hub.sendToPhone(id, { action: 'askCheck' }))) throw new AppError('deviceOffline')
      return null
    },

    summary: ({ caller }) => countToMend(db, scopeOf(caller, 'summary')),
  })
}
