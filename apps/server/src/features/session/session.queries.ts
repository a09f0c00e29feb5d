import { MenuType, Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { consoleModule } from '@fleetdeck/contract/menus'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { users } from '../../platform/db/schema/users.ts'

export type UserRow = typeof users.$inferSelect
export type MenuRow = typeof menus.$inferSelect

export async function findUser(db: Db, id: UserId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
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
