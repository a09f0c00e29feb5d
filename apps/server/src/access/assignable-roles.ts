import { adminRole } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import { and, inArray } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import type { Caller } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { roles } from '../platform/db/schema/roles.ts'
import { scopeFor } from './data-scope.ts'
import { type PlacedHolder, Reach } from './reach.ts'
import { isEnabled, readRoleRights, rolesInView } from './role-rights.ts'

interface RoleGrant {
  roleIds: RoleId[]
  holders: readonly PlacedHolder[]
  /** Roles that the holders already have: they may be disabled, and need not be in view. */
  kept?: readonly RoleId[]
}

/** Throws unless the caller may give all these roles to these holders. */
export async function assignableRoles(
  db: Db,
  caller: Caller,
  permission: string,
  { roleIds, holders, kept = [] }: RoleGrant,
): Promise<void> {
  const wanted = [...new Set(roleIds)]
  const added = wanted.filter((id) => !kept.includes(id))
  const inView = rolesInView(caller, scopeFor(caller, permission))
  const visible = added.length ? await readRoleRights(db, and(inArray(roles.id, added), inView)) : []
  if (visible.length !== added.length) throw new AppError('notFound')
  const disabled = visible.find((role) => !isEnabled(role))
  if (disabled) throw new AppError('roleDisabled', { name: disabled.roleName })
  if (caller.isAdmin) return
  const reach = await Reach.of(db, caller)
  const old = wanted.filter((id) => kept.includes(id))
  const held = old.length ? await readRoleRights(db, inArray(roles.id, old)) : []
  for (const role of [...visible, ...held])
    if (holders.some((holder) => reach.excessFor(role, holder)))
      throw new AppError('roleNotGrantable', { name: role.roleName })
}

/**
 * All roles in the caller's view, each with whether the caller may give it. The holders are checked when a role is
 * given.
 */
export async function roleOptions(db: Db, caller: Caller, permission: string) {
  const rights = await readRoleRights(db, rolesInView(caller, scopeFor(caller, permission)))
  const reach = await Reach.of(db, caller)
  return rights
    .filter((role) => caller.isAdmin || role.roleKey !== adminRole)
    .map((role) => ({
      id: role.id,
      roleName: role.roleName,
      roleKey: role.roleKey,
      status: role.status,
      grantable: isEnabled(role) && !reach.excess(reach.withinPlans(role), []),
    }))
}
