import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import type { roleUsers } from '@fleetdeck/contract/roles'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Scope, usersWithin } from '../../access/data-scope.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

type Query = z.output<typeof roleUsers.list.query>

const row = {
  id: users.id,
  userName: users.userName,
  nickName: users.nickName,
  phone: users.phone,
  email: users.email,
  status: users.status,
  deptName: departments.deptName,
  createdAt: users.createdAt,
}

export async function listRoleUsers(db: Db, scope: Scope, query: Query) {
  const holders = sql`select user_id from user_roles where role_id = ${query.roleId}`
  const pattern = query.userName && containing(query.userName)
  const where = and(
    isNull(users.deletedAt),
    usersWithin(scope, users),
    query.assigned === '1' ? sql`${users.id} in (${holders})` : sql`${users.id} not in (${holders})`,
    // The built-in account cannot be changed by others.
    query.assigned === '0' ? eq(users.builtIn, false) : undefined,
    pattern ? or(ilike(users.userName, pattern), ilike(users.nickName, pattern)) : undefined,
    query.phone ? ilike(users.phone, containing(query.phone)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(row)
    .from(users)
    .leftJoin(departments, eq(departments.id, users.deptId))
    .where(where)
    .orderBy(...buildOrder(query, row, users.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(users, where) }
}

export const roleInView = async (db: Db, inView: SQL | undefined, id: RoleId) =>
  (await db.$count(roles, and(eq(roles.id, id), inView))) > 0

export const insertHolders = (db: Db, roleId: RoleId, userIds: UserId[]) =>
  db
    .insert(userRoles)
    .values([...new Set(userIds)].map((userId) => ({ userId, roleId })))
    .onConflictDoNothing()

export const deleteHolders = (db: Db, roleId: RoleId, userIds: UserId[]) =>
  db.delete(userRoles).where(and(eq(userRoles.roleId, roleId), inArray(userRoles.userId, userIds)))
