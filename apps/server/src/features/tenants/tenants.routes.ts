import type { UserId } from '@fleetdeck/contract/ids'
import { tenants } from '@fleetdeck/contract/tenants'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { growthBelow, growthOf, growthOfSite } from './account-days.queries.ts'
import { billBelow } from './bill.queries.ts'
import { exportBill } from './export-bill.ts'
import { tenantRules } from './tenant-rules.ts'
import { listTenants, summarize } from './tenants.queries.ts'
import { seesAccount, type View } from './tree.queries.ts'

export function tenantRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  /** The view of the caller; refused when it does not include the account. */
  const viewOf = async (caller: Caller, permission: string, id: UserId | undefined): Promise<View> => {
    const view = { scope: scopeFor(caller, permission), callerId: caller.userId }
    if (id !== undefined && !(await seesAccount(db, view, id))) throw new AppError('notFound')
    return view
  }
  const timeZone = () => parameters.get('sys.timeZone')

  implement(app, tenants, {
    list: async ({ query, caller }) => {
      const view = await viewOf(caller, tenants.list.permission, query.parentId)
      return listTenants(db, view, query, tenantRules(parameters))
    },

    summary: async ({ caller }) => {
      const view = await viewOf(caller, tenants.summary.permission, undefined)
      return summarize(db, view, tenantRules(parameters))
    },

    growth: async ({ query: { userId, days }, caller }) => {
      const view = await viewOf(caller, tenants.growth.permission, userId)
      const period = { timeZone: timeZone(), days }
      if (userId !== undefined) return growthOf(db, userId, period)
      if (view.scope === 'all') return growthOfSite(db, period)
      if (view.scope.departments.length === 0) return growthOf(db, caller.userId, period)
      return growthBelow(db, view, period)
    },

    bill: async ({ query: { userId, month }, caller }) => {
      const view = await viewOf(caller, tenants.bill.permission, userId)
      return billBelow(db, view, userId, { month, timeZone: timeZone() })
    },

    exportBill: async ({ query: { userId, ...period }, caller, language }) => {
      const view = await viewOf(caller, tenants.exportBill.permission, userId)
      return exportBill(files, period, { caller, language }, (month) =>
        billBelow(db, view, userId, { month, timeZone: timeZone() }),
      )
    },
  })
}
