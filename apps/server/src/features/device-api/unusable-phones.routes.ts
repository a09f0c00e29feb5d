import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { openKey } from './enrolment-key.ts'
import { listUnusable, saveReport } from './unusable-phones.queries.ts'

export function unusablePhoneRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  implement(app, unusablePhones, {
    report: async ({ body, ip }) => {
      const { key, ...report } = body
      const { owner } = await openKey(deps, key, ip)
      await saveReport(db, owner?.id ?? null, report)
      return null
    },

    list: ({ caller }) => listUnusable(db, scopeFor(caller, unusablePhones.list.permission)),
  })
}
