import { DataScope, MenuType, UserType } from '@fleetdeck/contract/enums'
import type { DepartmentId, MenuId, RoleId } from '@fleetdeck/contract/ids'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { departmentTree } from '../../access/department-tree.ts'
import { listMenus } from '../../access/menu-rows.queries.ts'
import { Reach } from '../../access/reach.ts'
import { departmentsOfHolders, readRoleRightsByIds } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, maySeeMenu } from '../../platform/core/caller.ts'
import type { Refusals } from '../../platform/crud/map-db-errors.ts'
import { findRemover } from './role-changes.queries.ts'
import * as queries from './roles.queries.ts'
import { countAll, countByDepartment } from './scope-counts.queries.ts'

/**
 * Roles that the caller may change: not built in, created within the caller's scope, and no wider than the caller's own
 * rights.
 */
export async function changeableRoles(deps: Deps, caller: Caller, permission: string, ids: RoleId[]) {
  const { db } = deps
  const found = await queries.findRoles(db, scopeFor(caller, permission), ids)
  if (found.length !== new Set(ids).size) {
    const by = await findRemover(db, scopeFor(caller, permission), ids)
    throw by === undefined ? new AppError('notFound') : new AppError('roleRemoved', { name: by })
  }
  const fixed = found.find((role) => role.builtIn)
  if (fixed) throw new AppError('roleBuiltIn', { name: fixed.roleName })
  const reach = await Reach.of(db, caller)
  for (const rights of caller.isAdmin ? [] : await readRoleRightsByIds(db, ids))
    if (reach.excess(rights, [])) throw new AppError('roleNotGrantable', { name: rights.roleName })
  return found
}

export async function changeableRole(deps: Deps, caller: Caller, permission: string, id: RoleId) {
  const role = requireFound((await changeableRoles(deps, caller, permission, [id]))[0])
  return role
}

interface Wanted {
  menuIds: MenuId[]
  dataScope: number
  deptIds: DepartmentId[]
  /** Set for an existing role: its users get the rights too. */
  id?: RoleId
}

/** A role grants no more than its creator has: only menus of the creator, with no wider scope for any of them. */
export async function checkRights({ db }: Deps, caller: Caller, wanted: Wanted): Promise<void> {
  const known = new Map((await listMenus(db)).map((menu) => [menu.id, menu]))
  const chosen = wanted.menuIds.map((id) => known.get(id))
  const permissions = chosen.flatMap((menu) => menu?.permission || [])
  const openPages = chosen.flatMap((menu) =>
    menu && !menu.permission && menu.menuType === MenuType.menu ? menu.id : [],
  )
  if (chosen.some((menu) => !menu)) throw new AppError('menusGone')
  const departments = new Set((await queries.listDepartmentNames(db)).map((row) => row.id))
  if (!wanted.deptIds.every((id) => departments.has(id))) throw new AppError('departmentsGone')
  if (caller.isAdmin) return
  const holders = wanted.id ? await departmentsOfHolders(db, wanted.id) : []
  const reach = await Reach.of(db, caller)
  const excess = reach.excess(
    { permissions, openPages, dataScope: wanted.dataScope, deptIds: wanted.deptIds },
    holders.map((deptId) => ({ deptId, userType: UserType.background })),
  )
  if (excess) throw new AppError(excess === 'permission' ? 'menuNotGrantable' : 'scopeWider')
}

/** Menus of a role that the caller's form does not show: disabled ones, and those that the caller may not grant. */
export async function hiddenMenus({ db }: Deps, caller: Caller, roleId: RoleId): Promise<MenuId[]> {
  const shown = (await listMenus(db)).filter((row) => maySeeMenu(caller, row))
  const shownIds = new Set(shown.map((row) => row.id))
  return (await queries.menusOfRole(db, roleId)).filter((id) => !shownIds.has(id))
}

/** Departments of a role that the caller's form does not show. */
export async function hiddenDepartments(
  { db }: Deps,
  caller: Caller,
  permission: string,
  roleId: RoleId,
): Promise<DepartmentId[]> {
  const reach = await Reach.of(db, caller)
  return (await queries.departmentsOfRole(db, roleId)).filter((id) => !reach.hasDepartment(permission, id))
}

/** The menus of a role that its form wants, with those that the form does not show. */
export async function menusToSave(deps: Deps, caller: Caller, wanted: Required<Wanted>): Promise<MenuId[]> {
  const hidden = await hiddenMenus(deps, caller, wanted.id)
  const menuIds = wanted.menuIds.filter((id) => !hidden.includes(id))
  await checkRights(deps, caller, { ...wanted, menuIds })
  return [...menuIds, ...hidden]
}

interface WantedScope {
  permission: string
  roleId: RoleId
  dataScope: number
  deptIds: DepartmentId[]
}

/** The same for its departments; another scope than "custom" has none. */
export async function departmentsToSave(
  deps: Deps,
  caller: Caller,
  { permission, roleId, dataScope, deptIds }: WantedScope,
): Promise<DepartmentId[]> {
  const chosen =
    dataScope === DataScope.custom
      ? [...deptIds, ...(await hiddenDepartments(deps, caller, permission, roleId))]
      : []
  const menuIds = await queries.enabledMenusOfRole(deps.db, roleId)
  await checkRights(deps, caller, { id: roleId, dataScope, deptIds: chosen, menuIds })
  return chosen
}

export const refusals: Refusals = {
  roles_key: 'roleKeyTaken',
  roles_name: 'roleNameTaken',
  // Removed between the check and the write.
  role_menus_menu_id_menus_id_fk: 'menusGone',
  role_departments_dept_id_departments_id_fk: 'departmentsGone',
  '23503': 'notFound',
}

/** The departments that the caller may include in a role, with the users and devices that each would show. */
export async function departmentsToOpen({ db }: Deps, caller: Caller, permission: string) {
  const reach = await Reach.of(db, caller)
  const rows = (await queries.listDepartmentNames(db)).filter((row) =>
    reach.hasDepartment(permission, row.id),
  )
  const counts = await countByDepartment(db)
  return {
    depts: departmentTree(rows),
    counts: counts.flatMap(({ deptId, ...count }) =>
      deptId !== null && reach.hasDepartment(permission, deptId) ? [{ deptId, ...count }] : [],
    ),
    all: reach.departments(permission) === 'all' ? await countAll(db) : null,
  }
}
