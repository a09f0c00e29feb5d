import type { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function findAllowance(db: Db, userId: UserId) {
  const [row] = await db
    .select({
      userName: users.userName,
      nickName: users.nickName,
      deviceNumber: users.deviceNumber,
      expireTime: users.tenantExpireTime,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

export const countOwned = (db: Db, userId: UserId) => db.$count(devices, eq(devices.tenantId, userId))
