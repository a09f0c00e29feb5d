import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { lockPlaces } from '../../domain/devices/device-quota.queries.ts'
import { insertUse, takeUse } from '../../domain/devices/enrolment-codes.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { type EnrolmentKey, requireUsable } from './enrolment-key.ts'
import type { NewPhone } from './phones.queries.ts'

interface Inserted {
  id: DeviceId
  deviceNo: string | null
}
const inserted = { id: devices.id, deviceNo: devices.deviceNo }

/**
 * Binds the phone to a prepared number of the key's owner, if there is one. Else it becomes a device of the code's group,
 * or stays unassigned. The use of a code is taken with it, or not at all.
 */
export const insertPhone = (
  { db, license }: Pick<Deps, 'db' | 'license'>,
  phone: NewPhone,
  { key, deviceNo }: { key: EnrolmentKey; deviceNo: string | undefined },
): Promise<Inserted> =>
  db.transaction(async (tx) => {
    const { owner, code } = key
    if (code) requireUsable(await takeUse(tx, code.id))
    const prepared = owner && deviceNo ? await bindPrepared(tx, phone, deviceNo, owner.id) : undefined
    // A prepared number already counts.
    if (!prepared && owner) await checkPlace(tx, owner)
    if (!prepared && code?.numberPrefix) await license.checkPlaces(tx)
    const added = prepared ?? (await insertNew(tx, phone, key))
    if (code) await insertUse(tx, { codeId: code.id, deviceId: added.id, ...phone })
    return added
  })

async function bindPrepared(tx: Db, phone: NewPhone, deviceNo: string, ownerId: UserId) {
  const [bound] = await tx
    .update(devices)
    .set(phone)
    .where(and(eq(devices.deviceNo, deviceNo), eq(devices.tenantId, ownerId), isNull(devices.hardwareId)))
    .returning(inserted)
  return bound
}

/** Phones that a user owns, or has enrolled, count. The places are locked: two phones cannot take the last one. */
async function checkPlace(tx: Db, { id }: NonNullable<EnrolmentKey['owner']>): Promise<void> {
  const { left, refusal } = await lockPlaces(tx, id)
  if (left === undefined) return
  const enrolled = and(isNull(devices.tenantId), eq(devices.enrolledById, id))
  if ((await tx.$count(devices, enrolled)) >= left) throw refusal
}

async function insertNew(tx: Db, phone: NewPhone, { owner, code }: EnrolmentKey): Promise<Inserted> {
  if (!code?.numberPrefix) {
    const [row] = await tx.insert(devices).values(phone).returning(inserted)
    return row as Inserted
  }
  const place = { tenantId: owner?.id ?? null, groupId: code.groupId }
  // Phones with other codes, and operators, may take the number at the same time.
  for (let attempt = 0; attempt < numberAttempts; attempt++) {
    const deviceNo = await nextNumber(tx, code.numberPrefix)
    const [row] = await tx
      .insert(devices)
      .values({ ...phone, ...place, deviceNo })
      .onConflictDoNothing({ target: devices.deviceNo })
      .returning(inserted)
    if (row) return row
  }
  throw new AppError('deviceNoTaken')
}

const numberAttempts = 20
const minDigits = 3

/** The prefix and the counter after the highest one in use; prefixes are letters and digits. */
async function nextNumber(tx: Db, prefix: string): Promise<string> {
  const counter = sql`substr(${devices.deviceNo}, ${prefix.length + 1}::int)`
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${counter}::int), 0)`.mapWith(Number) })
    .from(devices)
    .where(sql`starts_with(${devices.deviceNo}, ${prefix}) and ${counter} ~ '^[0-9]{1,8}$'`)
  return prefix + String((row?.last ?? 0) + 1).padStart(minDigits, '0')
}
