import type { PostDraft, PostQuery } from '@fleetdeck/contract/posts'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { posts } from '../../platform/db/schema/posts.ts'

type Draft = z.output<typeof PostDraft>

const userCount = sql<number>`(select count(*) from user_posts where user_posts.post_id = posts.id)`.mapWith(
  Number,
)
const row = {
  id: posts.id,
  postCode: posts.postCode,
  postName: posts.postName,
  postSort: posts.postSort,
  status: posts.status,
  remark: posts.remark,
  userCount,
  createdAt: posts.createdAt,
}
const sortable = { ...row, userCount: sql`7` }

export async function listPosts(db: Db, query: PostQuery) {
  const where = and(
    query.postCode ? ilike(posts.postCode, containing(query.postCode)) : undefined,
    query.postName ? ilike(posts.postName, containing(query.postName)) : undefined,
    query.status ? eq(posts.status, Number(query.status)) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const order = query.orderByColumn ? orderOf(query, sortable, posts.id) : [posts.postSort, posts.id]
  const list = await db
    .select(row)
    .from(posts)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(posts, where) }
}

export async function findPosts(db: Db, ids: number[]) {
  return db.select(row).from(posts).where(inArray(posts.id, ids))
}

export const insertPost = (db: Db, draft: Draft) => db.insert(posts).values(draft)

export const updatePost = (db: Db, id: number, draft: Draft) =>
  db.update(posts).set(draft).where(eq(posts.id, id))

export const deletePosts = (db: Db, ids: number[]) => db.delete(posts).where(inArray(posts.id, ids))
