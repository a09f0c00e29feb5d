import { and, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { userRoles, users } from '../db/schema/users.ts'
import { AppError } from '../http/app-error.ts'
import type { Caller } from './caller.ts'
import { scopeFor, usersWithin } from './data-scope.ts'
import { Reach } from './reach.ts'
import { readRoleRightsByIds } from './role-rights.ts'

/**
 * The users of these ids when the caller may change them all: within his scope, not the account of the first start,
 * and without rights that he does not have himself.
 */
export async function changeableUsers(db: Db, caller: Caller, permission: string, ids: number[]) {
  const scope = scopeFor(caller, permission)
  const found = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt), usersWithin(scope, users)))
  if (found.length !== new Set(ids).size) throw new AppError('notFound')
  const fixed = found.find((user) => user.builtIn)
  if (fixed) throw new AppError('userBuiltIn', { name: fixed.userName })
  if (!caller.isAdmin) await refuseStronger(db, caller, found)
  return found
}

async function refuseStronger(db: Db, caller: Caller, people: (typeof users.$inferSelect)[]) {
  const others = new Map(people.filter((user) => user.id !== caller.userId).map((user) => [user.id, user]))
  if (others.size === 0) return
  const held = await db
    .select()
    .from(userRoles)
    .where(inArray(userRoles.userId, [...others.keys()]))
  const rights = await readRoleRightsByIds(db, [...new Set(held.map((row) => row.roleId))])
  const reach = await Reach.of(db, caller)
  for (const role of rights) {
    const holders = held
      .filter((row) => row.roleId === role.id)
      .flatMap((row) => others.get(row.userId) ?? [])
    // What a role shows depends on the department and the kind of user alone.
    for (const holder of new Map(holders.map((user) => [`${user.deptId} ${user.userType}`, user])).values())
      if (reach.excess(role, [holder])) throw new AppError('userStronger', { name: holder.userName })
  }
}
