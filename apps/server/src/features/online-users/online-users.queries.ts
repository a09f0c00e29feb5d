import type { SessionId } from '@fleetdeck/contract/ids'
import type { onlineUsers } from '@fleetdeck/contract/online-users'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Sessions } from '../../access/sessions.ts'
import { viewedName } from '../../access/viewed-caller.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<(typeof onlineUsers)['list']['query']>

const row = {
  id: sessions.id,
  userName: users.userName,
  nickName: users.nickName,
  deptName: departments.deptName,
  ip: sessions.ip,
  userAgent: sessions.userAgent,
  loginTime: sessions.createdAt,
  lastSeenAt: sessions.seenAt,
  viewAs: viewedName,
}

export async function listSessions(
  { db, open }: { db: Db; open: Sessions['isOpen'] },
  scope: Scope,
  query: Filter,
) {
  const where = and(
    open(),
    ownedWithin(scope, sessions.userId),
    query.ipaddr ? ilike(sessions.ip, containing(query.ipaddr)) : undefined,
    query.userName ? ilike(users.userName, containing(query.userName)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(row)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(departments, eq(departments.id, users.deptId))
    .where(where)
    .orderBy(...buildOrder(query, row, sessions.id))
    .limit(limit)
    .offset(offset)
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(where)
  return { list, total }
}

export const findSessions = (db: Db, scope: Scope, ids: SessionId[]) =>
  db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), ownedWithin(scope, sessions.userId)))
