import type { UserId } from '@fleetdeck/contract/ids'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { departmentsWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'

/** The caller, and which users the caller may see. The caller is not among the tenants. */
export interface View {
  scope: Scope
  callerId: UserId
}

type LimitColumns = Record<
  'id' | 'deviceNumber' | 'tenantExpireTime' | 'storageMegabytes' | 'rateLimit',
  AnyColumn
>

/** A condition: the account has limits of its own. */
export const hasLimits = (user: LimitColumns) =>
  sql`(${user.deviceNumber} is not null or ${user.tenantExpireTime} is not null or ${user.storageMegabytes} is not null
    or ${user.rateLimit} > 0 or exists (select from account_plans where account_plans.user_id = ${user.id}))`

/** A row of `users` in the walks below. */
export const person = alias(users, 'person')

/** A condition on `person`: a tenant that the caller sees. */
export function isShown(
  { scope, callerId }: View,
  { isTenant, isBelow }: { isTenant: SQL; isBelow: SQL },
): SQL {
  const seen =
    scope === 'all'
      ? sql`true`
      : sql`coalesce(${isBelow} or ${departmentsWithin(scope, person.deptId)}, false)`
  return sql`(${person.id} <> ${callerId} and ${isTenant} and ${seen})`
}

interface Walk {
  /** The account above; without it, above the highest that the caller sees. */
  top: UserId | undefined
  /** Whether tenants below other tenants are found too. */
  isFlat?: boolean
  isTenant?: SQL | undefined
  withRemoved?: boolean
}

/**
 * Tables for `with recursive`: `walk` has the users below an account, each once; those that are tenants in view are
 * `shown`, and `inside` if another such tenant is above. `ends` and `is_off` are of the whole line above. Without
 * `isFlat` it stops at the first tenants.
 */
export function walkDown(view: View, { top, isFlat, isTenant = hasLimits(person), withRemoved }: Walk): SQL {
  const { scope, callerId } = view
  // A caller who sees only users below starts there. Others may see some of any branch.
  const start = top ?? (scope !== 'all' && scope.departments.length === 0 ? callerId : null)
  const kept = withRemoved ? sql`true` : sql`${person.deletedAt} is null`
  const columns = (above: { mine: SQL; inside: SQL; ends: SQL; isOff: SQL }) => sql`
    select ${person.id} as id, ${above.mine} as mine, ${above.inside} as inside,
      ${isShown(view, { isTenant, isBelow: above.mine })} as shown, least(${person.tenantExpireTime}, ${above.ends}) as ends, ${above.isOff} or ${person.status} <> 0 as is_off`
  // Bounds in place of an equation, as in userAndSubordinates().
  return sql`line_above as materialized (
      select min(tenant_expire_time) as ends, coalesce(bool_or(status <> 0), false) as is_off,
        coalesce(bool_or(id = ${callerId}), false) as mine
      from account_line(${start}::int)
    ), walk as (
      ${columns({ mine: sql`line_above.mine`, inside: sql`false`, ends: sql`line_above.ends`, isOff: sql`line_above.is_off` })}
      from line_above, users person
      where ${start === null ? sql`${person.parentId} is null` : sql`${person.parentId} = ${start}`} and ${kept}
      union all
      ${columns({ mine: sql`(walk.mine or walk.id = ${callerId})`, inside: sql`(walk.inside or walk.shown)`, ends: sql`walk.ends`, isOff: sql`walk.is_off` })}
      from walk join users person on ${person.parentId} >= walk.id and ${person.parentId} <= walk.id
      where ${kept} ${isFlat ? sql`` : sql`and not walk.shown`}
    )`
}

/** Whether the caller sees the account, or is it. */
export async function seesAccount(db: Db, { scope }: View, id: UserId): Promise<boolean> {
  const seen =
    scope === 'all'
      ? sql`true`
      : sql`(${departmentsWithin(scope, person.deptId)}
          or exists (select from account_line(${id}) line where line.id = ${scope.userId}))`
  const { rows } = await db.execute(sql`
    select from users person where ${person.id} = ${id} and ${person.deletedAt} is null and ${seen}`)
  return rows.length > 0
}
