import { summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import type { Db } from '../../db/db.ts'
import { deviceRuntime, devices } from '../../db/schema/devices.ts'
import { deviceWithin } from '../../fleet/device-scope.queries.ts'
import { inTrouble } from '../../fleet/device-selection.queries.ts'

const bandPercent = 10
const lastBand = 9

const countOf = (...conditions: (SQL | undefined)[]) =>
  sql`count(*) filter (where ${and(...conditions)})`.mapWith(Number)

/** One pass over the devices of the caller. */
export async function deviceSummary(db: Db, scope: Scope) {
  const assigned = isNotNull(devices.deviceNo)
  const [row] = await db
    .select({
      assigned: countOf(assigned),
      unassigned: countOf(isNull(devices.deviceNo)),
      online: countOf(assigned, eq(deviceRuntime.online, true)),
      offline: countOf(assigned, sql`${deviceRuntime.online} is not true`),
      trouble: countOf(assigned, inTrouble),
      disabled: countOf(assigned, eq(devices.status, Status.off)),
      lowBattery: countOf(assigned, lt(deviceRuntime.battery, summaryBatteryBelow)),
      expiring: countOf(
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
