import { adminRole, type DataScope } from '@fleetdeck/contract/enums'
import type { RoleId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { viewAs } from '@fleetdeck/contract/view-as'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { type Caller, listPermissions, may, noUser } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { roles } from '../platform/db/schema/roles.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'
import { isAccountExpired, isAccountOff } from './account-line.queries.ts'
import { scopeFor, userAndSubordinates, usersWithin } from './data-scope.ts'
import { Reach } from './reach.ts'
import { readCaller } from './read-caller.ts'
import { isEnabled, readRoleRights, readRoleRightsByIds, rolesInView } from './role-rights.ts'

const { permission } = viewAs.start

/** Of a session: the account or role as which it sees the console. */
export const viewedName = sql<string | null>`coalesce(
  (select user_name from users viewed where viewed.id = ${sessions.viewedUserId}),
  (select role_name from roles viewed where viewed.id = ${sessions.viewedRoleId}))`

export type Viewed = { userId: UserId; roleId?: undefined } | { roleId: RoleId; userId?: undefined }

/** A session in which the console is seen as somebody else. */
interface ViewSession {
  id: SessionId
  expiresAt: Date
  viewedUserId: UserId | null
  viewedRoleId: RoleId | null
}

/**
 * The caller of a view, with the present rights of the viewed user or role; undefined when the view is over, as the
 * viewer could not start it now.
 */
export async function readViewed(db: Db, viewer: Caller, session: ViewSession): Promise<Caller | undefined> {
  const { viewedUserId: userId, viewedRoleId: roleId } = session
  if (viewer.pendingStep || !may(viewer, permission)) return undefined
  if (userId === null && roleId === null) return undefined
  try {
    const { caller } = await findViewed(
      db,
      viewer,
      userId === null ? { roleId: roleId as RoleId } : { userId },
    )
    return {
      ...caller,
      pendingStep: undefined,
      sessionId: session.id,
      viewer: {
        ...{ userId: viewer.userId, userName: viewer.userName, endsAt: session.expiresAt },
        ...(roleId !== null && { roleId }),
      },
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** The viewed user or role as a caller, and its name. Nobody sees more in a view than without it. */
export const findViewed = (db: Db, viewer: Caller, viewed: Viewed) =>
  viewed.userId === undefined ? findRole(db, viewer, viewed.roleId) : findUser(db, viewer, viewed.userId)

async function findUser(db: Db, viewer: Caller, id: UserId) {
  if (id === viewer.userId) throw new AppError('viewOwn')
  const [found] = await db
    .select({ user: users, isOff: isAccountOff(users.id), isExpired: isAccountExpired(users.id) })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scopeFor(viewer, permission), users)))
  if (!found) throw new AppError('notFound')
  const { user, isOff, isExpired } = found
  const name = user.userName
  if (user.builtIn) throw new AppError('viewBuiltIn', { name })
  const caller = await readCaller(db, user, null)
  if (!viewer.isAdmin && (await seesMore(db, caller, viewer))) throw new AppError('viewStronger', { name })
  if (isOff) throw new AppError('viewAccountOff', { name })
  if (isExpired) throw new AppError('viewAccountExpired', { name })
  return { caller, name }
}

/** A holder of this role alone, in the department of the viewer, who owns nothing. */
async function findRole(db: Db, viewer: Caller, id: RoleId) {
  const inView = rolesInView(viewer, scopeFor(viewer, permission))
  const [role] = await readRoleRights(db, and(eq(roles.id, id), inView))
  if (!role) throw new AppError('notFound')
  const { roleName: name, roleKey, dataScope } = role
  if (!isEnabled(role)) throw new AppError('roleDisabled', { name })
  if ((await Reach.of(db, viewer)).excess(role, [viewer])) throw new AppError('viewRoleStronger', { name })
  const caller: Caller = {
    userId: noUser,
    userName: name,
    deptId: viewer.deptId,
    userType: viewer.userType,
    isAdmin: roleKey === adminRole,
    pendingStep: undefined,
    sessionId: null,
    grants: [
      {
        ...{ roleId: id, roleKey, dataScope: dataScope as DataScope },
        permissions: new Set(role.permissions),
        openPages: new Set(role.openPages),
      },
    ],
  }
  return { caller, name }
}

/** Whether somebody has rights, or sees rows by them, that the viewer does not. */
async function seesMore(db: Db, caller: Caller, viewer: Caller): Promise<boolean> {
  const reach = await Reach.of(db, viewer)
  const held = await readRoleRightsByIds(
    db,
    caller.grants.flatMap(({ roleId }) => roleId ?? []),
  )
  if (held.some((role) => reach.excess(role, [caller]))) return true
  return hasHiddenRows(db, caller.userId, [permission, ...listPermissions(caller)], viewer)
}

/** Whether the viewer lacks rows that the user owns, or users below, with one of these permissions. */
async function hasHiddenRows(db: Db, userId: UserId, permissions: string[], viewer: Caller) {
  const scopes = new Map(
    permissions.map((each) => scopeFor(viewer, each)).map((scope) => [JSON.stringify(scope), scope]),
  )
  for (const scope of scopes.values()) {
    const visible = usersWithin(scope, users)
    if (!visible) continue
    // Without a department, the condition is neither true nor false.
    const hidden = sql`${users.id} in (${userAndSubordinates(userId)}) and (${visible}) is not true`
    if ((await db.$count(users, hidden)) > 0) return true
  }
  return false
}
