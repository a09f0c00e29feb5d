import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'

/** The owner of a group within the scope. */
export async function findGroupOwner(db: Db, scope: Scope, id: GroupId): Promise<UserId | undefined> {
  const [found] = await db
    .select({ ownerId: deviceGroups.tenantId })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.id, id), ownedWithin(scope, deviceGroups.tenantId)))
  return found?.ownerId
}
