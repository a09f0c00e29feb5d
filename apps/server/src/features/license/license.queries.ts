import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, isNotNull } from 'drizzle-orm'
import { accountEndsAt } from '../../access/account-line.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function findAllowance(db: Db, userId: UserId) {
  const [row] = await db
    .select({
      userName: users.userName,
      nickName: users.nickName,
      deviceNumber: users.deviceNumber,
      expireTime: accountEndsAt(users.id),
    })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

export const countOwned = (db: Db, userId: UserId) =>
  db.$count(devices, and(eq(devices.tenantId, userId), isNotNull(devices.deviceNo)))
