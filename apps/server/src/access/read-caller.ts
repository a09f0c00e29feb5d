import { adminRole, type DataScope, MenuType, Status } from '@fleetdeck/contract/enums'
import type { MenuId, RoleId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, not } from 'drizzle-orm'
import type { Caller, Grant } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { menus, roleMenus } from '../platform/db/schema/menus.ts'
import { roles, userRoles } from '../platform/db/schema/roles.ts'
import { users } from '../platform/db/schema/users.ts'
import { isAccountExpired, isAccountOff } from './account-line.queries.ts'
import { isInPlans } from './plan-features.queries.ts'

/** A condition on users: they, and all above, are enabled, not removed and not expired. */
export const maySignIn = () => and(not(isAccountOff(users.id)), not(isAccountExpired(users.id)))

/** A user with their present rights. */
export async function readCaller(
  db: Db,
  user: typeof users.$inferSelect,
  sessionId: SessionId | null,
): Promise<Caller> {
  const grants = await readGrants(db, user.id)
  return {
    userId: user.id,
    userName: user.userName,
    deptId: user.deptId,
    userType: user.userType,
    isAdmin: user.builtIn || grants.some((grant) => grant.roleKey === adminRole),
    pendingStep: user.mustChangePassword ? 'password' : undefined,
    sessionId,
    grants,
  }
}

/**
 * The enabled roles of a user with the permissions of their enabled menus, as far as the plans up the line include
 * them.
 */
async function readGrants(db: Db, userId: UserId): Promise<Grant[]> {
  const rows = await db
    .select({
      roleId: roles.id,
      roleKey: roles.roleKey,
      dataScope: roles.dataScope,
      menuId: menus.id,
      menuType: menus.menuType,
      permission: menus.permission,
    })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.status, Status.on)))
    .leftJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .leftJoin(menus, and(eq(menus.id, roleMenus.menuId), eq(menus.status, Status.on), isInPlans(userId)))
    .where(eq(userRoles.userId, userId))
  const grants = new Map<RoleId, Grant & { permissions: Set<string>; openPages: Set<MenuId> }>()
  for (const { roleId, roleKey, dataScope, menuId, menuType, permission } of rows) {
    const grant = grants.get(roleId) ?? {
      roleId,
      roleKey,
      dataScope: dataScope as DataScope,
      permissions: new Set(),
      openPages: new Set(),
    }
    if (permission) grant.permissions.add(permission)
    else if (menuId !== null && menuType === MenuType.menu) grant.openPages.add(menuId)
    grants.set(roleId, grant)
  }
  return [...grants.values()]
}
