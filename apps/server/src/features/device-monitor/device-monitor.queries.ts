import type { AlarmKind } from '@fleetdeck/contract/alarms'
import type { DeviceEventKind, MonitorQuery } from '@fleetdeck/contract/device-monitor'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, desc, eq, gte, ilike, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { hangsAt } from '../../domain/devices/computer-links.queries.ts'
import { devicePlace } from '../../domain/devices/device-place.queries.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { noRuntime } from '../../domain/devices/no-runtime.ts'
import { hasToMend } from '../../domain/devices/phone-checks.queries.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceEvents, deviceHistory } from '../../platform/db/schema/device-history.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { phoneChecks } from '../../platform/db/schema/phone-checks.ts'
import { users } from '../../platform/db/schema/users.ts'

const columns = {
  id: devices.id,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  deviceId: sql<string>`coalesce(${devices.hardwareId}, '')`,
  brand: devices.brand,
  mode: devices.mode,
  status: devices.status,
  groupName: deviceGroups.groupName,
  userName: users.userName,
  runtime: deviceRuntime,
  place: devicePlace,
  toMend: phoneChecks.toMend,
}

/** Assigned devices with their latest values. */
export async function listMonitored(db: Db, scope: Scope, query: MonitorQuery) {
  const { limit, offset } = toLimit(query)
  const where = conditions(scope, query)
  const rows = await db
    .select(columns)
    .from(devices)
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .leftJoin(users, eq(users.id, devices.tenantId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(phoneChecks, eq(phoneChecks.deviceId, devices.id))
    .where(where)
    .orderBy(...buildOrder(query, { id: devices.id, deviceNo: new NaturalKey(devices.deviceNo) }, devices.id))
    .limit(limit)
    .offset(offset)
  const [count] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(where)
  return {
    list: rows.map(({ toMend, ...row }) => ({ ...row, runtime: { ...(row.runtime ?? noRuntime), toMend } })),
    total: count?.total ?? 0,
  }
}

/** Alarms of a former owner are not those of the present one. */
export const listAlarmed = (db: Db, scope: Scope) =>
  db
    .select({
      deviceId: devices.id,
      deviceNo: columns.deviceNo,
      kinds: sql<AlarmKind[]>`array_agg(distinct ${alarms.kind} order by ${alarms.kind})`,
    })
    .from(alarms)
    .innerJoin(devices, and(eq(devices.id, alarms.deviceId), eq(devices.tenantId, alarms.userId)))
    .where(and(ne(alarms.state, 'resolved'), deviceWithin(scope), isNotNull(devices.deviceNo)))
    .groupBy(devices.id)
    .orderBy(devices.id)

const flagged = (flag: '0' | '1' | undefined, condition: SQL): SQL | undefined => {
  if (flag === undefined) return undefined
  return flag === '1' ? sql`${condition} is true` : sql`${condition} is not true`
}

function conditions(scope: Scope, query: MonitorQuery): SQL | undefined {
  const pattern = query.search && containing(query.search)
  const lastSign = sql`coalesce(${deviceRuntime.onlineChangedAt}, ${deviceRuntime.lastSeenAt}, ${devices.createdAt})`
  return and(
    deviceWithin(scope),
    isNotNull(devices.deviceNo),
    query.groupId ? eq(devices.groupId, query.groupId) : undefined,
    query.tenantId ? eq(devices.tenantId, query.tenantId) : undefined,
    query.battery === undefined ? undefined : lt(deviceRuntime.battery, query.battery),
    query.offline === undefined
      ? undefined
      : and(
          sql`${deviceRuntime.online} is not true`,
          sql`${lastSign} <= now() - make_interval(mins => ${query.offline}::int)`,
        ),
    query.serviceOk === undefined ? undefined : eq(deviceRuntime.serviceOk, query.serviceOk),
    flagged(query.hasTask, sql`(${deviceRuntime.taskName} <> '')`),
    flagged(query.online, sql`${deviceRuntime.online}`),
    query.toMend && hasToMend(query.toMend),
    query.computerId && hangsAt(query.computerId),
    pattern
      ? or(...[devices.deviceNo, devices.brand, devices.mode].map((column) => ilike(column, pattern)))
      : undefined,
  )
}

/** Oldest first. */
export const listHistory = (db: Db, deviceId: DeviceId, since: Date) =>
  db
    .select({
      at: deviceHistory.at,
      online: deviceHistory.online,
      battery: deviceHistory.battery,
      batteryTemp: deviceHistory.batteryTemp,
      availMemory: deviceHistory.availMemory,
      sdCardLeftSpace: deviceHistory.sdCardLeftSpace,
    })
    .from(deviceHistory)
    .where(and(eq(deviceHistory.deviceId, deviceId), gte(deviceHistory.at, since)))
    .orderBy(deviceHistory.at)

interface EventsQuery {
  id: DeviceId
  kind?: DeviceEventKind | undefined
  pageNum: number
  pageSize: number
}

/** Newest first. */
export async function listEvents(db: Db, query: EventsQuery) {
  const { id, kind } = query
  const where = and(eq(deviceEvents.deviceId, id), kind ? eq(deviceEvents.kind, kind) : undefined)
  const { limit, offset } = toLimit(query)
  const list = await db
    .select({
      id: deviceEvents.id,
      at: deviceEvents.at,
      kind: deviceEvents.kind,
      userName: users.userName,
      details: deviceEvents.details,
    })
    .from(deviceEvents)
    .leftJoin(users, eq(users.id, deviceEvents.userId))
    .where(where)
    .orderBy(desc(deviceEvents.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(deviceEvents, where) }
}
