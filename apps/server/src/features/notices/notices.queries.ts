import { Status } from '@fleetdeck/contract/enums'
import type { NoticeId, UserId } from '@fleetdeck/contract/ids'
import type { notices as calls } from '@fleetdeck/contract/notices'
import { and, asc, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { noticeReads, notices } from '../../platform/db/schema/notices.ts'
import { users } from '../../platform/db/schema/users.ts'

type ReaderFilter = z.output<(typeof calls)['readers']['query']>

/** How many notices the bell shows. */
const bellCount = 5

const row = {
  id: notices.id,
  noticeTitle: notices.noticeTitle,
  noticeType: notices.noticeType,
  status: notices.status,
  createBy: users.userName,
  readCount:
    sql<number>`(select count(*) from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id})`.mapWith(
      Number,
    ),
  createdAt: notices.createdAt,
  gmtModified: notices.gmtModified,
}

const crud = crudQueries({
  table: notices,
  rows: (db: Db) => db.select(row).from(notices).innerJoin(users, eq(users.id, notices.createBy)).$dynamic(),
  sortable: row,
  where: ({ noticeTitle, noticeType, status, createBy }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(notices.noticeTitle, noticeTitle),
      filterBy.EQ(notices.noticeType, noticeType),
      filterBy.EQ(notices.status, status),
      createBy
        ? sql`${notices.createBy} in (select id from users where user_name ilike ${containing(createBy)})`
        : undefined,
    ),
})

/** Notices of these ids with their texts. */
const find = async (db: Db, _scope: unknown, ids: NoticeId[]) =>
  db
    .select({ ...row, noticeContent: notices.noticeContent })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.createBy))
    .where(inArray(notices.id, ids))

export const noticeQueries = { ...crud, find }

const isReadBy = (userId: UserId) => and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.userId, userId))

export const listNewest = (db: Db, userId: UserId) =>
  db
    .select({
      id: notices.id,
      noticeTitle: notices.noticeTitle,
      noticeType: notices.noticeType,
      noticeContent: notices.noticeContent,
      createBy: users.nickName,
      createdAt: notices.createdAt,
      isRead: sql<boolean>`${noticeReads.readAt} is not null`,
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.createBy))
    .leftJoin(noticeReads, isReadBy(userId))
    .where(eq(notices.status, Status.on))
    .orderBy(desc(notices.id))
    .limit(bellCount)

const unreadBy = (db: Db, userId: UserId, ids?: NoticeId[]) =>
  db
    .select({ noticeId: notices.id })
    .from(notices)
    .leftJoin(noticeReads, isReadBy(userId))
    .where(
      and(
        eq(notices.status, Status.on),
        isNull(noticeReads.readAt),
        ids ? inArray(notices.id, ids) : undefined,
      ),
    )

export const countUnread = async (db: Db, userId: UserId) => (await unreadBy(db, userId)).length

/** Without ids, all open ones. */
export async function markRead(db: Db, userId: UserId, ids?: NoticeId[]): Promise<void> {
  const unread = await unreadBy(db, userId, ids)
  if (unread.length === 0) return
  await db
    .insert(noticeReads)
    .values(unread.map(({ noticeId }) => ({ noticeId, userId })))
    .onConflictDoNothing()
}

export async function listReaders(db: Db, scope: Scope, query: ReaderFilter) {
  const pattern = query.searchValue && containing(query.searchValue)
  const where = and(
    eq(noticeReads.noticeId, query.noticeId),
    ownedWithin(scope, users.id),
    pattern ? or(ilike(users.userName, pattern), ilike(users.nickName, pattern)) : undefined,
  )
  const readers = db
    .select({
      id: users.id,
      userName: users.userName,
      nickName: users.nickName,
      deptName: departments.deptName,
      phone: users.phone,
      readTime: noticeReads.readAt,
    })
    .from(noticeReads)
    .innerJoin(users, eq(users.id, noticeReads.userId))
    .leftJoin(departments, eq(departments.id, users.deptId))
    .where(where)
  const { limit, offset } = toLimit(query)
  const order = query.isAsc === 'asc' ? asc(noticeReads.readAt) : desc(noticeReads.readAt)
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(noticeReads)
    .innerJoin(users, eq(users.id, noticeReads.userId))
    .where(where)
  return { list: await readers.orderBy(order, asc(users.id)).limit(limit).offset(offset), total }
}
