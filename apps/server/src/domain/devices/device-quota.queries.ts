import type { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'
import { ownedCount } from './phone-access.queries.ts'

/**
 * How many devices a user may own (null for unlimited), and how many the user owns. Until the transaction ends, no other
 * one gives devices to the user.
 */
export async function lockQuota(tx: Db, userId: UserId): Promise<{ allowed: number | null; owned: number }> {
  const [found] = await tx
    .select({ allowed: users.deviceNumber })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return { allowed: found?.allowed ?? null, owned: await ownedCount(tx, userId) }
}
