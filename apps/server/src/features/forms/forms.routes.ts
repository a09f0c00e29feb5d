import { forms } from '@fleetdeck/contract/forms'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { written } from '../../platform/crud/written.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './forms.queries.ts'

/** Forms that users built: kept for them, and shown to those who look after them. */
export function formRoutes(app: FastifyInstance, { db }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof forms) => scopeFor(caller, forms[call].permission)

  implement(app, forms, {
    list: ({ query, caller }) => queries.listForms(db, scopeOf(caller, 'list'), query),

    one: async ({ query, caller }) => {
      const form = await queries.findForm(db, scopeOf(caller, 'one'), query.id)
      if (!form) throw new AppError('notFound')
      return form
    },

    add: async ({ body, caller }) => ({
      id: await namedOnce(queries.insertForm(db, { ...body, ownerId: caller.userId })),
    }),

    edit: async ({ body: { id, ...form }, caller }) => {
      const isThere = await namedOnce(queries.updateForm(db, scopeOf(caller, 'edit'), id, form))
      if (!isThere) throw new AppError('notFound')
      return null
    },

    remove: async ({ body, caller }) => {
      if (!(await queries.deleteForms(db, scopeOf(caller, 'remove'), body.ids)))
        throw new AppError('notFound')
      return null
    },
  })
}

const namedOnce = <T>(write: PromiseLike<T>) => written(write, { forms_name: 'formNameTaken' })
