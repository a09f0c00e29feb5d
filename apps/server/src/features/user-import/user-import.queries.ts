import type { PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lockLines } from '../../domain/devices/device-quota.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { posts, userPosts } from '../../platform/db/schema/posts.ts'
import { userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

export const listPosts = (db: Db) =>
  db.select({ id: posts.id, postName: posts.postName, status: posts.status }).from(posts)

/** Users who have one of these accounts, phone numbers or addresses. */
export const findTaken = (db: Db, taken: { names: string[]; phones: string[]; emails: string[] }) =>
  db
    .select({
      id: users.id,
      userName: users.userName,
      nickName: users.nickName,
      phone: users.phone,
      email: users.email,
      sex: users.sex,
      deptId: users.deptId,
      userType: users.userType,
      parentId: users.parentId,
      status: users.status,
      deviceNumber: users.deviceNumber,
      tenantExpireTime: users.tenantExpireTime,
      rateLimit: users.rateLimit,
      storageMegabytes: users.storageMegabytes,
      remark: users.remark,
    })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        sql`(lower(${users.userName}) = any(${sql.param(taken.names)}::text[])
          or (${users.phone} <> '' and ${users.phone} = any(${sql.param(taken.phones)}::text[]))
          or (${users.email} <> '' and lower(${users.email}) = any(${sql.param(taken.emails)}::text[])))`,
      ),
    )

export async function readRoles(db: Db, userIds: UserId[]): Promise<Map<UserId, RoleId[]>> {
  const held = new Map<UserId, RoleId[]>()
  if (userIds.length === 0) return held
  for (const { userId, roleId } of await db
    .select()
    .from(userRoles)
    .where(inArray(userRoles.userId, userIds)))
    held.set(userId, [...(held.get(userId) ?? []), roleId])
  return held
}

export async function readPosts(db: Db, userIds: UserId[]): Promise<Map<UserId, PostId[]>> {
  const held = new Map<UserId, PostId[]>()
  if (userIds.length === 0) return held
  for (const { userId, postId } of await db
    .select()
    .from(userPosts)
    .where(inArray(userPosts.userId, userIds)))
    held.set(userId, [...(held.get(userId) ?? []), postId])
  return held
}

export interface WrittenUser {
  /** Missing for a new user. */
  id: UserId | undefined
  row: typeof users.$inferInsert
  /** Columns to change of an existing user. */
  filled: string[]
  roleIds: RoleId[]
  postIds: PostId[]
}

/** Writes a part of an import; within one transaction, the import is all or nothing. */
export async function writeUsers(db: Db, people: WrittenUser[]): Promise<void> {
  if (people.some(({ filled }) => filled.includes('deviceNumber'))) await lockLines(db)
  const added = people.filter((user) => user.id === undefined)
  const ids = new Map<string, UserId>()
  if (added.length) {
    const rows = await db
      .insert(users)
      .values(added.map((user) => user.row))
      .returning({ id: users.id, userName: users.userName })
    for (const { id, userName } of rows) ids.set(userName, id)
  }
  for (const { id, row, filled } of people) {
    if (id === undefined) continue
    const change = Object.fromEntries(Object.entries(row).filter(([name]) => filled.includes(name)))
    await db.update(users).set(change).where(eq(users.id, id))
  }
  await replaceLinks(db, people, (user) => {
    const id = user.id ?? ids.get(user.row.userName)
    if (id === undefined) throw new Error(`user ${user.row.userName} was not written`)
    return id
  })
}

async function replaceLinks(db: Db, people: WrittenUser[], idOf: (user: WrittenUser) => UserId) {
  const old = people.flatMap((user) => user.id ?? [])
  if (old.length) {
    await db.delete(userRoles).where(inArray(userRoles.userId, old))
    await db.delete(userPosts).where(inArray(userPosts.userId, old))
  }
  const roleRows = people.flatMap((user) => user.roleIds.map((roleId) => ({ userId: idOf(user), roleId })))
  const postRows = people.flatMap((user) => user.postIds.map((postId) => ({ userId: idOf(user), postId })))
  if (roleRows.length) await db.insert(userRoles).values(roleRows)
  if (postRows.length) await db.insert(userPosts).values(postRows)
}
