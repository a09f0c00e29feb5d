import { summaryExpiresWithin } from '@fleetdeck/contract/devices'
import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { inTrouble } from './device-selection.queries.ts'

export const countWhere = (...conditions: (SQL | undefined)[]) =>
  sql`count(*) filter (where ${and(...conditions)})`.mapWith(Number)

const assigned = isNotNull(devices.deviceNo)

/** Counts of devices with a number, of which home shows the last day; for statements that join the latest values. */
export const dayCounts = {
  online: countWhere(assigned, eq(deviceRuntime.online, true)),
  offline: countWhere(assigned, sql`${deviceRuntime.online} is not true`),
  trouble: countWhere(assigned, inTrouble),
  expiring: countWhere(
    assigned,
    lt(devices.expireTime, sql`now() + make_interval(days => ${sql.raw(String(summaryExpiresWithin))})`),
  ),
}
