import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { roles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

export type UserRow = typeof users.$inferSelect

export async function findUser(db: Db, id: UserId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function listRoleNames(db: Db, ids: RoleId[]): Promise<string[]> {
  const rows = await db
    .select({ roleName: roles.roleName })
    .from(roles)
    .where(inArray(roles.id, ids))
    .orderBy(roles.roleSort, roles.id)
  return rows.map(({ roleName }) => roleName)
}
