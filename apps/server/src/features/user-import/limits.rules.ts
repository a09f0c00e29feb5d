import type { UserDraft } from '@fleetdeck/contract/users'

/** What the caller may have at most. */
export interface Limits {
  deviceNumber: number | null
  rateLimit: number
  tenantExpireTime: Date | null
}

const endless = Number.POSITIVE_INFINITY
const msOf = (time: string | Date | null) => (time === null ? endless : new Date(time).getTime())

/** Whether a filled column of a row gives more than these limits. */
export function exceedsLimits(draft: UserDraft, own: Limits, filled: readonly string[]): boolean {
  const given = {
    deviceNumber: (draft.deviceNumber ?? endless) > (own.deviceNumber ?? endless),
    rateLimit: (draft.rateLimit || endless) > (own.rateLimit || endless),
    tenantExpireTime: msOf(draft.tenantExpireTime) > msOf(own.tenantExpireTime),
  }
  return Object.entries(given).some(([name, isWider]) => isWider && filled.includes(name))
}
