import { CacheType } from '@fleetdeck/contract/caches'
import type { CacheId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { eachRow } from '../../platform/crud/each-row.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { caches } from '../../platform/db/schema/caches.ts'
import { users } from '../../platform/db/schema/users.ts'

interface Filter {
  cacheKey?: string | undefined
  dataType?: number | undefined
  tenantId?: UserId | undefined
}

/** Characters of the content shown in a list. */
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

const visible = (scope: Scope) => and(live, ownedWithin(scope, caches.tenantId))

const where = ({ cacheKey, dataType, tenantId }: Filter) =>
  and(
    filterBy.LIKE(caches.cacheKey, cacheKey),
    filterBy.EQ(caches.dataType, dataType),
    filterBy.EQ(caches.tenantId, tenantId),
  )

const crud = crudQueries({
  table: caches,
  name: caches.cacheKey,
  rows: (db: Db) =>
    db
      .select({ ...base, content: sql<string>`left(${text}, ${shownContent})` })
      .from(caches)
      .innerJoin(users, eq(users.id, caches.tenantId))
      .$dynamic(),
  sortable: base,
  visible,
  where,
  refusals: { caches_key: 'cacheKeyTaken' },
})

const wholeRows = (db: Db) =>
  db
    .select({ ...base, content: text })
    .from(caches)
    .innerJoin(users, eq(users.id, caches.tenantId))

/** A cache may contain a megabyte. */
const chunkRows = 100

export const cacheQueries = {
  ...crud,

  find: async (db: Db, scope: Scope, ids: CacheId[]) =>
    wholeRows(db).where(and(inArray(caches.id, ids), visible(scope))),

  /** Every cache that matches, with its whole content. */
  each: (db: Db, scope: Scope, filter: Filter) =>
    eachRow(
      { orderByColumn: 'id', isAsc: 'asc' },
      { sortable: base, id: caches.id },
      ({ after, orderBy, limit }) =>
        wholeRows(db)
          .where(and(visible(scope), where(filter), after))
          .orderBy(...orderBy)
          .limit(limit),
      chunkRows,
    ),
}
