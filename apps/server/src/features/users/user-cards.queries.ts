import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, ilike, inArray, isNull, or } from 'drizzle-orm'
import { type Scope, usersWithin } from '../../access/data-scope.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'

const card = { id: users.id, userName: users.userName, nickName: users.nickName }

export async function listUserCards(
  db: Db,
  scope: Scope,
  query: { userName?: string | undefined; pageNum: number; pageSize: number },
) {
  const pattern = query.userName && containing(query.userName)
  const where = and(
    isNull(users.deletedAt),
    eq(users.status, Status.on),
    usersWithin(scope, users),
    pattern ? or(ilike(users.userName, pattern), ilike(users.nickName, pattern)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(card)
    .from(users)
    .where(where)
    .orderBy(asc(users.userName))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(users, where) }
}

/** Includes disabled users: a form that refers to one must be able to show them. */
export const findUserCards = (db: Db, scope: Scope, ids: UserId[]) =>
  db
    .select(card)
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt), usersWithin(scope, users)))
