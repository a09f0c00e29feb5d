import type { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'

/** What a user may have at most; no user that they create has more. */
export async function readUserLimits(db: Db, id: UserId) {
  const [found] = await db
    .select({
      deviceNumber: users.deviceNumber,
      rateLimit: users.rateLimit,
      tenantExpireTime: users.tenantExpireTime,
    })
    .from(users)
    .where(eq(users.id, id))
  return found
}
