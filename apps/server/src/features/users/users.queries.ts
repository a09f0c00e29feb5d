import { Status } from '@fleetdeck/contract/enums'
import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf } from '../../crud/page.ts'
import type { Db } from '../../db/db.ts'
import { users } from '../../db/schema/users.ts'

export async function listUserCards(
  db: Db,
  scope: Scope,
  query: { userName?: string | undefined; pageNum: number; pageSize: number },
) {
  const pattern = query.userName && containing(query.userName)
  const where = and(
    isNull(users.deletedAt),
    eq(users.status, Status.on),
    ownedWithin(scope, users.id),
    pattern ? or(ilike(users.userName, pattern), ilike(users.nickName, pattern)) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select({ id: users.id, userName: users.userName, nickName: users.nickName })
    .from(users)
    .where(where)
    .orderBy(asc(users.userName))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(users, where) }
}
