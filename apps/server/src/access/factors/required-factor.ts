import { adminRole, Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { SecondFactor } from '@fleetdeck/contract/second-factor'
import { and, eq, exists, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { hasFactor } from './factors.queries.ts'

/** Whether the user has to sign in with a second factor: for one of their roles, or as a super user of this site. */
export async function isFactorRequired(db: Db, parameters: ParameterStore, userId: UserId): Promise<boolean> {
  const ofAdmins = parameters.get('sys.account.adminFactor')
  const holds = db
    .select()
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.status, Status.on)))
    .where(
      and(
        eq(userRoles.userId, users.id),
        or(
          eq(roles.secondFactor, SecondFactor.required),
          ofAdmins ? eq(roles.roleKey, adminRole) : undefined,
        ),
      ),
    )
  const isMeant = or(exists(holds), ofAdmins ? users.builtIn : undefined)
  return (await db.$count(users, and(eq(users.id, userId), isMeant))) > 0
}

/** Whether they have to set one up first. */
export const isFactorMissing = async (db: Db, parameters: ParameterStore, userId: UserId) =>
  (await isFactorRequired(db, parameters, userId)) && !(await hasFactor(db, userId))
