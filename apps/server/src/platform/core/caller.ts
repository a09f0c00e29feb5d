import { allPermissions, type DataScope, MenuType } from '@fleetdeck/contract/enums'
import type {
  AccessTokenId,
  DepartmentId,
  DeviceId,
  MenuId,
  RoleId,
  ScreenLinkId,
  ScreenVisitId,
  SessionId,
  UserId,
} from '@fleetdeck/contract/ids'

/** A role of the caller: its permissions, and its data scope. */
export interface Grant {
  /** Missing for the rights of a super user's token: they come from no role. */
  roleId?: RoleId
  roleKey: string
  dataScope: DataScope
  permissions: ReadonlySet<string>
  /** Pages without a permission string: only the role that was given one shows it. */
  openPages: ReadonlySet<MenuId>
}

/** Changing a password that somebody else has made, or setting up a second factor that a role requires. */
export type PendingStep = 'password' | 'factor'

/** The user who sees the console as another user. */
interface Viewer {
  userId: UserId
  userName: string
  /** Missing in the view of a user. */
  roleId?: RoleId
  endsAt: Date
}

/** A guest who uses a link to one phone's screen; everything else is then that of the link's creator. */
interface Visit {
  id: ScreenVisitId
  linkId: ScreenLinkId
  deviceId: DeviceId
  endsAt: Date
}

/** In the view of a role: the id of no user, so that no row is the caller's own. */
export const noUser = 0 as UserId

/** The signed-in user behind a request or a browser socket. */
export interface Caller {
  userId: UserId
  userName: string
  deptId: DepartmentId | null
  userType: number
  isAdmin: boolean
  /** The steps that the user has to do before anything else. */
  pendingStep: PendingStep | undefined
  /** Row id of the session, so that it can be ended; null for programs. */
  sessionId: SessionId | null
  /** The token with which a program calls in the user's name. */
  token?: { id: AccessTokenId; tokenName: string }
  /** Everything else is then that of the viewed user or role, and nothing may be changed. */
  viewer?: Viewer
  /** Set for a guest without an account, whose name is userName. */
  visit?: Visit
  grants: Grant[]
}

/** The caller, for logs and limits; a guest is no user. */
export function actorOf({ userId, userName, viewer, visit }: Caller): { userId: UserId; userName: string } {
  return viewer ?? { userId: visit ? noUser : userId, userName }
}

/** Whose own account is shown: a role has none. */
export const accountOf = ({ userId, viewer }: Caller): UserId =>
  viewer && userId === noUser ? viewer.userId : userId

/** Whether the caller's rights may have changed with those of these users; null means all. */
export function followsRights({ userId, viewer }: Caller, userIds: readonly UserId[] | null): boolean {
  if (userIds === null || userIds.includes(userId)) return true
  return viewer !== undefined && (viewer.roleId !== undefined || userIds.includes(viewer.userId))
}

export function may(caller: Caller, permission: string): boolean {
  return caller.isAdmin || caller.grants.some((grant) => grant.permissions.has(permission))
}

/** Whether the caller's roles were given this page, which has no permission string. */
export function mayOpen(caller: Caller, page: MenuId): boolean {
  return caller.isAdmin || caller.grants.some((grant) => grant.openPages.has(page))
}

/** Whether a menu row is for the caller. Directories without a permission string are: their content decides. */
export function maySeeMenu(
  caller: Caller,
  { id, menuType, permission }: { id: MenuId; menuType: number; permission: string },
): boolean {
  if (permission) return may(caller, permission)
  return menuType === MenuType.directory || mayOpen(caller, id)
}

/** Every permission string of the caller, as sent to the console. */
export function listPermissions(caller: Caller): string[] {
  if (caller.isAdmin) return [allPermissions]
  return [...new Set(caller.grants.flatMap((grant) => [...grant.permissions]))].sort()
}
