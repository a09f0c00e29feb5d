import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import type { notices as calls, NoticeDraft } from '@fleetdeck/contract/notices'
import { and, asc, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { noticeReads, notices } from '../../platform/db/schema/notices.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<(typeof calls)['list']['query']>
type ReaderFilter = z.output<(typeof calls)['readers']['query']>
type NewNotice = z.output<typeof NoticeDraft>

/** How many the bell shows. */
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

export async function listNotices(db: Db, query: Filter) {
  const where = and(
    query.noticeTitle ? ilike(notices.noticeTitle, containing(query.noticeTitle)) : undefined,
    query.noticeType ? eq(notices.noticeType, query.noticeType) : undefined,
    query.status === undefined ? undefined : eq(notices.status, query.status),
    query.createBy
      ? sql`${notices.createBy} in (select id from users where user_name ilike ${containing(query.createBy)})`
      : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(notices)
    .innerJoin(users, eq(users.id, notices.createBy))
    .where(where)
    .orderBy(...orderOf(query, row, notices.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(notices, where) }
}

export async function findNotice(db: Db, id: number) {
  const [found] = await db
    .select({ ...row, noticeContent: notices.noticeContent })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.createBy))
    .where(eq(notices.id, id))
  return found
}

export const insertNotice = (db: Db, notice: NewNotice & { createBy: UserId }) =>
  db.insert(notices).values(notice)

export const updateNotice = (db: Db, id: number, notice: NewNotice) =>
  db.update(notices).set(notice).where(eq(notices.id, id))

export async function deleteNotices(db: Db, ids: number[]): Promise<number> {
  const gone = await db.delete(notices).where(inArray(notices.id, ids)).returning({ id: notices.id })
  return gone.length
}

const readOf = (userId: UserId) => and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.userId, userId))

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
    .leftJoin(noticeReads, readOf(userId))
    .where(eq(notices.status, Status.on))
    .orderBy(desc(notices.id))
    .limit(bellCount)

const unreadBy = (db: Db, userId: UserId, ids?: number[]) =>
  db
    .select({ noticeId: notices.id })
    .from(notices)
    .leftJoin(noticeReads, readOf(userId))
    .where(
      and(
        eq(notices.status, Status.on),
        isNull(noticeReads.readAt),
        ids ? inArray(notices.id, ids) : undefined,
      ),
    )

export const countUnread = async (db: Db, userId: UserId) => (await unreadBy(db, userId)).length

/** Without ids, all that are open. */
export async function markRead(db: Db, userId: UserId, ids?: number[]): Promise<void> {
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
  const { limit, offset } = limitOf(query)
  const order = query.isAsc === 'asc' ? asc(noticeReads.readAt) : desc(noticeReads.readAt)
  const [{ total } = { total: 0 }] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(noticeReads)
    .innerJoin(users, eq(users.id, noticeReads.userId))
    .where(where)
  return { list: await readers.orderBy(order, asc(users.id)).limit(limit).offset(offset), total }
}
