import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './bookings.queries.ts'

const minuteMs = 60_000

/**
 * Offers free devices to those who wait, first come, first served: devices that an earlier one waits for are not
 * offered to a later one. Returns the devices of new offers. In a transaction with the lock of bookings.
 */
export async function serveLine(tx: Db, now: Date, acceptMinutes: number): Promise<DeviceId[]> {
  const claimed = new Set<DeviceId>()
  const offered: DeviceId[] = []
  for (const { id, userId, deviceId, groupId, count, minutes, purpose } of await queries.listWaits(tx)) {
    const span = { startsAt: now, endsAt: new Date(now.getTime() + minutes * minuteMs) }
    const target = deviceId === null ? groupId && { groupId } : { deviceId }
    if (!target) continue
    const free = (await queries.listFree(tx, target, { span, now })).filter((each) => !claimed.has(each))
    if (free.length < count) {
      for (const each of free) claimed.add(each)
      continue
    }
    const deviceIds = free.slice(0, count)
    const acceptBy = new Date(now.getTime() + acceptMinutes * minuteMs)
    await queries.insertBooking(tx, { ...span, userId, purpose, acceptBy, stage: 'running' }, deviceIds)
    await queries.deleteWait(tx, userId, id)
    offered.push(...deviceIds)
  }
  return offered
}
