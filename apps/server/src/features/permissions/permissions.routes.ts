import { permissions } from '@fleetdeck/contract/permissions'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { toLimit } from '../../platform/crud/page.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './permissions.queries.ts'
import { filtered, permissionRows } from './permissions.rules.ts'

export function permissionRoutes(app: FastifyInstance, { db }: Deps) {
  implement(app, permissions, {
    list: async ({ query, caller }) => {
      const scope = scopeFor(caller, permissions.list.permission)
      const rows = permissionRows({
        endpoints: app.endpoints,
        menus: await queries.listMenus(db),
        roles: await queries.listRoles(db),
        holders: await queries.countHolders(db, scope),
      })
      const fits = filtered(rows, query)
      const { limit, offset } = toLimit(query)
      return { list: fits.slice(offset, offset + limit), total: fits.length }
    },

    holders: ({ query, caller }) =>
      queries.listHolders(db, scopeFor(caller, permissions.holders.permission), query),
  })
}
