import { Status } from '@fleetdeck/contract/enums'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { menus } from '../platform/db/schema/menus.ts'

/** The enabled menus, in their order. */
export const listMenus = (db: Db) =>
  db
    .select({
      id: menus.id,
      parentId: menus.parentId,
      menuName: menus.menuName,
      menuType: menus.menuType,
      icon: menus.icon,
      path: menus.path,
      permission: menus.permission,
    })
    .from(menus)
    .where(eq(menus.status, Status.on))
    .orderBy(asc(menus.orderNum), asc(menus.id))
