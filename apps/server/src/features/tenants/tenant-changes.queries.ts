import type { PlanId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { plans } from '../../platform/db/schema/plans.ts'

export type GivenPlan = typeof plans.$inferSelect

/** A plan within the scope. Within a transaction it stays as it is until that ends. */
export async function findPlan(db: Db, scope: Scope, id: PlanId): Promise<GivenPlan | undefined> {
  const [plan] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), ownedWithin(scope, plans.ownerId)))
    .for('share')
  return plan
}

/** An account and all above. */
export async function listLine(db: Db, userId: UserId): Promise<{ id: UserId; userName: string }[]> {
  const { rows } = await db.execute<{ id: UserId; userName: string }>(
    sql`select id, user_name as "userName" from account_line(${userId})`,
  )
  return rows
}
