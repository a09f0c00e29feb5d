import { Status } from '@fleetdeck/contract/enums'
import type { permissions as calls } from '@fleetdeck/contract/permissions'
import { and, asc, eq, ilike, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { isFeatureInPlans, isPermissionInPlans, limitedAccounts } from '../../access/plan-features.queries.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

type HolderFilter = z.output<(typeof calls)['holders']['query']>

export const listMenus = (db: Db) =>
  db
    .select({
      id: menus.id,
      parentId: menus.parentId,
      menuType: menus.menuType,
      menuName: menus.menuName,
      path: menus.path,
      langKey: menus.langKey,
      permission: menus.permission,
    })
    .from(menus)
    .orderBy(asc(menus.id))

export const listRoles = (db: Db) =>
  db
    .selectDistinct({
      permission: menus.permission,
      id: roles.id,
      roleName: roles.roleName,
      roleKey: roles.roleKey,
      status: roles.status,
    })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .innerJoin(menus, and(eq(menus.id, roleMenus.menuId), eq(menus.status, Status.on)))
    .where(sql`${menus.permission} <> ''`)
    .orderBy(asc(roles.id))

/** Users by permission who have it through an enabled role and within their plans, and can sign in. */
export const countHolders = (db: Db, scope: Scope) =>
  db
    .select({
      permission: menus.permission,
      userCount: sql<number>`count(distinct ${users.id})`.mapWith(Number),
    })
    .from(menus)
    .innerJoin(roleMenus, eq(roleMenus.menuId, menus.id))
    .innerJoin(roles, and(eq(roles.id, roleMenus.roleId), eq(roles.status, Status.on)))
    .innerJoin(userRoles, eq(userRoles.roleId, roles.id))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(limitedAccounts.rows, limitedAccounts.of)
    .where(and(eq(menus.status, Status.on), sql`${menus.permission} <> ''`, isFeatureInPlans, usable(scope)))
    .groupBy(menus.permission)

const usable = (scope: Scope) =>
  and(isNull(users.deletedAt), eq(users.status, Status.on), ownedWithin(scope, users.id))

export async function listHolders(db: Db, scope: Scope, query: HolderFilter) {
  const holding = db
    .select({ id: roles.id })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .innerJoin(menus, eq(menus.id, roleMenus.menuId))
    .where(
      and(eq(roles.status, Status.on), eq(menus.status, Status.on), eq(menus.permission, query.permission)),
    )
  const where = and(
    usable(scope),
    isPermissionInPlans(query.permission),
    query.userName ? ilike(users.userName, containing(query.userName)) : undefined,
    inArray(
      users.id,
      db.select({ id: userRoles.userId }).from(userRoles).where(inArray(userRoles.roleId, holding)),
    ),
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select({
      id: users.id,
      userName: users.userName,
      nickName: users.nickName,
      deptName: departments.deptName,
      roleNames: sql<string[]>`array(select r.role_name from roles r
        join user_roles given on given.role_id = r.id and given.user_id = ${users.id}
        where r.id in (${holding}) order by r.id)`,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.deptId))
    .where(where)
    .orderBy(asc(users.userName))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(users, where) }
}
