import { DataScope } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import { roles } from '@fleetdeck/contract/roles'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { rolesInView } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet } from '../../platform/crud/export-sheet.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { roleSheet } from './role-sheet.ts'
import * as queries from './roles.queries.ts'
import {
  changeableRole,
  changeableRoles,
  checkRights,
  departmentsToOpen,
  hiddenDepartments,
  hiddenMenus,
  menuTree,
  refusals,
} from './roles.rules.ts'

export function roleRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes, files } = deps
  const inView = (caller: Caller, call: keyof typeof roles) =>
    rolesInView(caller, scopeFor(caller, roles[call].permission))
  const notifyUsers = async (roleIds: RoleId[]) => changes.rights(await queries.listUserIds(db, roleIds))

  implement(app, roles, {
    list: ({ query, caller }) => queries.roleQueries.list(db, inView(caller, 'list'), query),

    form: async ({ caller }) => ({ menuList: await menuTree(deps, caller) }),

    add: async ({ body, caller }) => {
      const deptIds = body.dataScope === DataScope.custom ? body.deptIds : []
      await checkRights(deps, caller, { ...body, deptIds })
      return {
        id: await mapDbErrors(queries.insertRole(db, { ...body, deptIds, ownerId: caller.userId }), refusals),
      }
    },

    one: async ({ query, caller }) => {
      const scope = scopeFor(caller, roles.one.permission)
      const roleId = (query as { roleId: RoleId }).roleId
      const role = requireFound((await queries.findRoles(db, scope, [roleId]))[0])
      return {
        role,
        menuList: await menuTree(deps, caller),
        checkedRules: await queries.menusOfRole(db, role.id),
      }
    },

    edit: async ({ body, caller }) => {
      const { id, ...draft } = body
      const { dataScope } = await changeableRole(deps, caller, roles.edit.permission, id)
      const deptIds = await queries.departmentsOfRole(db, id)
      const hidden = await hiddenMenus(deps, caller, id)
      const menuIds = draft.menuIds.filter((menuId) => !hidden.includes(menuId))
      await checkRights(deps, caller, { id, dataScope, deptIds, menuIds })
      await mapDbErrors(queries.updateRole(db, id, { ...draft, menuIds: [...menuIds, ...hidden] }), refusals)
      await notifyUsers([id])
      return null
    },

    setStatus: async ({ body: { roleId, status }, caller }) => {
      await changeableRole(deps, caller, roles.setStatus.permission, roleId)
      await queries.updateStatus(db, roleId, status)
      await notifyUsers([roleId])
      return null
    },

    setDataScope: async ({ body: { roleId, ...wanted }, caller }) => {
      const { permission } = roles.setDataScope
      await changeableRole(deps, caller, permission, roleId)
      // Changing from "custom" to another scope drops its departments.
      const deptIds =
        wanted.dataScope === DataScope.custom
          ? [...wanted.deptIds, ...(await hiddenDepartments(deps, caller, permission, roleId))]
          : []
      const menuIds = await queries.menusOfRole(db, roleId)
      await checkRights(deps, caller, { id: roleId, dataScope: wanted.dataScope, deptIds, menuIds })
      await mapDbErrors(queries.updateDataScope(db, roleId, { ...wanted, deptIds }), refusals)
      await notifyUsers([roleId])
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

    remove: async ({ body: { ids }, caller }) => {
      const found = await changeableRoles(deps, caller, roles.remove.permission, ids)
      const used = found.find((role) => role.userCount > 0)
      if (used) throw new AppError('roleInUse', { name: used.roleName, count: used.userCount })
      await queries.deleteRoles(db, ids)
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = queries.roleQueries.each(db, inView(caller, 'export'), query)
      return exportSheet(files, roleSheet, rows, { caller, language })
    },
  })
}
