import { adminRole, Status } from '@fleetdeck/contract/enums'
import type { MenuId, UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'

/**
 * A plan that limits features applies to the account that has it and for all below: they may use what their roles and
 * all plans up the line include. Rows of menus with the same permission are one feature; one without a permission is a
 * feature of its own.
 */
const featureOf = (menu: SQL) =>
  sql`case when ${menu}.permission <> '' then ${menu}.permission else '#' || ${menu}.id end`

const isAdmin = (id: SQL) => sql`exists (
  select from user_roles held join roles on roles.id = held.role_id
  where held.user_id = ${id} and roles.role_key = ${adminRole} and roles.status = ${Status.on})`

/** The plans up the line of an account that limit features; none of an administrator. */
const limitsOf = (userId: UserId) => sql`
  select distinct account_plans.plan_id from account_line(${userId}) line
  join account_plans on account_plans.user_id = line.id
  join plans on plans.id = account_plans.plan_id and plans.limits_features
  where not ${isAdmin(sql`${userId}::int`)}`

const featuresOf = (userId: UserId) => sql`
  select ${featureOf(sql`included`)} from (${limitsOf(userId)}) held
  join plan_menus on plan_menus.plan_id = held.plan_id join menus included on included.id = plan_menus.menu_id
  group by 1 having count(distinct held.plan_id) = (select count(*) from (${limitsOf(userId)}) counted)`

/** That each of these plans includes the feature of a row of `menus`. */
const isIncluded = (planIds: SQL, among: SQL) => sql<boolean>`not exists (
  select from unnest(${planIds}) as held(plan_id)
  where (held.plan_id, ${featureOf(sql`menus`)}) not in (
    select plan_menus.plan_id, ${featureOf(sql`included`)} from plan_menus
    join menus included on included.id = plan_menus.menu_id where ${among}))`

/** A condition on rows of `menus`: no plan up the line of this account leaves them out. */
export function isInPlans(userId: UserId) {
  // As arrays they are read once, and not for each menu.
  const planIds = sql`array(${limitsOf(userId)})`
  return isIncluded(planIds, sql`plan_menus.plan_id = any(${planIds})`)
}

/** The plans that limit features, each with the accounts that have it and all below. */
const limited = (plan: SQL = sql`true`) => sql`
  with recursive limited as (
    select account_plans.plan_id, account_plans.user_id from account_plans
    join plans on plans.id = account_plans.plan_id and plans.limits_features and ${plan}
    union select limited.plan_id, child.id from limited
      join users child on child.parent_id >= limited.user_id and child.parent_id <= limited.user_id
  ) select plan_id, user_id from limited where not ${isAdmin(sql`limited.user_id`)}`

/** A condition on rows of `users`: no plan up their lines leaves this permission out. */
export const isPermissionInPlans = (permission: string) =>
  sql<boolean>`users.id not in (select user_id from (${limited(sql`not exists (
    select from plan_menus join menus on menus.id = plan_menus.menu_id
    where plan_menus.plan_id = plans.id and menus.permission = ${permission})`)}) lacking)`

/** The same for users and features of one statement that joins `limitedAccounts`. */
export const isFeatureInPlans = isIncluded(sql`limited_accounts.plan_ids`, sql`true`)
export const limitedAccounts = {
  rows: sql`(select user_id, array_agg(plan_id) as plan_ids from (${limited()}) pairs group by user_id) limited_accounts`,
  of: sql`limited_accounts.user_id = users.id`,
}

export interface Features {
  permissions: ReadonlySet<string>
  /** Pages without a permission string. */
  openPages: ReadonlySet<MenuId>
}

/** The features that the plans up the line of an account include; undefined while none limits features. */
export async function readFeatures(db: Db, userId: UserId): Promise<Features | undefined> {
  const { rows } = await db.execute<{ isLimited: boolean; features: string[] }>(sql`
    select exists (${limitsOf(userId)}) as "isLimited", array(${featuresOf(userId)}) as features`)
  const [found] = rows
  if (!found?.isLimited) return undefined
  const isPage = (feature: string) => feature.startsWith('#')
  return {
    permissions: new Set(found.features.filter((feature) => !isPage(feature))),
    openPages: new Set(found.features.filter(isPage).map((page) => Number(page.slice(1)) as MenuId)),
  }
}
