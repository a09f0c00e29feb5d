import { Status } from '@fleetdeck/contract/enums'
import type { PlanGift, Renewal } from '@fleetdeck/contract/tenants'
import type { LimitsChange } from '../../domain/accounts/change-limits.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { GivenPlan } from './tenant-changes.queries.ts'

const dayMs = 86_400_000
const daysAfter = (start: Date, days: number) => new Date(start.getTime() + days * dayMs)

/** The limits that a plan gives to an account; without a plan, the account's own limits. */
export function toPlan(plan: GivenPlan | null, { startsNow }: Pick<PlanGift, 'startsNow'>): LimitsChange {
  if (plan === null) return (now) => ({ ...now, planId: null, planName: null, planDays: null })
  if (plan.status !== Status.on) throw new AppError('planDisabled', { name: plan.planName })
  const { id, planName, days, deviceNumber, rateLimit, storageMegabytes } = plan
  const end = days === null ? null : daysAfter(siteNow(), days)
  return (now) => ({
    ...now,
    ...{ planId: id, planName, planDays: days, deviceNumber, rateLimit, storageMegabytes },
    ...(startsNow && { tenantExpireTime: end }),
  })
}

/** A later end: days from the present end on, or from now if that is over. */
export function toRenewed({ days, until }: Pick<Renewal, 'days' | 'until'>): LimitsChange {
  const end = until === undefined ? undefined : new Date(until)
  if (end && end <= siteNow()) throw new AppError('renewalOver')
  return (now) => {
    if (now.tenantExpireTime === null) throw new AppError('renewalWithoutEnd')
    const added = days ?? now.planDays
    if (end === undefined && added === null) throw new AppError('renewalWithoutDays')
    const start = now.tenantExpireTime > siteNow() ? now.tenantExpireTime : siteNow()
    return { ...now, tenantExpireTime: end ?? daysAfter(start, added ?? 0) }
  }
}
