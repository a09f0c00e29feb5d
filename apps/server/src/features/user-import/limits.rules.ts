import type { ErrorName } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import type { UserDraft } from '@fleetdeck/contract/users'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { readGrantable } from '../../domain/devices/device-quota.queries.ts'
import type { Db } from '../../platform/db/db.ts'

/** What users below one user may have at most. */
export interface LimitsAbove {
  endsAt: Date | null
  /** 0 means unlimited. */
  rateLimit: number
  /** Devices that are left to give; rows take from them in turn. */
  left: number
}
interface Present {
  deviceNumber: number | null
  rateLimit: number
  tenantExpireTime: Date | null
}
export interface Excess {
  error: ErrorName & ('quotaWider' | 'rateWider' | 'expiryWider')
  values: { count: number } | { time: Date }
}

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
 * What a filled column of a row gives that is more than the limits above allow; else the quota is taken from these.
 * @param present of an existing user, which may stay
 */
export function takeLimits(
  draft: UserDraft,
  above: LimitsAbove,
  { filled, present }: { filled: readonly string[]; present: Present | undefined },
): Excess | undefined {
  const { tenantExpireTime, rateLimit, deviceNumber } = draft
  const isChanged = (name: keyof Present, value: unknown, old: unknown) =>
    filled.includes(name) && value !== old
  const end = tenantExpireTime === null ? null : new Date(tenantExpireTime).getTime()
  if (isChanged('tenantExpireTime', end, present?.tenantExpireTime?.getTime()) && end !== null)
    if (above.endsAt && end > above.endsAt.getTime())
      return { error: 'expiryWider', values: { time: above.endsAt } }
  if (
    isChanged('rateLimit', rateLimit, present?.rateLimit) &&
    above.rateLimit > 0 &&
    rateLimit > above.rateLimit
  )
    return { error: 'rateWider', values: { count: above.rateLimit } }
  if (!filled.includes('deviceNumber') || deviceNumber === null) return undefined
  const more = deviceNumber - (present?.deviceNumber ?? 0)
  if (more > Math.max(0, above.left))
    return { error: 'quotaWider', values: { count: above.left + (present?.deviceNumber ?? 0) } }
  above.left -= more
  return undefined
}
