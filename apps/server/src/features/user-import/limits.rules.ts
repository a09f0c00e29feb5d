import type { UserId } from '@fleetdeck/contract/ids'
import type { UserDraft } from '@fleetdeck/contract/users'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { type AccountLimits, type LineLimits, refuseWider } from '../../domain/devices/account-limits.ts'
import { readGrantable } from '../../domain/devices/device-quota.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'

/** What users below one user may have at most. */
export interface LimitsAbove extends LineLimits {
  /** Devices that are left to give; rows take from them in turn. */
  left: number
}
type Present = Omit<AccountLimits, 'parentId'>
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
 * Refuses what a filled column of a row gives beyond the limits above; else the quota is taken from these.
 * @param present of an existing user, which may stay
 * @throws AppError expiryWider, rateWider, storageWider, quotaWider
 */
export function takeLimits(
  draft: UserDraft,
  above: LimitsAbove,
  {
    filled,
    present,
    timeZone,
  }: { filled: readonly string[]; present: Present | undefined; timeZone: string },
): void {
  const { tenantExpireTime, rateLimit, storageMegabytes, deviceNumber } = draft
  const end = tenantExpireTime === null ? null : new Date(tenantExpireTime)
  const wanted = {
    tenantExpireTime: filled.includes('tenantExpireTime') ? end : (present?.tenantExpireTime ?? null),
    rateLimit: filled.includes('rateLimit') ? rateLimit : (present?.rateLimit ?? 0),
    storageMegabytes: filled.includes('storageMegabytes')
      ? storageMegabytes
      : (present?.storageMegabytes ?? null),
  }
  refuseWider(timeZone, above, { wanted, present })
  if (!filled.includes('deviceNumber') || deviceNumber === null) return
  const given = present?.deviceNumber ?? 0
  const more = deviceNumber - given
  if (more > Math.max(0, above.left)) throw new AppError('quotaWider', { count: above.left + given })
  above.left -= more
}
