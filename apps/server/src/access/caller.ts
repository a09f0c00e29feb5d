import { allPermissions } from '@fleetdeck/contract/enums'

/** The signed-in user behind a request or a browser socket. */
export interface Caller {
  userId: number
  userName: string
  deptId: number | null
  userType: number
  isAdmin: boolean
  /** Row of the session, so that it can be ended; tokens of programs have none. */
  sessionId: number
  roles: string[]
  roleIds: number[]
  permissions: string[]
  mustChangePassword: boolean
}

export function may(caller: Caller, permission: string): boolean {
  return caller.permissions.includes(allPermissions) || caller.permissions.includes(permission)
}
