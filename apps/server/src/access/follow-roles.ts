import { Status } from '@fleetdeck/contract/enums'
import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { roles, userRoles } from '../platform/db/schema/roles.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'

interface Site {
  db: Db
  parameters: ParameterStore
  /** Told to all servers. */
  changes: { rights(userIds: UserId[]): Promise<void> }
}

/** In the mapping: everybody who signs in with the provider. */
const everybody = '*'

/**
 * Gives and takes the roles that the site maps from the provider's groups. Roles that the mapping does not name stay as
 * they are, and so does the built-in account.
 */
export async function followRoles(
  { db, parameters, changes }: Site,
  userId: UserId,
  groups: readonly string[],
): Promise<void> {
  const mapping = parameters.get('sys.oidc.roles')
  if (mapping.length === 0) return
  const isIn = ({ group }: { group: string }) => group === everybody || groups.includes(group)
  const wanted = mapping.filter(isIn).map(({ roleKey }) => roleKey)
  const isChanged = await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || user.builtIn) return false
    const mapped = await tx
      .select()
      .from(roles)
      .where(
        inArray(
          roles.roleKey,
          mapping.map(({ roleKey }) => roleKey),
        ),
      )
    const held = await readHeld(tx, userId)
    const given = mapped.filter(
      ({ id, roleKey, status }) => wanted.includes(roleKey) && status === Status.on && !held.includes(id),
    )
    const taken = mapped.filter(({ id, roleKey }) => !wanted.includes(roleKey) && held.includes(id))
    if (given.length) await tx.insert(userRoles).values(given.map(({ id: roleId }) => ({ userId, roleId })))
    await tx.delete(userRoles).where(
      and(
        eq(userRoles.userId, userId),
        inArray(
          userRoles.roleId,
          taken.map(({ id }) => id),
        ),
      ),
    )
    return given.length + taken.length > 0
  })
  if (isChanged) await changes.rights([userId])
}

async function readHeld(db: Db, userId: UserId): Promise<RoleId[]> {
  const rows = await db.select().from(userRoles).where(eq(userRoles.userId, userId))
  return rows.map(({ roleId }) => roleId)
}
