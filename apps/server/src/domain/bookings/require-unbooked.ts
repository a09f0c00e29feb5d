import type { DeviceId } from '@fleetdeck/contract/ids'
import { siteClock } from '@fleetdeck/contract/site-time'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { listForeign } from './foreign-bookings.queries.ts'

/** @throws AppError with the first of the devices that somebody else has booked now, and until when */
export async function requireUnbooked(
  { db, parameters }: Pick<Deps, 'db' | 'parameters'>,
  caller: Caller,
  ids: DeviceId[],
): Promise<void> {
  const [first] = await listForeign(db, caller, ids)
  if (!first) return
  const { deviceNo, userName: name, endsAt } = first
  throw new AppError('deviceBooked', {
    deviceNo,
    name,
    time: siteClock(parameters.get('sys.timeZone'))(endsAt),
  })
}
