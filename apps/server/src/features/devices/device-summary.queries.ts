import { summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { inTrouble } from '../../domain/devices/device-selection.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { onlineCounts } from '../../platform/db/schema/device-history.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'

const bandPercent = 10
const lastBand = 9

const countWhere = (...conditions: (SQL | undefined)[]) =>
  sql`count(*) filter (where ${and(...conditions)})`.mapWith(Number)

/** In one pass over the caller's devices. */
export async function deviceSummary(db: Db, scope: Scope) {
  const assigned = isNotNull(devices.deviceNo)
  const [row] = await db
    .select({
      assigned: countWhere(assigned),
      unassigned: countWhere(isNull(devices.deviceNo)),
      online: countWhere(assigned, eq(deviceRuntime.online, true)),
      offline: countWhere(assigned, sql`${deviceRuntime.online} is not true`),
      trouble: countWhere(assigned, inTrouble),
      disabled: countWhere(assigned, eq(devices.status, Status.off)),
      lowBattery: countWhere(assigned, lt(deviceRuntime.battery, summaryBatteryBelow)),
      expiring: countWhere(
        assigned,
        lt(devices.expireTime, sql`now() + make_interval(days => ${summaryExpiresWithin}::int)`),
      ),
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(deviceWithin(scope))
  if (!row) throw new Error('a count answers one row')
  return { ...row, batteryBands: await batteryBands(db, scope) }
}

async function batteryBands(db: Db, scope: Scope): Promise<number[]> {
  const band = sql`least(${deviceRuntime.battery} / ${sql.raw(String(bandPercent))}, ${sql.raw(String(lastBand))})`
  const rows = await db
    .select({ band: band.mapWith(Number), count: sql`count(*)`.mapWith(Number) })
    .from(devices)
    .innerJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(and(deviceWithin(scope), isNotNull(devices.deviceNo), isNotNull(deviceRuntime.battery)))
    .groupBy(band)
  return Array.from({ length: lastBand + 1 }, (_, at) => rows.find((row) => row.band === at)?.count ?? 0)
}

/**
 * How many phones of the caller's devices were online at the end of each of the last 24 hours; in the present hour,
 * now.
 */
export async function onlineByHour(db: Db, scope: Scope) {
  const [now] = await db
    .select({ online: sql`count(*)`.mapWith(Number) })
    .from(devices)
    .innerJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(and(deviceWithin(scope), isNotNull(devices.deviceNo), eq(deviceRuntime.online, true)))
  const owned = ownedWithin(scope, onlineCounts.tenantId) ?? sql`true`
  const { rows } = await db.execute<{ ms: number | string; online: number | null }>(sql`
    with hours as (
      select generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()),
        interval '1 hour') as at
    ), newest as (
      select date_trunc('hour', at) as hour, max(at) as at from online_counts
      where at >= date_trunc('hour', now()) - interval '23 hours' group by 1
    ), counted as (
      select newest.hour as at, coalesce(sum(${onlineCounts.online}) filter (where ${owned}), 0)::int as online
      from newest join ${onlineCounts} on ${onlineCounts.at} = newest.at group by 1
    )
    select extract(epoch from hours.at)::float8 * 1000 as ms, counted.online
    from hours left join counted using (at) order by hours.at`)
  return rows.map(({ ms, online }, place) => ({
    at: new Date(Number(ms)),
    online: place === rows.length - 1 ? (now?.online ?? 0) : online,
  }))
}
