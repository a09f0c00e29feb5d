import type { BookingTarget } from '@fleetdeck/contract/bookings'
import type { BookingId, BookingWaitId, DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, ilike, inArray, isNotNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { isOpen } from '../../domain/bookings/foreign-bookings.queries.ts'
import { amongDevices, deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import {
  type BookingStage,
  bookingDevices,
  bookings,
  bookingWaits,
} from '../../platform/db/schema/bookings.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

/** Who asks. */
export interface Reader {
  userId: UserId
  /** Undefined without the right to manage bookings of others. */
  managed: Scope | undefined
}

export interface Span {
  startsAt: Date
  endsAt: Date
}

/** Any constant: the advisory lock by which bookings are made and served one after the other. */
const bookingLock = 0x626f_6f6b

/** Until the transaction ends, nobody else books. */
export const lockBookings = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${bookingLock})`)

export async function tryLockBookings(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${bookingLock}) as taken`,
  )
  return rows[0]?.taken ?? false
}

const overlaps = ({ startsAt, endsAt }: Span): SQL | undefined =>
  and(lt(bookings.startsAt, endsAt), gt(bookings.endsAt, startsAt))

/** Whether the reader may end the booking of this device. */
const isChangeable = ({ userId, managed }: Reader): SQL<boolean> => {
  if (managed === undefined) return sql`(${bookings.userId} = ${userId})`
  return sql`(${bookings.userId} = ${userId} or ${deviceWithin(managed) ?? sql`true`})`
}

const spanOf = (reader: Reader) => ({
  bookingId: bookings.id,
  userName: users.userName,
  isOwn: sql<boolean>`${bookings.userId} = ${reader.userId}`,
  mayChange: isChangeable(reader),
  purpose: bookings.purpose,
  startsAt: bookings.startsAt,
  endsAt: bookings.endsAt,
  acceptBy: bookings.acceptBy,
})

const selectSpans = (db: Db, reader: Reader) =>
  db
    .select({ deviceId: bookingDevices.deviceId, ...spanOf(reader) })
    .from(bookingDevices)
    .innerJoin(bookings, eq(bookings.id, bookingDevices.bookingId))
    .innerJoin(devices, eq(devices.id, bookingDevices.deviceId))
    .innerJoin(users, eq(users.id, bookings.userId))

/** Bookings of these devices that touch the span, and are neither over nor withdrawn, or were over earlier. */
export const listSpans = (
  db: Db,
  reader: Reader,
  ids: DeviceId[],
  { span, now }: { span: Span; now: Date },
) =>
  selectSpans(db, reader)
    .where(
      and(
        amongDevices(bookingDevices.deviceId, ids),
        overlaps(span),
        sql`(${bookings.acceptBy} is null or ${bookings.acceptBy} > ${now.toISOString()})`,
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))

/** More devices are not booked for the same time. */
const maxStates = 10_000

interface DeviceFilter {
  groupId?: GroupId | undefined
  deviceNo?: string | undefined
  pageNum: number
  pageSize: number
}

/** Devices that can be booked. */
export async function listBookable(db: Db, scope: Scope, { groupId, deviceNo, ...page }: DeviceFilter) {
  const where = and(
    deviceWithin(scope),
    isNotNull(devices.deviceNo),
    groupId === undefined ? undefined : eq(devices.groupId, groupId),
    deviceNo === undefined ? undefined : ilike(devices.deviceNo, containing(deviceNo)),
  )
  const { limit, offset } = toLimit(page)
  const list = await db
    .select({
      id: devices.id,
      deviceNo: sql<string>`${devices.deviceNo}`,
      groupName: deviceGroups.groupName,
      online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .where(where)
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(devices, where) }
}

export const findNumbers = (db: Db, scope: Scope, ids: DeviceId[]) =>
  db
    .select({ id: devices.id, deviceNo: sql<string>`${devices.deviceNo}` })
    .from(devices)
    .where(and(amongDevices(devices.id, ids), isNotNull(devices.deviceNo), deviceWithin(scope)))
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))

/** Whether the scope includes a group, and a device of it. */
export async function seesGroup(db: Db, scope: Scope, groupId: GroupId): Promise<boolean> {
  return (await db.$count(devices, and(eq(devices.groupId, groupId), deviceWithin(scope)))) > 0
}

