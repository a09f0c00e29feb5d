import { allPermissions, type DataScope } from '@fleetdeck/contract/enums'
import type { AccessTokenId, DepartmentId, RoleId, SessionId, UserId } from '@fleetdeck/contract/ids'

/** A role of the caller: its permissions and its data scope. */
export interface Grant {
  /** Missing for the rights of a super user's token: they come from no role. */
  roleId?: RoleId
  roleKey: string
  dataScope: DataScope
  permissions: ReadonlySet<string>
}

/** Changing a password that somebody else has made, or setting up a second factor that a role requires. */
export type PendingStep = 'password' | 'factor'

/** The signed-in user behind a request or a browser socket. */
export interface Caller {
  userId: UserId
  userName: string
  deptId: DepartmentId | null
  userType: number
  isAdmin: boolean
  /** What the user has to do before anything else. */
  pendingStep: PendingStep | undefined
  /** Row id of the session, so that it can be ended; null for programs. */
  sessionId: SessionId | null
  /** The token with which a program calls in the user's name. */
  token?: { id: AccessTokenId; tokenName: string }
  grants: Grant[]
}

export function may(caller: Caller, permission: string): boolean {
  return caller.isAdmin || caller.grants.some((grant) => grant.permissions.has(permission))
}

/** Every permission string of the caller, as sent to the console. */
export function listPermissions(caller: Caller): string[] {
  if (caller.isAdmin) return [allPermissions]
  return [...new Set(caller.grants.flatMap((grant) => [...grant.permissions]))].sort()
}
