import { neighbourCount } from '@fleetdeck/contract/device-neighbours'
import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber, NaturalKey } from '../../platform/db/natural-key.ts'
import { devices } from '../../platform/db/schema/devices.ts'

const number = sql<string>`${devices.deviceNo}`
const key = new NaturalKey(devices.deviceNo)

async function numbersBeside(db: Db, scope: Scope, beside: SQL, order: SQL): Promise<string[]> {
  const rows = await db
    .select({ number })
    .from(devices)
    .where(and(isNotNull(devices.deviceNo), deviceWithin(scope), beside))
    .orderBy(order)
    .limit(neighbourCount)
  return rows.map((row) => row.number)
}

/** The place of a number in the order, whether a device has it or not. */
const placeOf = (deviceNo: string) => byNumber(sql`${deviceNo}::text`)

export const numbersBefore = (db: Db, scope: Scope, deviceNo: string) =>
  numbersBeside(
    db,
    scope,
    sql`(${key}, ${number}) < (${placeOf(deviceNo)})`,
    sql`${key} desc, ${number} desc`,
  )

export const numbersAfter = (db: Db, scope: Scope, deviceNo: string) =>
  numbersBeside(db, scope, sql`(${key}, ${number}) > (${placeOf(deviceNo)})`, byNumber(devices.deviceNo))
