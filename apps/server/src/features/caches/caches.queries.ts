import { CacheType } from '@fleetdeck/contract/caches'
import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { caches } from '../../platform/db/schema/caches.ts'
import { users } from '../../platform/db/schema/users.ts'

interface Filter {
  cacheKey?: string | undefined
  dataType?: number | undefined
  tenantId?: UserId | undefined
}

/** Characters of a content that a list shows. */
const shownContent = 200
const text = sql<string>`case when ${caches.dataType} = ${CacheType.text} then ${caches.content}
  else array_to_string(${caches.lines}, chr(10)) end`
const base = {
  id: caches.id,
  cacheKey: caches.cacheKey,
  dataType: caches.dataType,
  size: sql<number>`case when ${caches.dataType} = ${CacheType.text} then length(${caches.content})
    else cardinality(${caches.lines}) end`,
  tenantId: caches.tenantId,
  userName: users.userName,
  expiresAt: caches.expiresAt,
  gmtModified: caches.gmtModified,
}
const live = or(isNull(caches.expiresAt), gt(caches.expiresAt, sql`now()`))

const buildWhere = (scope: Scope, { cacheKey, dataType, tenantId }: Filter) =>
  and(
    live,
    ownedWithin(scope, caches.tenantId),
    cacheKey ? ilike(caches.cacheKey, containing(cacheKey)) : undefined,
    dataType ? eq(caches.dataType, dataType as 1 | 2 | 3) : undefined,
    tenantId ? eq(caches.tenantId, tenantId) : undefined,
  )

export async function listCaches(db: Db, scope: Scope, query: Filter & PageRequest) {
  const where = buildWhere(scope, query)
  const { limit, offset } = limitOf(query)
  const list = await db
    .select({ ...base, content: sql<string>`left(${text}, ${shownContent})` })
    .from(caches)
    .innerJoin(users, eq(users.id, caches.tenantId))
    .where(where)
    .orderBy(...orderOf(query, base, caches.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(caches, where) }
}

/** Every cache of a search with its whole content, some at a time. */
export async function* eachCache(db: Db, scope: Scope, filter: Filter) {
  const chunk = 100
  let afterId = 0
  for (;;) {
    const rows = await db
      .select({ ...base, content: text })
      .from(caches)
      .innerJoin(users, eq(users.id, caches.tenantId))
      .where(and(buildWhere(scope, filter), gt(caches.id, afterId)))
      .orderBy(caches.id)
      .limit(chunk)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < chunk) return
    afterId = last.id
  }
}

export async function findCache(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select({ ...base, content: text })
    .from(caches)
    .innerJoin(users, eq(users.id, caches.tenantId))
    .where(and(eq(caches.id, id), live, ownedWithin(scope, caches.tenantId)))
  return found
}

export const userVisible = async (db: Db, scope: Scope, id: UserId) =>
  (await db.$count(users, and(eq(users.id, id), ownedWithin(scope, users.id)))) === 1

export async function allVisible(db: Db, scope: Scope, ids: number[]) {
  const where = and(inArray(caches.id, ids), live, ownedWithin(scope, caches.tenantId))
  return (await db.$count(caches, where)) === new Set(ids).size
}

export const deleteCaches = (db: Db, ids: number[]) => db.delete(caches).where(inArray(caches.id, ids))

export const renameCache = (db: Db, id: number, cacheKey: string) =>
  db.update(caches).set({ cacheKey }).where(eq(caches.id, id))
