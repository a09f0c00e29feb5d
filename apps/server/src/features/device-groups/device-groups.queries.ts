import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface GroupFilter extends PageRequest {
  name?: string | undefined
  id?: GroupId | undefined
  tenantId?: UserId | undefined
}

const deviceCount =
  sql<number>`(select count(*) from ${devices} where ${devices.groupId} = ${deviceGroups.id})`.mapWith(Number)
const onlineCount =
  sql<number>`(select count(*) from ${devices} join ${deviceRuntime} on ${deviceRuntime.deviceId} = ${devices.id}
  where ${devices.groupId} = ${deviceGroups.id} and ${deviceRuntime.online})`.mapWith(Number)

const row = {
  id: deviceGroups.id,
  groupName: deviceGroups.groupName,
  tenantId: deviceGroups.tenantId,
  userName: users.userName,
  deviceCount,
  onlineCount,
  gmtModified: deviceGroups.gmtModified,
}
const sortable = { ...row, userName: users.userName, deviceCount: sql`5` }

export async function listDeviceGroups(db: Db, scope: Scope, query: GroupFilter) {
  const where = and(
    ownedWithin(scope, deviceGroups.tenantId),
    query.name ? ilike(deviceGroups.groupName, containing(query.name)) : undefined,
    query.id ? eq(deviceGroups.id, query.id) : undefined,
    query.tenantId ? eq(deviceGroups.tenantId, query.tenantId) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(deviceGroups)
    .innerJoin(users, eq(users.id, deviceGroups.tenantId))
    .where(where)
    .orderBy(...orderOf(query, sortable, deviceGroups.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(deviceGroups, where) }
}

export async function findDeviceGroup(db: Db, scope: Scope, id: GroupId) {
  const [found] = await db
    .select(row)
    .from(deviceGroups)
    .innerJoin(users, eq(users.id, deviceGroups.tenantId))
    .where(and(eq(deviceGroups.id, id), ownedWithin(scope, deviceGroups.tenantId)))
  return found
}

export const insertDeviceGroup = (db: Db, group: { groupName: string; tenantId: UserId }) =>
  db.insert(deviceGroups).values(group)

export const updateDeviceGroup = (db: Db, id: GroupId, change: { groupName: string; tenantId?: UserId }) =>
  db.update(deviceGroups).set(change).where(eq(deviceGroups.id, id))

export const deleteDeviceGroups = (db: Db, ids: GroupId[]) =>
  db.delete(deviceGroups).where(inArray(deviceGroups.id, ids))

export async function allGroupsVisible(db: Db, scope: Scope, ids: GroupId[]) {
  const where = and(inArray(deviceGroups.id, ids), ownedWithin(scope, deviceGroups.tenantId))
  return (await db.$count(deviceGroups, where)) === new Set(ids).size
}

export async function userVisible(db: Db, scope: Scope, id: UserId) {
  return (await db.$count(users, and(eq(users.id, id), ownedWithin(scope, users.id)))) === 1
}

export async function anyGroupHasDevices(db: Db, ids: GroupId[]) {
  return (await db.$count(devices, inArray(devices.groupId, ids))) > 0
}
