import { manageBookingsPermission } from '@fleetdeck/contract/bookings'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import { scopeFor } from '../../access/data-scope.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { bookingDevices, bookings } from '../../platform/db/schema/bookings.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import { amongDevices, deviceWithin } from '../devices/device-scope.queries.ts'

/** Not over, and no offer that was not accepted in time. */
export const isOpen = (now: Date): SQL | undefined =>
  and(gt(bookings.endsAt, now), or(isNull(bookings.acceptBy), gt(bookings.acceptBy, now)))

export interface ForeignBooking {
  deviceId: DeviceId
  deviceNo: string
  userName: string
  endsAt: Date
}

/** The devices that others have booked now, unless the caller manages their bookings: the caller only watches these. */
export async function listForeign(db: Db, caller: Caller, ids: DeviceId[]): Promise<ForeignBooking[]> {
  if (ids.length === 0) return []
  const now = siteNow()
  const found = await db
    .select({
      deviceId: devices.id,
      deviceNo: devices.deviceNo,
      userName: users.userName,
      endsAt: bookings.endsAt,
    })
    .from(bookingDevices)
    .innerJoin(bookings, eq(bookings.id, bookingDevices.bookingId))
    .innerJoin(devices, eq(devices.id, bookingDevices.deviceId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(
      and(
        amongDevices(bookingDevices.deviceId, ids),
        ne(bookings.userId, caller.userId),
        lte(bookings.startsAt, now),
        isOpen(now),
      ),
    )
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))
  const foreign = found.map((row) => ({ ...row, deviceNo: row.deviceNo ?? '' }))
  if (foreign.length === 0 || !may(caller, manageBookingsPermission)) return foreign
  const managed = await db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        amongDevices(
          devices.id,
          foreign.map(({ deviceId }) => deviceId),
        ),
        deviceWithin(scopeFor(caller, manageBookingsPermission)),
      ),
    )
  const mine = new Set(managed.map(({ id }) => id))
  return foreign.filter(({ deviceId }) => !mine.has(deviceId))
}
