import type { DepartmentId, PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Scope, userAndSubordinates, usersWithin } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { posts, userPosts } from '../../platform/db/schema/posts.ts'
import { userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface Links {
  roleIds: RoleId[]
  postIds: PostId[]
}
export type NewUser = typeof users.$inferInsert

/** @param check of the limits, in the same transaction */
export const insertUser = (db: Db, user: NewUser, links: Links, check: (tx: Db) => Promise<void>) =>
  db.transaction(async (tx) => {
    await check(tx)
    const [saved] = await tx.insert(users).values(user).returning({ id: users.id })
    const { id } = saved as { id: UserId }
    await insertLinks(tx, id, links)
    return id
  })

/** Also replaces roles and posts. */
export async function updateUser(
  tx: Db,
  { id, change, links }: { id: UserId; change: Partial<NewUser>; links: Links },
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id))
  await tx.delete(userPosts).where(eq(userPosts.userId, id))
  await tx.delete(userRoles).where(eq(userRoles.userId, id))
  await insertLinks(tx, id, links)
}

async function insertLinks(db: Db, userId: UserId, { roleIds, postIds }: Links) {
  const roleRows = [...new Set(roleIds)].map((roleId) => ({ userId, roleId }))
  const postRows = [...new Set(postIds)].map((postId) => ({ userId, postId }))
  if (roleRows.length) await db.insert(userRoles).values(roleRows)
  if (postRows.length) await db.insert(userPosts).values(postRows)
}

export const replaceRoles = (db: Db, userId: UserId, roleIds: RoleId[]) =>
  db.transaction(async (tx) => {
    await tx.delete(userRoles).where(eq(userRoles.userId, userId))
    await insertLinks(tx, userId, { roleIds, postIds: [] })
  })

export const updateStatus = (db: Db, id: UserId, status: number) =>
  db.update(users).set({ status }).where(eq(users.id, id))

export const readLinks = async (db: Db, userId: UserId): Promise<Links> => ({
  roleIds: (
    await db.select({ id: userRoles.roleId }).from(userRoles).where(eq(userRoles.userId, userId))
  ).map((row) => row.id),
  postIds: (
    await db.select({ id: userPosts.postId }).from(userPosts).where(eq(userPosts.userId, userId))
  ).map((row) => row.id),
})

export const listPosts = (db: Db, where?: SQL) =>
  db
    .select({ id: posts.id, postName: posts.postName, status: posts.status })
    .from(posts)
    .where(where)
    .orderBy(posts.postSort, posts.id)

export const findPosts = (db: Db, ids: PostId[]) => listPosts(db, inArray(posts.id, ids))

export async function findDepartment(db: Db, id: DepartmentId) {
  const [found] = await db
    .select({ deptName: departments.deptName, status: departments.status })
    .from(departments)
    .where(eq(departments.id, id))
  return found
}

export async function userVisible(db: Db, scope: Scope, id: UserId) {
  const where = and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scope, users))
  return (await db.$count(users, where)) === 1
}

export async function isBelow(db: Db, id: UserId, ancestor: UserId) {
  const where = and(eq(users.id, id), sql`${users.id} in (${userAndSubordinates(ancestor)})`)
  return (await db.$count(users, where)) > 0
}
