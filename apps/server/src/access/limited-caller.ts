import { DataScope } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import type { Caller } from '../platform/core/caller.ts'

/** With these permissions only, as far as the caller has them. Never the super role: it passes every check. */
export function limitedTo(caller: Caller, permissions: readonly string[]): Caller {
  const given = new Set(permissions)
  const all = { roleKey: '', dataScope: DataScope.all, permissions: given, openPages: new Set<MenuId>() }
  const grants = caller.grants.map((grant) => ({
    ...grant,
    permissions: new Set([...grant.permissions].filter((permission) => given.has(permission))),
    openPages: all.openPages,
  }))
  return { ...caller, isAdmin: false, grants: caller.isAdmin ? [all] : grants }
}
