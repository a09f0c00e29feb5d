import { ownAccount } from '@fleetdeck/contract/tenants'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { readAlerts } from './account-alerts.queries.ts'
import { growthOf } from './account-days.queries.ts'
import { billOf } from './bill.queries.ts'
import { exportBill } from './export-bill.ts'
import { tenantRules } from './tenant-rules.ts'
import { readOwnDetails, readTenants } from './tenants.queries.ts'

export function ownAccountRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const timeZone = () => parameters.get('sys.timeZone')
  const viewOf = ({ userId }: Caller) => ({ scope: { userId, departments: [] }, callerId: userId })

  implement(app, ownAccount, {
    one: async ({ caller }) => {
      const [found] = await readTenants(db, viewOf(caller), [caller.userId], tenantRules(parameters))
      if (!found) throw new AppError('notFound')
      return { ...found, ...(await readOwnDetails(db, caller.userId)) }
    },

    alerts: ({ caller }) => readAlerts(db, caller.userId),

    growth: ({ query: { days }, caller }) => growthOf(db, caller.userId, { timeZone: timeZone(), days }),

    bill: ({ query: { month }, caller }) => billOf(db, caller.userId, { month, timeZone: timeZone() }),

    exportBill: ({ query, caller, language }) =>
      exportBill(files, query, { caller, language }, (month) =>
        billOf(db, caller.userId, { month, timeZone: timeZone() }),
      ),
  })
}
