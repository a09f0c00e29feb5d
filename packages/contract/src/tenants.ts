import { z } from 'zod'
import { AccountAlertKind, accountAlerts } from './account-alerts.ts'
import { exportCall, pageCall } from './calls.ts'
import { idParam, idsOf, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { PlanId, UserId } from './ids.ts'
import { maxPlanDays } from './plans.ts'
import { StorageShare } from './storage.ts'

/**
 * A tenant is an account with limits: a plan, a device quota, an expiry or a limit of storage or calls of its own. The
 * limits of an account apply to all below it.
 */
export const TenantState = z.enum(['active', 'expiring', 'expired', 'disabled'])
export type TenantState = z.output<typeof TenantState>

export const DeviceShare = z.object({
  /** The quota; null means unlimited, or as the account above. */
  given: z.number().nullable(),
  /** Devices of the account and of all below. */
  used: z.number(),
  /** The part of the quota that is given to accounts below. */
  passedOn: z.number(),
  /** The part that can still be used; null means unlimited. */
  left: z.number().nullable(),
})
export type DeviceShare = z.output<typeof DeviceShare>

const planOption = z.object({ id: PlanId, planName: z.string() })

/** The limits of an account, and its use. */
const figures = {
  plan: planOption.nullable(),
  /** Whether a limit of the account is another than that of its plan. */
  differs: z.boolean(),
  state: TenantState,
  /** The account's own end. */
  expiresAt: time.nullable(),
  /** When it really ends: the earliest of the account and of those above. */
  endsAt: time.nullable(),
  devices: DeviceShare,
  storage: StorageShare,
  /** Calls per second; 0 means unlimited. */
  rateLimit: z.number(),
  alerts: z.array(AccountAlertKind),
}

export const Tenant = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  parentId: UserId.nullable(),
  parentName: z.string().nullable(),
  ...figures,
  /** Tenants whose nearest tenant above is this one. */
  childCount: z.number(),
  createdAt: time,
})
export type Tenant = z.output<typeof Tenant>

const tenantFilter = {
  /** Those below this account. Without it, and without other conditions, the highest that the caller sees. */
  parentId: idParam.brand<'UserId'>().optional(),
  /** Searched in account and nickname, on all levels. */
  userName: z.string().max(50).optional(),
  planId: idParam.brand<'PlanId'>().optional(),
  state: TenantState.optional(),
  alert: AccountAlertKind.optional(),
}
export const TenantQuery = pageQuery(tenantFilter, ['id', 'userName', 'endsAt', 'given', 'used', 'createdAt'])
export type TenantQuery = z.output<typeof TenantQuery>

export const TenantSummary = z.object({
  tenants: z.number(),
  /** Of the highest accounts in view, so that nothing counts twice. */
  devices: z.object({
    /** Quotas together, without unlimited accounts. */
    given: z.number(),
    used: z.number(),
    /** How many of them are unlimited. */
    unlimited: z.number(),
  }),
  states: z.record(TenantState, z.number()),
  alerts: z.record(AccountAlertKind, z.number()),
})
export type TenantSummary = z.output<typeof TenantSummary>

/** A calendar day in the site's time zone. */
const day = z.iso.date()
export const GrowthDay = z.object({
  day,
  /** The most devices at a time of this day, as far as it was recorded. */
  devices: z.number(),
  /** The quotas of this day; null means unlimited. */
  given: z.number().nullable(),
})
export type GrowthDay = z.output<typeof GrowthDay>
const growthDays = z.int().min(7).max(800).default(90)

const AccountLimits = z.object({
  planName: z.string().nullable(),
  deviceNumber: z.number().nullable(),
  rateLimit: z.number(),
  storageMegabytes: z.number().nullable(),
  expiresAt: time.nullable(),
})
/** The effect of a change on one account, before or after it. */
export const TenantOutcome = z.object({
  id: UserId,
  userName: z.string(),
  before: AccountLimits,
  after: AccountLimits,
  /** Why it is not changed, in the caller's language. */
  refusal: z.string().nullable(),
  /** Notes about it, in the caller's language. */
  warning: z.string().nullable(),
})
export type TenantOutcome = z.output<typeof TenantOutcome>

const tenantIds = idsOf<UserId>()
const Renewal = z
  .strictObject({
    ids: tenantIds,
    /** From the present end on, or from now if that is over. */
    days: z
      .int('tenant.daysRange')
      .min(1, 'tenant.daysRange')
      .max(maxPlanDays, 'tenant.daysRange')
      .optional(),
    until: timeInput.optional(),
  })
  .refine(({ days, until }) => days === undefined || until === undefined, 'tenant.oneEnd')
/** Without days and without an end each account is renewed by the days of its plan. */
export type Renewal = z.output<typeof Renewal>

