import { MenuType, Status, UserType } from '@fleetdeck/contract/enums'
import type { DepartmentId, MenuId, RoleId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { roles, userRoles } from '../platform/db/schema/roles.ts'
import { users } from '../platform/db/schema/users.ts'
import { ownedWithin, type Scope } from './data-scope.ts'

/** The rights that a role gives to its users. */
export interface RoleRights {
  id: RoleId
  roleName: string
  roleKey: string
  status: number
  builtIn: boolean
  dataScope: number
  permissions: string[]
  /** Pages without a permission string. */
  openPages: MenuId[]
  /** With custom data scope. */
  deptIds: DepartmentId[]
}

export const readRoleRights = (db: Db, where?: SQL): Promise<RoleRights[]> =>
  db
    .select({
      id: roles.id,
      roleName: roles.roleName,
      roleKey: roles.roleKey,
      status: roles.status,
      builtIn: roles.builtIn,
      dataScope: roles.dataScope,
      permissions: sql<string[]>`array(
        select distinct menus.permission from role_menus join menus on menus.id = role_menus.menu_id
        where role_menus.role_id = roles.id and menus.permission <> '' and menus.status = ${Status.on})`,
      openPages: sql<MenuId[]>`array(
        select menus.id from role_menus join menus on menus.id = role_menus.menu_id
        where role_menus.role_id = roles.id and menus.permission = '' and menus.menu_type = ${MenuType.menu}
          and menus.status = ${Status.on})`,
      deptIds: sql<DepartmentId[]>`array(
        select dept_id from role_departments where role_departments.role_id = roles.id)`,
    })
    .from(roles)
    .where(where)
    .orderBy(roles.roleSort, roles.id)

export const readRoleRightsByIds = async (db: Db, ids: RoleId[]): Promise<RoleRights[]> =>
  ids.length ? readRoleRights(db, inArray(roles.id, ids)) : []

/**
 * Roles that a caller sees where roles are given: created within the caller's scope, shipped with the product, or the
 * caller's own.
 */
export function rolesInView(caller: Caller, scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined
  const held = caller.grants.flatMap((grant) => grant.roleId ?? [])
  const own = held.length ? sql`or ${inArray(roles.id, held)}` : sql``
  return sql`(${ownedWithin(scope, roles.ownerId)} or ${roles.builtIn} ${own})`
}

/** Departments of users who have a role and see more than their own rows by it. */
export async function departmentsOfHolders(db: Db, roleId: RoleId): Promise<DepartmentId[]> {
  const rows = await db
    .selectDistinct({ deptId: users.deptId })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(
      and(
        eq(userRoles.roleId, roleId),
        eq(users.userType, UserType.background),
        sql`${users.deptId} is not null`,
      ),
    )
  return rows.flatMap((row) => row.deptId ?? [])
}

export const isEnabled = (row: { status: number }) => row.status === Status.on
