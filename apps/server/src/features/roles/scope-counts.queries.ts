import { and, count, countDistinct, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

/** The users of each department, null for those without one, and the numbered devices that they own. */
export const countByDepartment = (db: Db) =>
  db
    .select({ deptId: users.deptId, userCount: countDistinct(users.id), deviceCount: count(devices.id) })
    .from(users)
    .leftJoin(devices, and(eq(devices.tenantId, users.id), isNotNull(devices.deviceNo)))
    .where(isNull(users.deletedAt))
    .groupBy(users.deptId)

export const countAll = async (db: Db) => ({
  userCount: await db.$count(users, isNull(users.deletedAt)),
  deviceCount: await db.$count(devices, isNotNull(devices.deviceNo)),
})