const PlanGift = z.strictObject({
  ids: tenantIds,
  /** Null takes the plan away; the limits stay. */
  planId: PlanId.nullable(),
  /** Whether the days of the plan begin now; otherwise the present end stays. */
  startsNow: z.boolean().default(true),
})
export type PlanGift = z.output<typeof PlanGift>

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'tenant.monthFormat')
export const maxBillMonths = 24

export const BillRow = z.object({
  userId: UserId,
  userName: z.string(),
  nickName: z.string(),
  /** The plan of those days; empty without one. */
  planName: z.string(),
  /** Days that were recorded. */
  days: z.number(),
  /** The most devices of each day, added up. */
  deviceDays: z.number(),
  mostDevices: z.number(),
})
export type BillRow = z.output<typeof BillRow>

export const Bill = z.object({
  month,
  /** Days of the month until now, and those that were recorded: the server did not run on the others. */
  days: z.number(),
  recordedDays: z.number(),
  /** By plan, then by account. */
  rows: z.array(BillRow),
  plans: z.array(z.object({ planName: z.string(), accounts: z.number(), deviceDays: z.number() })),
})
export type Bill = z.output<typeof Bill>

/** The account of the caller. */
export const OwnAccount = z.object({
  userName: z.string(),
  nickName: z.string(),
  ...figures,
  /** Pages that the plan allows; null means all of the roles. */
  features: z.number().nullable(),
  /** Whom to ask for more: the user above. */
  contact: z.object({ nickName: z.string(), phone: z.string(), email: z.string() }).nullable(),
})
export type OwnAccount = z.output<typeof OwnAccount>

const at = '/system/tenant'
const own = '/system/user/account'
const ofAccount = { userId: idParam.brand<'UserId'>().optional() }
const months = { from: month, to: month }
/** Months since the year 0, of one such as 2026-11. */
export const monthNumber = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1
const isPeriod = ({ from, to }: { from: string; to: string }) => {
  const further = monthNumber(to) - monthNumber(from)
  return further >= 0 && further < maxBillMonths
}

export const tenants = {
  list: pageCall(`${at}/list`, { row: Tenant, query: TenantQuery }),
  summary: { method: 'GET', path: `${at}/summary`, permission: 'system/tenant/list', data: TenantSummary },
  /** Of one account, or of all that the caller sees. */
  growth: {
    method: 'GET',
    path: `${at}/growth`,
    permission: 'system/tenant/list',
    query: z.strictObject({ ...ofAccount, days: growthDays }),
    data: z.array(GrowthDay),
  },
  /** The use in a month of the tenants directly below an account, or of the highest that the caller sees. */
  bill: {
    method: 'GET',
    path: `${at}/bill`,
    permission: 'system/tenant/bill',
    query: z.strictObject({ ...ofAccount, month }),
    data: Bill,
  },
  /** A sheet for each month. */
  exportBill: exportCall(`${at}/exportBill`, {
    query: z.strictObject({ ...ofAccount, ...months }).refine(isPeriod, 'tenant.periodWrong'),
    permission: 'system/tenant/bill',
  }),
} as const

/** Changes of the limits of many tenants together. */
export const tenantChanges = {
  /** The effect of giving a plan. */
  previewPlan: {
    method: 'POST',
    path: `${at}/previewPlan`,
    permission: 'system/tenant/plan',
    body: PlanGift,
    data: z.array(TenantOutcome),
    isRead: true,
  },
  /** Each account on its own: those that are refused stay as they are. */
  givePlan: {
    method: 'PUT',
    path: `${at}/plan`,
    permission: 'system/tenant/plan',
    body: PlanGift,
    data: z.array(TenantOutcome),
    log: OperationType.edit,
  },
  previewRenewal: {
    method: 'POST',
    path: `${at}/previewRenewal`,
    permission: 'system/tenant/renew',
    body: Renewal,
    data: z.array(TenantOutcome),
    isRead: true,
  },
  renew: {
    method: 'PUT',
    path: `${at}/renew`,
    permission: 'system/tenant/renew',
    body: Renewal,
    data: z.array(TenantOutcome),
    log: OperationType.edit,
  },
} as const

/** The same figures for the account itself. */
export const ownAccount = {
  one: { method: 'GET', path: own, permission: 'signed-in', data: OwnAccount },
  alerts: accountAlerts.open,
  growth: {
    method: 'GET',
    path: `${own}/growth`,
    permission: 'signed-in',
    query: z.strictObject({ days: growthDays }),
    data: z.array(GrowthDay),
  },
  bill: {
    method: 'GET',
    path: `${own}/bill`,
    permission: 'signed-in',
    query: z.strictObject({ month }),
    data: Bill,
  },
  exportBill: exportCall(`${own}/exportBill`, {
    query: z.strictObject(months).refine(isPeriod, 'tenant.periodWrong'),
    permission: 'signed-in',
  }),
} as const
