import { MenuType, Status } from '@fleetdeck/contract/enums'
import { consoleModule } from '@fleetdeck/contract/menus'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { menus } from '../../platform/db/schema/menus.ts'

export type MenuRow = typeof menus.$inferSelect

/** Directories and pages of this console, in the order of the menu. */
export const listAllPages = (db: Db): Promise<MenuRow[]> =>
  db
    .select()
    .from(menus)
    .where(
      and(eq(menus.moduleType, consoleModule), inArray(menus.menuType, [MenuType.directory, MenuType.menu])),
    )
    .orderBy(asc(menus.orderNum), asc(menus.id))

/** Those that are not disabled. */
export const enabledPages = (rows: readonly MenuRow[]) => rows.filter(({ status }) => status === Status.on)
