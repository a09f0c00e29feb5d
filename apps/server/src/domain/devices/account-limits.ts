import type { UserId } from '@fleetdeck/contract/ids'
import { siteClock } from '@fleetdeck/contract/site-time'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { lockGrant } from './device-quota.queries.ts'

/** The limits of an account. Missing values (null, and 0 calls per second) are those of the user above. */
export interface AccountLimits {
  parentId: UserId | null
  deviceNumber: number | null
  rateLimit: number
  storageMegabytes: number | null
  tenantExpireTime: Date | null
}
interface Change {
  wanted: AccountLimits
  /**
   * The present values, which may stay although they exceed those above, because these were changed in the meantime.
   */
  now?: (AccountLimits & { id: UserId }) | undefined
}

/**
 * In the transaction that writes an account: refuses limits wider than those of the users above (quotaWider, rateWider,
 * storageWider, expiryWider). Given quotas are taken from the nearest quota above, and locked until the transaction
 * ends.
 */
export async function checkLimits(
  { parameters }: { parameters: ParameterStore },
  tx: Db,
  { wanted, now }: Change,
): Promise<void> {
  const { parentId, deviceNumber } = wanted
  if (parentId === null) return
  const present = now?.parentId === parentId ? now : undefined
  refuseWider(parameters.get('sys.timeZone'), await readLineLimits(tx, parentId), { wanted, present })
  if (deviceNumber === null || (present?.deviceNumber ?? -1) >= deviceNumber) return
  const most = await lockGrant(tx, parentId, now?.id)
  if (most !== undefined && deviceNumber > most) throw new AppError('quotaWider', { count: most })
}

type Wider = Pick<AccountLimits, 'rateLimit' | 'storageMegabytes' | 'tenantExpireTime'>
/** The limits of the users above. */
export interface LineLimits {
  endsAt: Date | null
  /** 0 means unlimited. */
  rateLimit: number
  storageMegabytes: number | null
}

/**
 * Refuses a new expiry, rate or storage that is wider than those above: expiryWider, rateWider, storageWider.
 * @param timeZone in which the refusal names the expiry
 * @param present the values that may stay
 */
export function refuseWider(
  timeZone: string,
  above: LineLimits,
  { wanted, present }: { wanted: Wider; present: Wider | undefined },
): void {
  const end = wanted.tenantExpireTime?.getTime()
  if (end !== undefined && end !== present?.tenantExpireTime?.getTime() && above.endsAt)
    if (end > above.endsAt.getTime())
      throw new AppError('expiryWider', { time: siteClock(timeZone)(above.endsAt) })
  const isNewRate = wanted.rateLimit !== present?.rateLimit
  if (isNewRate && above.rateLimit > 0 && wanted.rateLimit > above.rateLimit)
    throw new AppError('rateWider', { count: above.rateLimit })
  const isNewStorage = wanted.storageMegabytes !== (present?.storageMegabytes ?? null)
  if (isNewStorage && above.storageMegabytes !== null && wanted.storageMegabytes !== null)
    if (wanted.storageMegabytes > above.storageMegabytes)
      throw new AppError('storageWider', { count: above.storageMegabytes })
}
