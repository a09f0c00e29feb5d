import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { roleUsers } from '@fleetdeck/contract/roles'
import type { FastifyInstance } from 'fastify'
import { assignableRoles } from '../../access/assignable-roles.ts'
import { changeableUsers } from '../../access/changeable-users.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { rolesInView } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './role-users.queries.ts'

const { permission } = roleUsers.assign
type Choice = { roleId: RoleId; userIds: UserId[] }

export function roleUserRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes } = deps

  /** The caller must be allowed to handle both the role and each of the users. */
  const checked = async (caller: Caller, { roleId, userIds }: Choice, kept: RoleId[]) => {
    const people = await changeableUsers(deps.db, caller, permission, userIds)
    if (userIds.includes(caller.userId)) throw new AppError('notYourself')
    await assignableRoles(deps.db, caller, permission, { roleIds: [roleId], holders: people, kept })
  }

  implement(app, roleUsers, {
    list: async ({ query, caller }) => {
      const scope = scopeFor(caller, permission)
      if (!(await queries.roleInView(db, rolesInView(caller, scope), query.roleId)))
        throw new AppError('notFound')
      return queries.listRoleUsers(db, scope, query)
    },

    assign: async ({ body, caller }) => {
      await checked(caller, body, [])
      await queries.insertHolders(db, body.roleId, body.userIds)
      await changes.rights(body.userIds)
      return null
    },

    cancel: async ({ body, caller }) => {
      await checked(caller, body, [body.roleId])
      await queries.deleteHolders(db, body.roleId, body.userIds)
      await changes.rights(body.userIds)
      return null
    },
  })
}
