import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { caches } from '../../platform/db/schema/caches.ts'
import { dataGroups, dataItems, dataUsage } from '../../platform/db/schema/data-items.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

type Owner = Pick<TenantFixtures, 'tenant' | 'ownerId' | 'deviceRowId' | 'deviceNo'>
const idOf = <Id extends number>(rows: { id: Id }[]): Id => insertedRow(rows).id

/** Groups, an item, a leased item, the history, and a cache. */
export async function addSharedData(db: Db, { tenant, ownerId, deviceRowId, deviceNo }: Owner) {
  const group = (groupName: string) =>
    db.insert(dataGroups).values({ groupName, tenantId: ownerId }).returning()
  const dataGroupId = idOf(await group(`${tenant}-data`))
  const emptyDataGroupId = idOf(await group(`${tenant}-empty-data`))
  const item = { groupId: dataGroupId, name: `${tenant}-item`, content: `${tenant} content` }
  const dataItemId = idOf(await db.insert(dataItems).values(item).returning())
  const lease = {
    leaseId: `${tenant}-lease`,
    leasedById: deviceRowId,
    leasedAt: new Date(),
    leasedUntil: new Date(Date.now() + 3_600_000),
  }
  const leasedItemId = idOf(
    await db
      .insert(dataItems)
      .values({ ...item, ...lease })
      .returning(),
  )
  const usage = { itemId: leasedItemId, deviceId: deviceRowId, deviceNo, leaseId: lease.leaseId }
  await db.insert(dataUsage).values({ ...item, ...usage, outcome: 'leased' })
  const cache = { tenantId: ownerId, cacheKey: `${tenant}-cache`, dataType: 1 as const, content: tenant }
  const cacheId = idOf(await db.insert(caches).values(cache).returning())
  return { dataGroupId, emptyDataGroupId, dataItemId, leasedItemId, cacheId }
}
