import type { MenuId, PlanId } from '@fleetdeck/contract/ids'
import { plans } from '@fleetdeck/contract/plans'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, scopesOf } from '../../access/crud-handlers.ts'
import { menuTree } from '../../access/menu-tree.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { editPlan } from './edit-plan.ts'
import { planSheet } from './plan-sheet.ts'
import { insertPlan, menusExist, planQueries } from './plans.queries.ts'

export function planRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(plans)

  const requireMenus = async (ids: MenuId[]) => {
    if (!(await menusExist(db, ids))) throw new AppError('menusGone')
  }
  const findAll = async (caller: Caller, call: 'edit' | 'remove', ids: PlanId[]) =>
    requireAll(await planQueries.find(db, scopeOf(caller, call), ids), ids)

  implement(app, plans, {
    ...crudHandlers(deps, plans, planQueries, planSheet),

    menus: ({ caller }) => menuTree(deps, caller),

    add: async ({ body: { menuIds, ...plan }, caller }) => {
      await requireMenus(menuIds)
      await db.transaction((tx) => insertPlan(tx, { ...plan, ownerId: caller.userId }, menuIds))
      return null
    },

    edit: async ({ body, caller, language }) => {
      await findAll(caller, 'edit', [body.id])
      await requireMenus(body.menuIds)
      await editPlan(deps, { caller, language }, body)
      return null
    },

    remove: async ({ body: { ids }, caller, request }) => {
      const found = await findAll(caller, 'remove', ids)
      request.subjects = found.map(({ planName }) => planName)
      const used = found.find(({ accountCount }) => accountCount > 0)
      if (used) throw new AppError('planInUse', { name: used.planName, count: used.accountCount })
      await planQueries.remove(db, ids)
      return null
    },
  })
}
