import { DataScope, UserType } from '@fleetdeck/contract/enums'
import type { DepartmentId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../platform/core/caller.ts'

/**
 * The rows that a caller may access with one permission: all, or those of some departments and of the caller's
 * subordinates.
 */
export type Scope = 'all' | { userId: UserId; departments: DepartmentSet[] }
export type DepartmentSet = { department: DepartmentId; below: boolean } | { ofRole: RoleId }

/**
 *
 * The rows that one role shows to a user of this department and kind; every other use of data scopes is based on this.
 *
 A role without an id has no departments of its own.
 */
export function opensTo(
  { dataScope, roleId }: { dataScope: number; roleId?: RoleId },
  { deptId, userType }: { deptId: DepartmentId | null; userType: number },
): 'all' | 'own' | DepartmentSet {
  if (userType === UserType.front || dataScope === DataScope.self) return 'own'
  if (dataScope === DataScope.all) return 'all'
  if (dataScope === DataScope.custom) return roleId === undefined ? 'own' : { ofRole: roleId }
  return deptId === null ? 'own' : { department: deptId, below: dataScope === DataScope.departmentAndBelow }
}

/**
 * The union over the caller's roles that carry the permission (back-office data scope). Every user sees their own rows
 * and those of the users below them. Background users see more by their roles.
 */
export function scopeFor(caller: Caller, permission: string): Scope {
  if (caller.isAdmin) return 'all'
  const opened = caller.grants
    .filter((grant) => grant.permissions.has(permission))
    .map((grant) => opensTo(grant, caller))
  if (opened.includes('all')) return 'all'
  return { userId: caller.userId, departments: opened.filter((each) => typeof each === 'object') }
}

/** A condition on the column that contains a row's owner; undefined when every row is visible. */
export function ownedWithin(scope: Scope, owner: AnyColumn): SQL | undefined {
  if (scope === 'all') return undefined
  return or(
    sql`${owner} in (${userAndSubordinates(scope.userId)})`,
    ...scope.departments.map(
      (set) => sql`${owner} in (select id from users where dept_id in (${departmentIds(set)}))`,
    ),
  )
}

/** The same for rows of users themselves, by their own columns. */
export function usersWithin(scope: Scope, user: { id: AnyColumn; deptId: AnyColumn }): SQL | undefined {
  if (scope === 'all') return undefined
  // Arrays are read once and let an index find the rows.
  return or(
    sql`${user.id} = any(array(${userAndSubordinates(scope.userId)}))`,
    ...scope.departments.map((set) => sql`${user.deptId} = any(array(${departmentIds(set)}))`),
  )
}

/** Departments whose users' rows are within the scope. */
export function departmentsWithin(scope: Scope, department: AnyColumn): SQL | undefined {
  if (scope === 'all') return undefined
  return or(sql`false`, ...scope.departments.map((set) => sql`${department} in (${departmentIds(set)})`))
}

/** A department and all below it. */
export const departmentsBelow = (id: DepartmentId): SQL => sql`
  with recursive below as (
    select id from departments where id = ${id}
    union select child.id from departments child join below on child.parent_id = below.id
  ) select id from below`

/**
 * A user and all users below. The two bounds mean "equal". Where one user manages most others, an equation makes the
 * planner scan the whole table for every caller; bounds always use the index.
 */
export const userAndSubordinates = (userId: UserId): SQL => sql`
  with recursive people as (
    select id from users where id = ${userId}
    union select child.id from users child
      join people on child.parent_id >= people.id and child.parent_id <= people.id
  ) select id from people`

function departmentIds(set: DepartmentSet): SQL {
  if ('ofRole' in set) return sql`select dept_id from role_departments where role_id = ${set.ofRole}`
  return set.below ? departmentsBelow(set.department) : sql`select ${set.department}::int`
}
