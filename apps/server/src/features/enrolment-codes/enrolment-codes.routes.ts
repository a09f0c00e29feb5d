import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, scopesOf } from '../../access/crud-handlers.ts'
import { requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { addCode } from './add-code.ts'
import { codeQueries, listUses, revokeCodes } from './enrolment-codes.queries.ts'

export function enrolmentCodeRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(enrolmentCodes)
  const { list } = crudHandlers(deps, enrolmentCodes, codeQueries)

  implement(app, enrolmentCodes, {
    list,

    uses: async ({ query, caller }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'uses') }, codeQueries, [query.id])
      return listUses(db, query)
    },

    add: ({ body, caller }) => addCode(deps, caller, body),

    revoke: async ({ body: { ids }, caller }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'revoke') }, codeQueries, ids)
      await revokeCodes(db, ids)
      return null
    },
  })
}
