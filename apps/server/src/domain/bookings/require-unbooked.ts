import type { DeviceId } from '@fleetdeck/contract/ids'
import { siteClock } from '@fleetdeck/contract/site-time'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { listForeign } from './foreign-bookings.queries.ts'

/** @throws AppError with the first of the devices that somebody else has booked now, and until when */
export async function requireUnbooked(
  { db, parameters }: { db: Db; parameters: ParameterStore },
  caller: Caller,
  ids: DeviceId[],
): Promise<void> {
  const [first] = await listForeign(db, caller, ids)
  if (!first) return
  const { deviceNo, userName: name, endsAt } = first
  const zone = parameters.get('sys.timeZone')
  throw new AppError('deviceBooked', { deviceNo, name, time: siteClock(zone)(endsAt), zone: { zone } })
}
