import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId, PlanId, UserId } from '@fleetdeck/contract/ids'
import type { PlanQuery } from '@fleetdeck/contract/plans'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { planMenus, plans } from '../../platform/db/schema/plans.ts'
import { users } from '../../platform/db/schema/users.ts'

const { ownerId, ...columns } = getTableColumns(plans)
const row = {
  ...columns,
  userId: ownerId,
  userName: users.userName,
  menuIds: sql<MenuId[]>`array(select menu_id from plan_menus where plan_id = ${plans.id} order by menu_id)`,
  pageCount: sql<number>`(select count(*) from plan_menus join menus on menus.id = plan_menus.menu_id
    where plan_menus.plan_id = ${plans.id} and menus.menu_type = ${MenuType.menu})`.mapWith(Number),
  accountCount: sql<number>`(select count(*) from account_plans where plan_id = ${plans.id})`.mapWith(Number),
}

const refusals: Refusals = {
  plans_name: 'planNameTaken',
  // Removed between the check and the write.
  plan_menus_menu_id_menus_id_fk: 'menusGone',
}

export const planQueries = crudQueries({
  table: plans,
  rows: (db: Db) => db.select(row).from(plans).innerJoin(users, eq(users.id, plans.ownerId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, plans.ownerId),
  where: ({ planName, status }: Pick<PlanQuery, 'planName' | 'status'>) =>
    and(filterBy.LIKE(plans.planName, planName), filterBy.EQ(plans.status, status)),
})

type NewPlan = Omit<typeof plans.$inferInsert, 'id'>

export const insertPlan = (tx: Db, plan: NewPlan, menuIds: MenuId[]) =>
  mapDbErrors(
    tx
      .insert(plans)
      .values(plan)
      .returning({ id: plans.id })
      .then(async ([saved]) => replaceMenus(tx, (saved as { id: PlanId }).id, menuIds)),
    refusals,
  )

export const updatePlan = (tx: Db, id: PlanId, change: Partial<NewPlan>, menuIds: MenuId[]) =>
  mapDbErrors(
    tx
      .update(plans)
      .set(change)
      .where(eq(plans.id, id))
      .then(() => replaceMenus(tx, id, menuIds)),
    refusals,
  )

async function replaceMenus(tx: Db, planId: PlanId, menuIds: MenuId[]): Promise<void> {
  await tx.delete(planMenus).where(eq(planMenus.planId, planId))
  const rows = [...new Set(menuIds)].map((menuId) => ({ planId, menuId }))
  if (rows.length) await tx.insert(planMenus).values(rows)
}

/** Whether all of these menus exist; disabled ones do. */
export const menusExist = async (db: Db, ids: MenuId[]) =>
  (await db.$count(menus, inArray(menus.id, ids))) === new Set(ids).size

/** Until the transaction ends, nobody changes the plan or gives it to an account. */
export async function lockPlan(tx: Db, id: PlanId) {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, id)).for('update')
  return plan
}

/** The accounts with a plan, those above first. */
export async function listPlanAccounts(db: Db, id: PlanId): Promise<UserId[]> {
  const { rows } = await db.execute<{ id: UserId }>(sql`
    select user_id as id from account_plans where plan_id = ${id}
    order by (select count(*) from account_line(user_id)), user_id`)
  return rows.map((account) => account.id)
}

/** Whether a plan limits this user, by the own account or one above. */
export async function isPlanOfLine(db: Db, id: PlanId, userId: UserId): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from account_plans where plan_id = ${id} and user_id in (select id from account_line(${userId}))`)
  return rows.length > 0
}
