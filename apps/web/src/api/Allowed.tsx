import type { ReactNode } from 'react'
import { hasRole, may, useSession } from '../ground/session-store.ts'

/** Shows its children to holders of one of the permissions; an empty list throws (spec §5). */
export function Allowed({ any, children }: { any: readonly string[]; children: ReactNode }) {
  useSession((state) => state.permissions)
  return may(any) ? children : null
}

/** Shows its children to holders of one of the roles; an empty list throws (spec §5). */
export function RoleOnly({ any, children }: { any: readonly string[]; children: ReactNode }) {
  useSession((state) => state.roles)
  return hasRole(any) ? children : null
}
