import type { UserId } from '@fleetdeck/contract/ids'
import { siteClock } from '@fleetdeck/contract/site-time'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { lockGrant } from './device-quota.queries.ts'

/** What an account may have. Missing values (null, and 0 calls per second) are those of the user above. */
export interface AccountLimits {
  parentId: UserId | null
  deviceNumber: number | null
  rateLimit: number
  tenantExpireTime: Date | null
}
interface Change {
  wanted: AccountLimits
  /** The present values, which may stay although they exceed those above, because these were changed meanwhile. */
  now?: (AccountLimits & { id: UserId }) | undefined
}

/**
 * In the transaction that writes an account: refuses limits wider than those of the users above (quotaWider, rateWider,
 * expiryWider). Given quotas are taken from the nearest quota above, and locked until the transaction ends.
 */
export async function checkLimits(
  { parameters }: { parameters: ParameterStore },
  tx: Db,
  { wanted, now }: Change,
): Promise<void> {
  const { parentId, deviceNumber, rateLimit, tenantExpireTime } = wanted
  if (parentId === null) return
  const present = now?.parentId === parentId ? now : undefined
  const above = await readLineLimits(tx, parentId)
  const end = tenantExpireTime?.getTime()
  if (end !== undefined && end !== present?.tenantExpireTime?.getTime() && above.endsAt)
    if (end > above.endsAt.getTime())
      throw new AppError('expiryWider', {
        time: siteClock(parameters.get('sys.timeZone'))(above.endsAt),
      })
  if (above.rateLimit > 0 && rateLimit > above.rateLimit && rateLimit !== present?.rateLimit)
    throw new AppError('rateWider', { count: above.rateLimit })
  if (deviceNumber === null || (present?.deviceNumber ?? -1) >= deviceNumber) return
  const most = await lockGrant(tx, parentId, present?.id)
  if (most !== undefined && deviceNumber > most) throw new AppError('quotaWider', { count: most })
}
