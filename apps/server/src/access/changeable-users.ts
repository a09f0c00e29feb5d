import type { UserId } from '@fleetdeck/contract/ids'
import { and, inArray, isNull } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import type { Caller } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { userRoles } from '../platform/db/schema/roles.ts'
import { users } from '../platform/db/schema/users.ts'
import { scopeFor, usersWithin } from './data-scope.ts'
import { Reach } from './reach.ts'
import { readRoleRightsByIds } from './role-rights.ts'

type UserRow = typeof users.$inferSelect
export interface Refusal {
  name: 'notFound' | 'userBuiltIn' | 'userStronger'
  userName: string
}

/**
 * The users with these ids, if the caller may change them all. They must be in the caller's scope, must not be the
 * built-in account, and must not have rights that the caller lacks.
 */
export async function changeableUsers(db: Db, caller: Caller, permission: string, ids: UserId[]) {
  const { found, refusals } = await checkUsers(db, caller, permission, ids)
  const [first] = refusals.values()
  if (first) throw new AppError(first.name, { name: first.userName })
  return found
}

/** The same for a change that nobody makes to themselves. */
export async function changeableOthers(db: Db, caller: Caller, permission: string, ids: UserId[]) {
  const found = await changeableUsers(db, caller, permission, ids)
  if (ids.includes(caller.userId)) throw new AppError('notYourself')
  return found
}

/** Throws unless the caller may end what lets these users in: their own, or that of users whom they may change. */
export async function requireChangeable(db: Db, caller: Caller, permission: string, ids: UserId[]) {
  const others = [...new Set(ids)].filter((id) => id !== caller.userId)
  if (!caller.isAdmin) await changeableUsers(db, caller, permission, others)
}

/** Which of these users the caller may change, and why not the others. */
export async function checkUsers(db: Db, caller: Caller, permission: string, ids: UserId[]) {
  const visible = await db
    .select()
    .from(users)
    .where(
      and(inArray(users.id, ids), isNull(users.deletedAt), usersWithin(scopeFor(caller, permission), users)),
    )
  const known = new Map(visible.map((user) => [user.id, user]))
  const stronger = caller.isAdmin ? new Set<UserId>() : await strongerUsers(db, caller, visible)
  const refusals = new Map<UserId, Refusal>()
  for (const id of ids) {
    const user = known.get(id)
    if (!user) refusals.set(id, { name: 'notFound', userName: '' })
    else if (user.builtIn) refusals.set(id, { name: 'userBuiltIn', userName: user.userName })
    else if (stronger.has(id)) refusals.set(id, { name: 'userStronger', userName: user.userName })
  }
  return { found: visible, refusals }
}

async function strongerUsers(db: Db, caller: Caller, people: UserRow[]): Promise<Set<UserId>> {
  const stronger = new Set<UserId>()
  const others = new Map(people.filter((user) => user.id !== caller.userId).map((user) => [user.id, user]))
  if (others.size === 0) return stronger
  const held = await db
    .select()
    .from(userRoles)
    .where(inArray(userRoles.userId, [...others.keys()]))
  const rights = await readRoleRightsByIds(db, [...new Set(held.map((row) => row.roleId))])
  const byId = new Map(rights.map((role) => [role.id, role]))
  const reach = await Reach.of(db, caller)
  for (const { userId, roleId } of held) {
    const [role, holder] = [byId.get(roleId), others.get(userId)]
    if (role && holder && reach.excessFor(role, holder)) stronger.add(userId)
  }
  return stronger
}
