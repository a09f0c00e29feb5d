import type { UserId } from '@fleetdeck/contract/ids'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { type AccountLimits, type LineLimits, refuseWider } from './account-limits.ts'
import { readGrantable } from './device-quota.queries.ts'

/** The limits that users below one user may have. */
export interface LimitsAbove extends LineLimits {
  /** Devices that are left to give; accounts take from them in turn. */
  left: number
}
type Limits = Omit<AccountLimits, 'parentId'>

export async function readLimitsAbove(
  db: Db,
  ids: (UserId | null)[],
): Promise<Map<UserId | null, LimitsAbove>> {
  const limits = new Map<UserId | null, LimitsAbove>()
  for (const id of new Set(ids)) {
    const left = id === null ? undefined : await readGrantable(db, id)
    limits.set(id, { ...(await readLineLimits(db, id)), left: left ?? Number.POSITIVE_INFINITY })
  }
  return limits
}

/**
 * Judges many accounts before they are written, when `checkLimits` judges each again: refuses what is wider than the
 * limits above; else the quota is taken from these.
 * @param present of an existing account, which may stay
 * @param given places that the account takes from the quota above now
 * @throws AppError expiryWider, rateWider, storageWider, quotaWider
 */
export function takeLimits(
  wanted: Limits,
  above: LimitsAbove,
  {
    present,
    timeZone,
    given = present?.deviceNumber ?? 0,
  }: { present: Limits | undefined; timeZone: string; given?: number },
): void {
  refuseWider(timeZone, above, { wanted, present })
  if (wanted.deviceNumber === null) return
  const more = wanted.deviceNumber - given
  const isMore = wanted.deviceNumber > (present?.deviceNumber ?? -1)
  if (isMore && more > Math.max(0, above.left))
    throw new AppError('quotaWider', { count: Math.max(0, above.left) + given })
  above.left -= more
}
