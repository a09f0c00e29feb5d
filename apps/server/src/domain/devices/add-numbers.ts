import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import type { Db } from '../../platform/db/db.ts'
import type { License } from '../license/license.ts'
import { lockPlaces } from './device-quota.queries.ts'
import { findUsedNumbers, insertDevices } from './device-rows.queries.ts'

/** Rows per statement. */
const chunkRows = 1000

/** Adds those of the numbers that are unused, as far as the quotas of owner and site allow. */
export async function addNumbers(
  { license }: { license: License },
  tx: Db,
  numbers: string[],
  target: { tenantId: UserId; groupId: GroupId },
) {
  const { left, refusal } = await lockPlaces(tx, target.tenantId)
  const taken = await findUsedNumbers(tx, numbers)
  const free = numbers.filter((number) => !taken.has(number))
  const within = free.slice(0, left)
  await license.checkPlaces(tx, within.length)
  const rows = within.map((deviceNo) => ({ deviceNo, ...target }))
  const added = new Set<string>()
  for (let start = 0; start < rows.length; start += chunkRows)
    for (const number of await insertDevices(tx, rows.slice(start, start + chunkRows))) added.add(number)
  return { added, overQuota: new Set(free.slice(within.length)), refusal }
}
