import { type FormerFacts, maxWaitingNumbers, waitingDays } from '@fleetdeck/contract/former-phones'
import type { DeviceId, FormerAdmissionId, FormerPhoneId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { formerAdmissions, formerPhones } from '../../platform/db/schema/former-phones.ts'
import { deviceWithin } from './device-scope.queries.ts'
import { hasSecret } from './phone-access.queries.ts'

/** A call by number. */
export interface NumberCall {
  deviceNo: string
  ip: string
  /** What the phone says about itself; undefined for calls other than heartbeats. */
  said: FormerFacts | undefined
}

export const nothingSaid: FormerFacts = {
  ...{ brand: '', model: '', imei: '', androidId: '' },
  ...{ osVersion: '', apkVersion: '', ecVersion: '' },
}

const { id, state, deviceNo, lastAt } = formerPhones
const row = {
  id,
  state,
  deviceNo,
  said: formerPhones.said,
  rival: formerPhones.rival,
  admissionId: formerPhones.admissionId,
  isOld: sql<boolean>`coalesce(${lastAt} < now() - interval '1 minute', true)`,
}
export type FormerRow = Awaited<ReturnType<typeof findNumber>>

export async function findNumber(db: Db, called: string) {
  const [found] = await db.select(row).from(formerPhones).where(eq(deviceNo, called))
  return found
}

const deviceOf = (called: string) => sql`(select id from devices where device_no = ${called})`
const isOpen = gt(formerAdmissions.endsAt, sql`now()`)

/** A number that nobody has called with before; undefined when too many wait. */
export async function insertNumber(db: Db, call: NumberCall): Promise<FormerRow> {
  const isUndecided = ne(state, 'admitted')
  const before = sql`now() - make_interval(days => ${waitingDays})`
  await db.delete(formerPhones).where(and(isUndecided, lte(lastAt, before)))
  if ((await db.$count(formerPhones, isUndecided)) >= maxWaitingNumbers) return undefined
  await db
    .insert(formerPhones)
    .values({
      deviceNo: call.deviceNo,
      state: 'waiting',
      deviceId: deviceOf(call.deviceNo) as never,
      said: call.said ?? nothingSaid,
      ip: call.ip,
      lastAt: siteNow(),
      count: 1,
    })
    .onConflictDoNothing()
  return findNumber(db, call.deviceNo)
}

/** Counts a further call, and stores what it says. A device that lost its number has to be admitted again. */
export async function repeatCall(db: Db, found: { id: FormerPhoneId }, call: NumberCall) {
  await db
    .update(formerPhones)
    .set({
      ...(call.said && { said: call.said }),
      ip: call.ip,
      lastAt: siteNow(),
      count: sql`${formerPhones.count} + 1`,
      state: sql`case when ${state} = 'rejected' then ${state} else 'waiting' end`,
      deviceId: deviceOf(call.deviceNo) as never,
    })
    .where(eq(id, found.id))
}

export const saveCall = (db: Db, formerId: FormerPhoneId, call: { said: FormerFacts; ip: string }) =>
  db.update(formerPhones).set(call).where(eq(id, formerId))

export const saveRival = (db: Db, formerId: FormerPhoneId, rival: FormerFacts & { ip: string }) =>
  db
    .update(formerPhones)
    .set({ rival: { ...rival, lastAt: siteNow().toISOString() } })
    .where(eq(id, formerId))

/** Whether a phone that has a token has this number. */
export const hasToken = async (db: Db, called: string): Promise<boolean> =>
  (await db.$count(devices, and(eq(devices.deviceNo, called), hasSecret))) > 0

export async function findOpenAdmission(db: Db, admissionId: FormerAdmissionId | null) {
  if (admissionId === null) return undefined
  const [found] = await db
    .select()
    .from(formerAdmissions)
    .where(and(eq(formerAdmissions.id, admissionId), isOpen))
  return found
}

export const openNetworks = (db: Db) =>
  db
    .select()
    .from(formerAdmissions)
    .where(and(eq(formerAdmissions.kind, 'network'), isOpen))
    .orderBy(asc(formerAdmissions.id))

/** These numbers, locked; no other operator decides about them in the meantime. */
export const lockNumbers = (tx: Db, ids: FormerPhoneId[]) =>
  tx.select({ id, deviceNo }).from(formerPhones).where(inArray(id, ids)).orderBy(asc(id)).for('update')

interface NumberedDevice {
  deviceNo: string | null
  id: DeviceId
  hasSecret: boolean
  isVisible: boolean
}

/** The devices that have these numbers, and whether they are within the scope. */
export async function findNumbered(
  db: Db,
  numbers: string[],
  scope: Scope,
): Promise<Map<string | null, NumberedDevice>> {
  const rows = await db
    .select({
      deviceNo: devices.deviceNo,
      id: devices.id,
      hasSecret,
      isVisible: sql<boolean>`coalesce(${deviceWithin(scope) ?? sql`true`}, false)`,
    })
    .from(devices)
    .where(sql`${devices.deviceNo} = any(${sql.param(numbers)}::text[])`)
  return new Map(rows.map((device) => [device.deviceNo, device]))
}

/** Another number of the same device is no longer admitted. */
export async function admitRows(
  tx: Db,
  rows: readonly { id: FormerPhoneId; deviceId: DeviceId }[],
  admissionId: FormerAdmissionId | null,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((each) => each.id)
  const deviceIds = rows.map((each) => each.deviceId)
  const isOther = and(
    sql`${formerPhones.deviceId} = any(${sql.param(deviceIds)}::int[])`,
    sql`${id} <> all(${sql.param(ids)}::int[])`,
  )
  await tx.delete(formerPhones).where(isOther)
  await tx.execute(sql`
    update former_phones set state = 'admitted', device_id = chosen.device_id,
      admission_id = ${admissionId}, key_hash = null, new_key_hash = null
    from unnest(${sql.param(ids)}::int[], ${sql.param(deviceIds)}::int[]) as chosen(id, device_id)
    where former_phones.id = chosen.id`)
}

/** Numbers on a list; those that are known keep their state. */
export async function expectNumbers(
  tx: Db,
  numbers: string[],
  admissionId: FormerAdmissionId,
): Promise<void> {
  await tx.execute(sql`
    insert into former_phones (device_no, state, device_id, admission_id, said)
    select listed.no, 'expected', devices.id, ${admissionId}, ${JSON.stringify(nothingSaid)}::jsonb
    from unnest(${sql.param(numbers)}::text[]) as listed(no) left join devices on devices.device_no = listed.no
    on conflict (device_no) do update set admission_id = excluded.admission_id
      where former_phones.state = 'expected'`)
}

/** Numbers that have called, and whether they are admitted. */
export const findCalled = (tx: Db, numbers: string[]) =>
  tx
    .select({ id, deviceNo, state })
    .from(formerPhones)
    .where(and(sql`${deviceNo} = any(${sql.param(numbers)}::text[])`, ne(state, 'expected')))
