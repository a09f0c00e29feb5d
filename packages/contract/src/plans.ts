import { z } from 'zod'
import { editCall } from './calls.ts'
import { systemCrud, withId } from './crud.ts'
import { pageQuery, status, statusParam, time } from './endpoint.ts'
import { MenuId, PlanId, UserId } from './ids.ts'
import { MenuNode } from './roles.ts'
import { maxDeviceNumber, maxRateLimit, maxStorage } from './users.ts'

/** Days of a plan, or of one renewal. */
export const maxPlanDays = 3660

/** Limits of accounts, and what they may use. An account gets the limits when it is given the plan. */
export const Plan = z.object({
  id: PlanId,
  planName: z.string(),
  /** The user who made it. */
  userId: UserId,
  userName: z.string(),
  /** Devices; null means unlimited. */
  deviceNumber: z.number().nullable(),
  /** Calls per second; 0 means unlimited. */
  rateLimit: z.number(),
  /** Megabytes of files, recordings and caches; null means as the site's parameters say. */
  storageMegabytes: z.number().nullable(),
  /** How long an account may be used, and how long a renewal prolongs it; null means without end. */
  days: z.number().nullable(),
  /** Whether accounts may use only what `menuIds` lists, within their roles. */
  limitsFeatures: z.boolean(),
  menuIds: z.array(MenuId),
  /** The pages among them. */
  pageCount: z.number(),
  status: z.number(),
  remark: z.string(),
  /** How many accounts have it. */
  accountCount: z.number(),
  createdAt: time,
  gmtModified: time,
})
export type Plan = z.output<typeof Plan>

export const PlanDraft = z.strictObject({
  planName: z.string().trim().min(1, 'plan.nameRequired').max(50, 'plan.nameLength'),
  deviceNumber: z.int().min(0).max(maxDeviceNumber).nullable().default(null),
  rateLimit: z.int().min(0).max(maxRateLimit).default(0),
  storageMegabytes: z.int().min(1).max(maxStorage).nullable().default(null),
  days: z.int().min(1).max(maxPlanDays).nullable().default(null),
  limitsFeatures: z.boolean().default(false),
  /** Exactly the ticked nodes of the menu tree; without effect unless features are limited. */
  menuIds: z.array(MenuId).max(10_000).default([]),
  status: status.default(0),
  remark: z.string().trim().max(500).default(''),
})
export type PlanDraft = z.output<typeof PlanDraft>

export const PlanQuery = pageQuery(
  { planName: z.string().max(50).optional(), status: statusParam.optional() },
  ['id', 'planName', 'deviceNumber', 'days', 'accountCount', 'createdAt'],
)
export type PlanQuery = z.output<typeof PlanQuery>

export const plans = {
  ...systemCrud(
    '/system/plan',
    { row: Plan, draft: PlanDraft, query: PlanQuery },
    { exportPath: '/system/plan/export' },
  ),
  /** The menus that the caller can tick. */
  menus: {
    method: 'GET',
    path: '/system/plan/menus',
    permission: 'system/plan/list',
    data: z.array(MenuNode),
  },
  /** Accounts with the former limits get the new ones too, once the question (412) is confirmed. */
  edit: editCall(
    '/system/plan/edit',
    withId(PlanDraft, PlanId).extend({ confirmed: z.boolean().default(false) }),
  ),
} as const
