import type { MenuId, PlanId, UserId } from '@fleetdeck/contract/ids'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { menus } from './menus.ts'
import { users } from './users.ts'

/** Limits and features that accounts are given. */
export const plans = pgTable(
  'plans',
  {
    id: integer().$type<PlanId>().primaryKey().generatedAlwaysAsIdentity(),
    planName: text().notNull(),
    /** The user who made it. */
    ownerId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Null means unlimited. */
    deviceNumber: integer(),
    /** Calls per second; 0 means unlimited. */
    rateLimit: integer().notNull().default(0),
    storageMegabytes: integer(),
    /** Null means without end. */
    days: integer(),
    /** Whether accounts may use only what `plan_menus` lists. */
    limitsFeatures: boolean().notNull().default(false),
    status: smallint().notNull().default(0),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('plans_name').on(t.ownerId, t.planName)],
)

export const planMenus = pgTable(
  'plan_menus',
  {
    planId: integer()
      .$type<PlanId>()
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    menuId: integer()
      .$type<MenuId>()
      .notNull()
      .references(() => menus.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.planId, t.menuId] }), index().on(t.menuId)],
)

/** The plan of an account: its limits were copied into the account, its features apply while it has the plan. */
export const accountPlans = pgTable(
  'account_plans',
  {
    userId: integer()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: integer()
      .$type<PlanId>()
      .notNull()
      .references(() => plans.id),
    givenAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.planId)],
)
