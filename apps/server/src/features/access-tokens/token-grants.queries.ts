import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { tokenGrants } from '../../platform/db/schema/token-grants.ts'
import { users } from '../../platform/db/schema/users.ts'

export const insertGrant = (db: Db, grant: typeof tokenGrants.$inferInsert) =>
  db.insert(tokenGrants).values(grant)

/** A code works once, whatever follows. */
export async function takeGrant(db: Db, codeHash: string) {
  const [grant] = await db
    .delete(tokenGrants)
    .where(and(eq(tokenGrants.codeHash, codeHash), gt(tokenGrants.expiresAt, siteNow())))
    .returning()
  return grant
}

export async function findUserName(db: Db, id: UserId): Promise<string | undefined> {
  const [user] = await db
    .select({ userName: users.userName })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return user?.userName
}
