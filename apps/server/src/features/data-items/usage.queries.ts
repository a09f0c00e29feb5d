import { shownContent } from '@fleetdeck/contract/data-items'
import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DataGroupId, DataItemId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, isNotNull, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dataGroups, dataItems, dataUsage } from '../../platform/db/schema/data-items.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

interface LeaseFilter {
  groupId?: DataGroupId | undefined
  deviceNo?: string | undefined
}

/** Items that phones currently lease. */
export async function listLeases(db: Db, scope: Scope, query: LeaseFilter & PageRequest) {
  const where = and(
    isNotNull(dataItems.leaseId),
    ownedWithin(scope, dataGroups.tenantId),
    query.groupId ? eq(dataItems.groupId, query.groupId) : undefined,
    query.deviceNo ? ilike(devices.deviceNo, containing(query.deviceNo)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const sortable = { leasedAt: dataItems.leasedAt, leasedUntil: dataItems.leasedUntil }
  const rows = await db
    .select({
      id: dataItems.id,
      name: dataItems.name,
      content: sql<string>`left(${dataItems.content}, ${shownContent})`,
      groupId: dataItems.groupId,
      groupName: dataGroups.groupName,
      userName: users.userName,
      deviceNo: devices.deviceNo,
      leasedAt: dataItems.leasedAt,
      leasedUntil: dataItems.leasedUntil,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(dataItems)
    .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .leftJoin(devices, eq(devices.id, dataItems.leasedById))
    .where(where)
    .orderBy(...buildOrder(query, sortable, dataItems.id))
    .limit(limit)
    .offset(offset)
  const list = rows.map(({ leasedAt, leasedUntil, ...lease }) => ({
    ...lease,
    leasedAt: leasedAt ?? new Date(0),
    leasedUntil: leasedUntil ?? new Date(0),
  }))
  return { list, total: rows[0]?.total ?? 0 }
}

interface UsageFilter extends LeaseFilter {
  itemId?: DataItemId | undefined
}

/** Which phone got which item, newest first. */
export async function listUsage(db: Db, scope: Scope, query: UsageFilter & PageRequest) {
  const where = and(
    ownedWithin(scope, dataGroups.tenantId),
    query.groupId ? eq(dataUsage.groupId, query.groupId) : undefined,
    query.itemId ? eq(dataUsage.itemId, query.itemId) : undefined,
    query.deviceNo ? ilike(dataUsage.deviceNo, containing(query.deviceNo)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select({
      id: dataUsage.id,
      itemId: dataUsage.itemId,
      name: dataUsage.name,
      content: dataUsage.content,
      groupId: dataUsage.groupId,
      groupName: dataGroups.groupName,
      deviceNo: dataUsage.deviceNo,
      outcome: dataUsage.outcome,
      at: dataUsage.at,
      endedAt: dataUsage.endedAt,
    })
    .from(dataUsage)
    .innerJoin(dataGroups, eq(dataGroups.id, dataUsage.groupId))
    .where(where)
    .orderBy(...buildOrder(query, { id: dataUsage.id }, dataUsage.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(dataUsage)
    .innerJoin(dataGroups, eq(dataGroups.id, dataUsage.groupId))
    .where(where)
  return { list, total: counted?.total ?? 0 }
}
