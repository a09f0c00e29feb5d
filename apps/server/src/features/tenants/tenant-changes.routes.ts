import type { UserId } from '@fleetdeck/contract/ids'
import { type PlanGift, type Renewal, tenantChanges } from '@fleetdeck/contract/tenants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { changeTenants, previewChange } from './change-tenants.ts'
import { toPlan, toRenewed } from './changes-of-limits.rules.ts'
import { findPlan } from './tenant-changes.queries.ts'

type Outcomes = Awaited<ReturnType<typeof changeTenants>>

export function tenantChangeRoutes(app: FastifyInstance, deps: Deps) {
  const scopeOf = scopesOf(tenantChanges)

  const gift =
    (caller: Caller, { planId, startsNow }: PlanGift) =>
    async (db: Db) => {
      const scope = scopeOf(caller, 'givePlan')
      return toPlan(planId === null ? null : requireFound(await findPlan(db, scope, planId)), { startsNow })
    }
  const renewal = (body: Renewal) => async () => toRenewed(body)

  const named = (request: FastifyRequest, outcomes: Outcomes) => {
    request.subjects = outcomes.filter(({ refusal }) => refusal === null).map(({ userName }) => userName)
    return outcomes
  }
  const asking = ({ permission }: { permission: string }, ids: readonly UserId[]) => ({ permission, ids })

  implement(app, tenantChanges, {
    previewPlan: ({ body, caller, language }) =>
      previewChange(deps, {
        ...asking(tenantChanges.previewPlan, body.ids),
        ...{ caller, language, readChange: gift(caller, body) },
      }),

    givePlan: async ({ body, caller, language, request }) =>
      named(
        request,
        await changeTenants(deps, {
          ...asking(tenantChanges.givePlan, body.ids),
          ...{ caller, language, readChange: gift(caller, body) },
        }),
      ),

    previewRenewal: ({ body, caller, language }) =>
      previewChange(deps, {
        ...asking(tenantChanges.previewRenewal, body.ids),
        ...{ caller, language, readChange: renewal(body) },
      }),

    renew: async ({ body, caller, language, request }) =>
      named(
        request,
        await changeTenants(deps, {
          ...asking(tenantChanges.renew, body.ids),
          ...{ caller, language, readChange: renewal(body) },
        }),
      ),
  })
}
