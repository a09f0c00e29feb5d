import { MenuType, Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { consoleModule } from '@fleetdeck/contract/menus'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { maySignIn } from '../../access/sessions.ts'
import type { Db } from '../../platform/db/db.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { users } from '../../platform/db/schema/users.ts'

export type UserRow = typeof users.$inferSelect
export type MenuRow = typeof menus.$inferSelect

export async function findUser(db: Db, id: UserId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** Nickname of the user above this one, unless that one can no longer sign in. */
export async function findParentName(db: Db, { parentId }: UserRow): Promise<string | null> {
  if (parentId === null) return null
  const [parent] = await db
    .select({ nickName: users.nickName })
    .from(users)
    .where(and(eq(users.id, parentId), maySignIn()))
  return parent?.nickName ?? null
}

/** Enabled directories and pages of this console, in the order of the menu. */
export const listPages = (db: Db): Promise<MenuRow[]> =>
  db
    .select()
    .from(menus)
    .where(
      and(
        eq(menus.status, Status.on),
        eq(menus.moduleType, consoleModule),
        inArray(menus.menuType, [MenuType.directory, MenuType.menu]),
      ),
    )
    .orderBy(asc(menus.orderNum), asc(menus.id))
