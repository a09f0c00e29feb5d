import type { GroupId } from '@fleetdeck/contract/ids'
import type { tasks as calls } from '@fleetdeck/contract/tasks'
import { and, asc, eq, ilike, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../../access/data-scope.ts'
import { deviceWithin } from '../../../domain/devices/device-scope.queries.ts'
import { filterBy } from '../../../platform/crud/filter-by.ts'
import { buildOrder, containing, toLimit } from '../../../platform/crud/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { byNumber, NaturalKey } from '../../../platform/db/natural-key.ts'
import { deviceGroups } from '../../../platform/db/schema/device-groups.ts'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { platforms } from '../../../platform/db/schema/platforms.ts'

type DeviceQuery = z.output<(typeof calls)['deviceList']['query']>
type GroupQuery = z.output<(typeof calls)['deviceGroupList']['query']>

const selectDevices = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: devices.id,
      deviceNo: sql<string>`${devices.deviceNo}`,
      groupName: deviceGroups.groupName,
      online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
    })
    .from(devices)
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(where)
    .$dynamic()

export async function listDevices(db: Db, scope: Scope, query: DeviceQuery) {
  const where = and(
    isNotNull(devices.deviceNo),
    deviceWithin(scope),
    query.deviceNo ? ilike(devices.deviceNo, containing(query.deviceNo)) : undefined,
    query.groupId ? eq(devices.groupId, query.groupId) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await selectDevices(db, where)
    .orderBy(...buildOrder(query, { deviceNo: new NaturalKey(devices.deviceNo) }, devices.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(devices, where) }
}

export const devicesOfGroups = (db: Db, scope: Scope, groupIds: GroupId[]) =>
  selectDevices(
    db,
    and(isNotNull(devices.deviceNo), inArray(devices.groupId, groupIds), deviceWithin(scope)),
  ).orderBy(byNumber(devices.deviceNo))

export const listPlatforms = (db: Db, scope: Scope) =>
  db
    .select({ id: platforms.id, platformName: platforms.platformName })
    .from(platforms)
    .where(ownedWithin(scope, platforms.tenantId))
    .orderBy(asc(platforms.platformName), asc(platforms.id))

export async function listGroups(db: Db, scope: Scope, query: GroupQuery) {
  const where = and(
    ownedWithin(scope, deviceGroups.tenantId),
    filterBy.LIKE(deviceGroups.groupName, query.name),
    filterBy.EQ(deviceGroups.id, query.id),
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select({
      id: deviceGroups.id,
      groupName: deviceGroups.groupName,
      deviceCount:
        sql`(select count(*) from ${devices} where ${devices.groupId} = device_groups.id and ${devices.deviceNo} is not null)`.mapWith(
          Number,
        ),
    })
    .from(deviceGroups)
    .where(where)
    .orderBy(asc(deviceGroups.groupName), asc(deviceGroups.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(deviceGroups, where) }
}