/** The first booking that these devices have in the span. */
export async function findOverlap(db: Db, ids: DeviceId[], { span, now, except }: Wanted) {
  const [first] = await db
    .select({
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      userName: users.userName,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
    })
    .from(bookingDevices)
    .innerJoin(bookings, eq(bookings.id, bookingDevices.bookingId))
    .innerJoin(devices, eq(devices.id, bookingDevices.deviceId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(
      and(
        amongDevices(bookingDevices.deviceId, ids),
        overlaps(span),
        isOpen(now),
        except === undefined ? undefined : ne(bookings.id, except),
      ),
    )
    .orderBy(asc(bookings.startsAt), byNumber(devices.deviceNo))
    .limit(1)
  return first
}

export interface Wanted {
  span: Span
  now: Date
  /** The booking that is changed. */
  except?: BookingId | undefined
}

/** Devices that nobody has in the span: of a group, those that are online first. */
export async function listFree(
  db: Db,
  target: { deviceId: DeviceId } | { groupId: GroupId },
  { span, now }: Wanted,
): Promise<DeviceId[]> {
  const taken = db
    .select({ id: bookingDevices.deviceId })
    .from(bookingDevices)
    .innerJoin(bookings, eq(bookings.id, bookingDevices.bookingId))
    .where(and(overlaps(span), isOpen(now)))
  const found = await db
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(
      and(
        'deviceId' in target ? eq(devices.id, target.deviceId) : eq(devices.groupId, target.groupId),
        isNotNull(devices.deviceNo),
        sql`${devices.id} not in ${taken}`,
      ),
    )
    .orderBy(sql`coalesce(${deviceRuntime.online}, false) desc`, byNumber(devices.deviceNo), asc(devices.id))
  return found.map(({ id }) => id)
}

/** How many devices the user has at the same time at some moment of the span. */
export async function countPhones(db: Db, userId: UserId, { span, now, except = 0 as BookingId }: Wanted) {
  const { rows } = await db.execute<{ most: number }>(sql`
    with own as (
      select starts_at, ends_at, device_id from bookings b join booking_devices on booking_id = b.id
      where user_id = ${userId} and b.id <> ${except} and ends_at > ${now.toISOString()}
        and (accept_by is null or accept_by > ${now.toISOString()})
        and starts_at < ${span.endsAt.toISOString()} and ends_at > ${span.startsAt.toISOString()}
    ), moments as (
      select ${span.startsAt.toISOString()}::timestamptz as at
      union select starts_at from own where starts_at > ${span.startsAt.toISOString()}
    )
    select coalesce(max(count), 0)::int as most from moments, lateral (
      select count(*) from own where starts_at <= at and ends_at > at
    ) at_once`)
  return rows[0]?.most ?? 0
}

/** The hours of all devices that the user has in the fullest of the weeks that the span touches, with `phones` more. */
export async function countWeekHours(
  db: Db,
  userId: UserId,
  { span, except = 0 as BookingId, zone, phones }: Omit<Wanted, 'now'> & { zone: string; phones: number },
): Promise<number> {
  const [from, until] = [span.startsAt.toISOString(), span.endsAt.toISOString()]
  const hours = (start: SQL, end: SQL) => sql`
    greatest(0, extract(epoch from least(${end}, last) - greatest(${start}, first)) / 3600)`
  const { rows } = await db.execute<{ hours: string }>(sql`
    with weeks as (
      select monday at time zone ${zone} as first, (monday + interval '7 days') at time zone ${zone} as last
      from generate_series(
        date_trunc('week', ${from}::timestamptz at time zone ${zone}),
        ${until}::timestamptz at time zone ${zone}, interval '7 days') monday
    )
    select max(
      ${phones}::int * ${hours(sql`${from}::timestamptz`, sql`${until}::timestamptz`)} + coalesce((
        select sum(${hours(sql`starts_at`, sql`ends_at`)})
        from bookings b join booking_devices on booking_id = b.id
        where user_id = ${userId} and b.id <> ${except} and accept_by is null
          and starts_at < last and ends_at > first), 0)) as hours
    from weeks`)
  return Number(rows[0]?.hours ?? 0)
}

interface NewBooking extends Span {
  userId: UserId
  purpose: string
  acceptBy?: Date
  stage: BookingStage
}

export async function insertBooking(tx: Db, booking: NewBooking, deviceIds: DeviceId[]): Promise<BookingId> {
  const { id } = insertedRow(await tx.insert(bookings).values(booking).returning({ id: bookings.id }))
  await tx.insert(bookingDevices).values(deviceIds.map((deviceId) => ({ bookingId: id, deviceId })))
  return id
}

export const countOpen = (db: Db, userId: UserId, now: Date) =>
  db.$count(bookings, and(eq(bookings.userId, userId), isOpen(now)))

/** A booking that is not over, with what the reader may do. */
export async function findOpen(db: Db, reader: Reader, id: BookingId, now: Date) {
  const rows = await selectSpans(db, reader).where(and(eq(bookings.id, id), isOpen(now)))
  const [first] = rows
  if (!first) return undefined
  return {
    ...first,
    mayChange: rows.every(({ mayChange }) => mayChange),
    deviceIds: rows.map(({ deviceId }) => deviceId),
  }
}

export const updateBooking = (
  tx: Db,
  id: BookingId,
  change: { endsAt?: Date; acceptBy?: null; stage?: BookingStage },
) => tx.update(bookings).set(change).where(eq(bookings.id, id))

export const deleteBookings = (tx: Db, ids: BookingId[]) =>
  tx.delete(bookings).where(inArray(bookings.id, ids))

/** The user's bookings that are not over, in the order of their times. */
export async function listOwn(db: Db, reader: Reader, now: Date, limit: number) {
  const own = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.userId, reader.userId), isOpen(now)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit)
  if (own.length === 0) return []
  const rows = await db
    .select({ id: devices.id, deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`, ...spanOf(reader) })
    .from(bookingDevices)
    .innerJoin(bookings, eq(bookings.id, bookingDevices.bookingId))
    .innerJoin(devices, eq(devices.id, bookingDevices.deviceId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(
      inArray(
        bookings.id,
        own.map(({ id }) => id),
      ),
    )
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))
  const devicesOf = Map.groupBy(rows, ({ bookingId }) => bookingId)
  return own.flatMap(({ id }) => {
    const [first, ...others] = devicesOf.get(id) ?? []
    if (!first) return []
    const { id: _, deviceNo: __, bookingId, ...facts } = first
    return {
      id: bookingId,
      ...facts,
      devices: [first, ...others].map((row) => ({ id: row.id, deviceNo: row.deviceNo })),
    }
  })
}

/** Running bookings, and those that begin before the given time. */
export const listStates = (db: Db, reader: Reader & { seen: Scope }, soon: { now: Date; by: Date }) =>
  selectSpans(db, reader)
    .where(and(deviceWithin(reader.seen), lte(bookings.startsAt, soon.by), isOpen(soon.now)))
    .orderBy(asc(bookings.startsAt), byNumber(devices.deviceNo))
    .limit(maxStates)

interface NewWait {
  userId: UserId
  deviceId?: DeviceId
  groupId?: GroupId
  count: number
  minutes: number
  purpose: string
}

export const countWaits = (db: Db, userId: UserId) => db.$count(bookingWaits, eq(bookingWaits.userId, userId))

export async function insertWait(tx: Db, wait: NewWait): Promise<BookingWaitId> {
  return insertedRow(await tx.insert(bookingWaits).values(wait).returning({ id: bookingWaits.id })).id
}

export async function deleteWait(tx: Db, userId: UserId, id: BookingWaitId): Promise<boolean> {
  const gone = await tx
    .delete(bookingWaits)
    .where(and(eq(bookingWaits.id, id), eq(bookingWaits.userId, userId)))
    .returning({ id: bookingWaits.id })
  return gone.length > 0
}

export const listWaits = (db: Db) => db.select().from(bookingWaits).orderBy(asc(bookingWaits.id))

export const listOwnWaits = (db: Db, userId: UserId) =>
  db
    .select({
      id: bookingWaits.id,
      deviceNo: devices.deviceNo,
      groupName: deviceGroups.groupName,
      count: bookingWaits.count,
      minutes: bookingWaits.minutes,
      purpose: bookingWaits.purpose,
      createdAt: bookingWaits.createdAt,
      ahead: sql<number>`(select count(*)::int from booking_waits other where other.id < ${bookingWaits.id}
        and (other.device_id = ${bookingWaits.deviceId} or other.group_id = ${bookingWaits.groupId}))`,
    })
    .from(bookingWaits)
    .leftJoin(devices, eq(devices.id, bookingWaits.deviceId))
    .leftJoin(deviceGroups, eq(deviceGroups.id, bookingWaits.groupId))
    .where(eq(bookingWaits.userId, userId))
    .orderBy(asc(bookingWaits.id))

/** Withdraws offers that were not accepted in time; returns their devices. */
export async function withdrawOffers(tx: Db, now: Date): Promise<DeviceId[]> {
  const late = await tx
    .select({ id: bookings.id, deviceId: bookingDevices.deviceId })
    .from(bookings)
    .innerJoin(bookingDevices, eq(bookingDevices.bookingId, bookings.id))
    .where(and(isNotNull(bookings.acceptBy), lte(bookings.acceptBy, now)))
  if (late.length > 0) await deleteBookings(tx, [...new Set(late.map(({ id }) => id))])
  return late.map(({ deviceId }) => deviceId)
}

/** Notes which bookings began, ended, or will soon; returns their devices. */
export async function advanceStages(tx: Db, now: Date, warnMinutes: number): Promise<DeviceId[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const warned = sql`${at} + make_interval(mins => ${warnMinutes}::int)`
  const stage = sql`case when ends_at <= ${at} then 'over'
    when starts_at > ${warned} then 'planned' when starts_at > ${at} then 'soon'
    when ends_at <= ${warned} then 'ending' else 'running' end`
  const { rows } = await tx.execute<{ id: DeviceId }>(sql`
    with moved as (
      update bookings set stage = ${stage} where stage <> 'over' and stage <> ${stage} returning id
    )
    select distinct device_id as id from booking_devices where booking_id in (select id from moved)`)
  return rows.map(({ id }) => id)
}

/** The base of quotas are the last weeks; older ones are pruned. */
export async function pruneBookings(db: Db, before: Date, rows: number): Promise<number> {
  const old = db.select({ id: bookings.id }).from(bookings).where(lt(bookings.endsAt, before)).limit(rows)
  const gone = await db.delete(bookings).where(inArray(bookings.id, old)).returning({ id: bookings.id })
  return gone.length
}

/** A target that names devices. */
export const isNamed = (target: BookingTarget): target is Extract<BookingTarget, { deviceIds: DeviceId[] }> =>
  'deviceIds' in target
