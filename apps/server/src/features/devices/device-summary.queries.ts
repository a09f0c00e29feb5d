import { summaryBatteryBelow } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { countWhere, dayCounts } from '../../domain/devices/device-counts.queries.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { onlineCounts } from '../../platform/db/schema/device-history.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { phoneChecks } from '../../platform/db/schema/phone-checks.ts'

/** In one pass over the caller's devices. */
export async function deviceSummary(db: Db, scope: Scope) {
  const assigned = isNotNull(devices.deviceNo)
  const [row] = await db
    .select({
      assigned: countWhere(assigned),
      unassigned: countWhere(isNull(devices.deviceNo)),
      ...dayCounts,
      disabled: countWhere(assigned, eq(devices.status, Status.off)),
      lowBattery: countWhere(assigned, lt(deviceRuntime.battery, summaryBatteryBelow)),
      toMend: countWhere(assigned, gt(sql`cardinality(${phoneChecks.toMend})`, 0)),
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(phoneChecks, eq(phoneChecks.deviceId, devices.id))
    .where(deviceWithin(scope))
  if (!row) throw new Error('a count answers one row')
  return row
}

type DayCounts = Record<keyof typeof dayCounts, number | null>

/**
 * The counts of the caller's devices at the end of each of the last 24 hours; in the present hour, now. A count at the
 * full hour is the end of the hour before it.
 */
export async function countsByHour(db: Db, scope: Scope) {
  const [now] = await db
    .select(dayCounts)
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(deviceWithin(scope))
  const owned = ownedWithin(scope, onlineCounts.tenantId) ?? sql`true`
  // Null where the hour has no count, also of owners of whom the caller sees nothing.
  const sumOf = (column: (typeof onlineCounts)[keyof typeof dayCounts]) =>
    sql`case when count(${column}) > 0 then coalesce(sum(${column}) filter (where ${owned}), 0)::int end`
  const { rows } = await db.execute<DayCounts & { ms: number | string }>(sql`
    with hours as (
      select generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()),
        interval '1 hour') as at
    ), newest as (
      select date_trunc('hour', at - interval '1 microsecond') as hour, max(at) as at from online_counts
      where at > date_trunc('hour', now()) - interval '23 hours' group by 1
    ), counted as (
      select newest.hour as at, ${sumOf(onlineCounts.online)} as online, ${sumOf(onlineCounts.offline)} as offline,
        ${sumOf(onlineCounts.trouble)} as trouble, ${sumOf(onlineCounts.expiring)} as expiring
      from newest join ${onlineCounts} on ${onlineCounts.at} = newest.at group by 1
    )
    select extract(epoch from hours.at)::float8 * 1000 as ms, online, offline, trouble, expiring
    from hours left join counted using (at) order by hours.at`)
  return rows.map(({ ms, online, offline, trouble, expiring }, place) => ({
    at: new Date(Number(ms)),
    ...(place === rows.length - 1 && now ? now : { online, offline, trouble, expiring }),
  }))
}
