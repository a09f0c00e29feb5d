import { DataScope } from '@fleetdeck/contract/enums'
import type { DepartmentId, RoleId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { roles } from '@fleetdeck/contract/roles'
import { listMenus } from '../../access/menu-rows.queries.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import type { RoleState } from '../../platform/db/schema/roles.ts'
import { listNamedDepartments } from './role-changes.queries.ts'
import type { RoleValues } from './roles.queries.ts'
import * as queries from './roles.queries.ts'
import { changeableRole, checkRights, hiddenDepartments, hiddenMenus } from './roles.rules.ts'

const sameIds = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id) => others.includes(id))

/**
 * The values of a former state, as far as its menus and departments still exist. The caller must be allowed to save
 * them; menus that the caller does not see stay as they are.
 */
export async function stateToRestore(
  deps: Deps,
  caller: Caller,
  { roleId, state }: { roleId: RoleId; state: RoleState },
): Promise<RoleValues> {
  const { db } = deps
  const { permission } = roleChanges.undo
  const role = await changeableRole(deps, caller, permission, roleId)
  const { menus, departments, ...fields } = state
  const grantable = new Set((await listMenus(db)).map((menu) => menu.id))
  const hidden = await hiddenMenus(deps, caller, roleId)
  const menuIds = menus.map(({ id }) => id).filter((id) => grantable.has(id) && !hidden.includes(id))
  const current = await queries.departmentsOfRole(db, roleId)
  const existing = new Set((await listNamedDepartments(db)).map(({ id }) => id))
  const kept = await hiddenDepartments(deps, caller, permission, roleId)
  const deptIds: DepartmentId[] =
    fields.dataScope === DataScope.custom
      ? [...new Set([...departments.map(({ id }) => id).filter((id) => existing.has(id)), ...kept])]
      : []
  const isScopeSame = fields.dataScope === role.dataScope && sameIds(deptIds, current)
  if (!isScopeSame && !may(caller, roles.setDataScope.permission)) throw new AppError('forbidden')
  await checkRights(deps, caller, { id: roleId, dataScope: fields.dataScope, deptIds, menuIds })
  return { ...fields, menuIds: [...menuIds, ...hidden], deptIds }
}
