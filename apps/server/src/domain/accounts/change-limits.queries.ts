import type { PlanId, UserId } from '@fleetdeck/contract/ids'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { accountPlans } from '../../platform/db/schema/plans.ts'
import { users } from '../../platform/db/schema/users.ts'
import { lockQuotas } from '../devices/device-quota.queries.ts'
import { among } from './belongings.queries.ts'

/** The limits that an account may get now. */
export interface AccountState {
  id: UserId
  userName: string
  parentId: UserId | null
  deviceNumber: number | null
  rateLimit: number
  storageMegabytes: number | null
  tenantExpireTime: Date | null
  planId: PlanId | null
  planName: string | null
  planDays: number | null
  /** Devices of the account and of all below. */
  devices: number
  /** Places that the account takes from the quota above. */
  given: number
}

/** The states of accounts, those above first. */
export async function readStates(db: Db, ids: readonly UserId[]): Promise<AccountState[]> {
  type Stored = Omit<AccountState, 'tenantExpireTime'> & { tenantExpireTime: Date | string | null }
  const { rows } = await db.execute<Stored & Record<string, unknown>>(sql`
    select u.id, u.user_name as "userName", u.parent_id as "parentId", u.device_number as "deviceNumber",
      u.rate_limit as "rateLimit", u.storage_megabytes as "storageMegabytes",
      u.tenant_expire_time as "tenantExpireTime",
      p.id as "planId", p.plan_name as "planName", p.days as "planDays", coalesce(d.total, 0) as devices,
      greatest(coalesce(u.device_number, 0), coalesce(d.committed, 0)) as given
    from users u left join account_plans held on held.user_id = u.id left join plans p on p.id = held.plan_id
      left join device_totals d on d.user_id = u.id
    where u.id = ${among(ids)} and u.deleted_at is null
    order by (select count(*) from account_line(u.id)), u.id`)
  return rows.map((row) => ({
    ...row,
    tenantExpireTime: row.tenantExpireTime === null ? null : new Date(row.tenantExpireTime),
  }))
}

/** The state of an account that no other transaction changes at the same time. */
export async function lockState(tx: Db, id: UserId): Promise<AccountState | undefined> {
  // The quotas up the line first, in the order of all transactions.
  await lockQuotas(tx, id)
  await tx.execute(sql`select from users where id = ${id} for no key update`)
  return (await readStates(tx, [id]))[0]
}

export async function writeState(tx: Db, now: AccountState, after: AccountState): Promise<void> {
  const { deviceNumber, rateLimit, storageMegabytes, tenantExpireTime } = after
  await tx
    .update(users)
    .set({ deviceNumber, rateLimit, storageMegabytes, tenantExpireTime })
    .where(eq(users.id, now.id))
  if (after.planId === null) await tx.delete(accountPlans).where(eq(accountPlans.userId, now.id))
  else if (after.planId !== now.planId)
    await tx
      .insert(accountPlans)
      .values({ userId: now.id, planId: after.planId })
      .onConflictDoUpdate({
        target: accountPlans.userId,
        set: { planId: after.planId, givenAt: sql`now()` },
      })
}
