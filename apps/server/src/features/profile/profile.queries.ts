import type { UserId } from '@fleetdeck/contract/ids'
import type { Sex } from '@fleetdeck/contract/profile'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { posts, userPosts } from '../../platform/db/schema/posts.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function findProfile(db: Db, userId: UserId) {
  const [row] = await db
    .select({
      id: users.id,
      userName: users.userName,
      nickName: users.nickName,
      phone: users.phone,
      email: users.email,
      sex: sql<Sex>`${users.sex}`,
      avatar: users.avatar,
      deptName: departments.deptName,
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.deptId))
    .where(eq(users.id, userId))
  return row
}

export async function listRoleNames(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .select({ roleName: roles.roleName })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.roleSort))
  return rows.map((row) => row.roleName)
}

export async function listPostNames(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .select({ postName: posts.postName })
    .from(userPosts)
    .innerJoin(posts, eq(posts.id, userPosts.postId))
    .where(eq(userPosts.userId, userId))
    .orderBy(asc(posts.postSort))
  return rows.map((row) => row.postName)
}

export async function updateProfile(
  db: Db,
  userId: UserId,
  change: Partial<Pick<typeof users.$inferInsert, 'nickName' | 'phone' | 'email' | 'sex' | 'avatar'>>,
) {
  await db.update(users).set(change).where(eq(users.id, userId))
}

/** The stored file with that name, if it is the present avatar of its owner. */
export async function findAvatarFile(db: Db, fileName: string, address: string) {
  const [row] = await db
    .select({ file: storedFiles })
    .from(storedFiles)
    .innerJoin(users, and(eq(users.id, storedFiles.ownerId), eq(users.avatar, address)))
    .where(eq(storedFiles.fileName, fileName))
  return row?.file
}
