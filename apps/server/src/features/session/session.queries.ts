import { MenuType, Status } from '@fleetdeck/contract/enums'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { menus } from '../../db/schema/menus.ts'
import { loginLogs } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'

export type UserRow = typeof users.$inferSelect
export type MenuRow = typeof menus.$inferSelect

export async function findUserByName(db: Db, userName: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.userName})`, userName.toLowerCase()), isNull(users.deletedAt)))
  return row
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export const updateSignIn = (db: Db, id: number, loginIp: string) =>
  db.update(users).set({ loginIp, loginAt: new Date() }).where(eq(users.id, id))

export const updatePasswordHash = (db: Db, id: number, passwordHash: string) =>
  db.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, id))

export const insertLoginLog = (db: Db, row: typeof loginLogs.$inferInsert) => db.insert(loginLogs).values(row)

/** Enabled directories and pages, in the order of the menu. */
export const listPages = (db: Db): Promise<MenuRow[]> =>
  db
    .select()
    .from(menus)
    .where(and(eq(menus.status, Status.on), inArray(menus.menuType, [MenuType.directory, MenuType.menu])))
    .orderBy(asc(menus.orderNum), asc(menus.id))
