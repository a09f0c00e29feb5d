import { DataScope } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import { type RoleQuery, roles } from '@fleetdeck/contract/roles'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { menuTree } from '../../access/menu-tree.ts'
import { rolesInView } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { addRole, changeRole, removeRoles } from './change-role.ts'
import { roleSheet } from './role-sheet.ts'
import * as queries from './roles.queries.ts'
import {
  changeableRole,
  changeableRoles,
  checkRights,
  departmentsToOpen,
  departmentsToSave,
  menusToSave,
} from './roles.rules.ts'

export function roleRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters } = deps
  const inSite = (query: RoleQuery) => ({ ...query, timeZone: parameters.get('sys.timeZone') })
  const inView = (caller: Caller, call: keyof typeof roles) =>
    rolesInView(caller, scopeFor(caller, roles[call].permission))

  implement(app, roles, {
    list: ({ query, caller }) => queries.roleQueries.list(db, inView(caller, 'list'), inSite(query)),

    form: async ({ caller }) => ({ menuList: await menuTree(deps, caller) }),

    add: async ({ body, caller }) => {
      const deptIds = body.dataScope === DataScope.custom ? body.deptIds : []
      await checkRights(deps, caller, { ...body, deptIds })
      return { id: await addRole(deps, caller, { ...body, deptIds }) }
    },

    one: async ({ query, caller }) => {
      const scope = scopeFor(caller, roles.one.permission)
      const roleId = (query as { roleId: RoleId }).roleId
      const role = requireFound((await queries.findRoles(db, scope, [roleId]))[0])
      return {
        role,
        menuList: await menuTree(deps, caller),
        checkedRules: await queries.menusOfRole(db, role.id),
        deptIds: await queries.departmentsOfRole(db, role.id),
        newMenus: await queries.menusNewTo(db, role.id),
      }
    },

    edit: async ({ body, caller }) => {
      const { id, revision, ...draft } = body
      const { dataScope } = await changeableRole(deps, caller, roles.edit.permission, id)
      const deptIds = await queries.departmentsOfRole(db, id)
      const menuIds = await menusToSave(deps, caller, { id, dataScope, deptIds, menuIds: draft.menuIds })
      await changeRole(deps, caller, { id, kind: 'edit', values: { ...draft, menuIds }, revision })
      return null
    },

    setStatus: async ({ body: { roleId, status }, caller }) => {
      await changeableRole(deps, caller, roles.setStatus.permission, roleId)
      await changeRole(deps, caller, { id: roleId, kind: 'status', values: { status } })
      return null
    },

    setDataScope: async ({ body: { roleId, revision, ...wanted }, caller }) => {
      const { permission } = roles.setDataScope
      await changeableRole(deps, caller, permission, roleId)
      const deptIds = await departmentsToSave(deps, caller, { permission, roleId, ...wanted })
      await changeRole(deps, caller, { id: roleId, kind: 'scope', values: { ...wanted, deptIds }, revision })
      return null
    },

    departments: async ({ query: { roleId }, caller }) => {
      const { permission } = roles.departments
      requireFound((await queries.findRoles(db, scopeFor(caller, permission), [roleId]))[0])
      return {
        ...(await departmentsToOpen(deps, caller, permission)),
        checkedKeys: await queries.departmentsOfRole(db, roleId),
      }
    },

    remove: async ({ body: { ids }, caller, request }) => {
      const found = await changeableRoles(deps, caller, roles.remove.permission, ids)
      request.subjects = found.map(({ roleName }) => roleName)
      const used = found.find((role) => role.userCount > 0)
      if (used) throw new AppError('roleInUse', { name: used.roleName, count: used.userCount })
      await removeRoles(deps, caller, ids)
      // No user has them, but somebody may see the console as users with them do.
      await deps.changes.rights([])
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = queries.roleQueries.each(db, inView(caller, 'export'), inSite(query))
      return exportSheet(deps, roleSheet, rows, { caller, language })
    },
  })
}
