import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { phoneChecks } from '../../platform/db/schema/phone-checks.ts'
import { deviceWithin } from './device-scope.queries.ts'

type Check = Pick<typeof phoneChecks.$inferSelect, 'checkedAt' | 'findings' | 'toMend'>

/** Replaces the phone's last check; nothing when the device was deleted in the meantime. */
export async function saveCheck(db: Db, deviceId: DeviceId, check: Check): Promise<void> {
  const [device] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.id, deviceId))
    .for('share')
  if (!device) return
  await db
    .insert(phoneChecks)
    .values({ deviceId, ...check })
    .onConflictDoUpdate({ target: phoneChecks.deviceId, set: check })
}

/** undefined: the caller does not see the device; null: its phone was not checked. */
export async function findCheck(db: Db, scope: Scope, id: DeviceId) {
  const [found] = await db
    .select({ check: { checkedAt: phoneChecks.checkedAt, findings: phoneChecks.findings } })
    .from(devices)
    .leftJoin(phoneChecks, eq(phoneChecks.deviceId, devices.id))
    .where(and(eq(devices.id, id), deviceWithin(scope)))
  return found?.check
}

/** For statements that read devices. */
export const hasToMend = (code: CheckCode | 'any') =>
  sql`exists (select 1 from ${phoneChecks} where ${phoneChecks.deviceId} = ${devices.id} and ${
    code === 'any' ? sql`cardinality(${phoneChecks.toMend}) > 0` : sql`${code} = any(${phoneChecks.toMend})`
  })`

export async function countToMend(db: Db, scope: Scope) {
  const code = sql<CheckCode>`unnest(${phoneChecks.toMend})`
  const count = sql`count(*)`.mapWith(Number)
  return db
    .select({ code, count })
    .from(phoneChecks)
    .innerJoin(devices, eq(devices.id, phoneChecks.deviceId))
    .where(and(deviceWithin(scope), isNotNull(devices.deviceNo)))
    .groupBy(code)
    .orderBy(desc(count), code)
}
