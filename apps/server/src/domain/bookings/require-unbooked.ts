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
  if (first) throw bookedError(parameters, first)
}

export function bookedError(
  parameters: ParameterStore,
  { deviceNo, userName: name, endsAt }: Awaited<ReturnType<typeof listForeign>>[number],
): AppError {
  const zone = parameters.get('sys.timeZone')
  return new AppError('deviceBooked', { deviceNo, name, time: siteClock(zone)(endsAt), zone: { zone } })
}
