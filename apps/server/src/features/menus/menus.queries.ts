import { Status } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import type { MenuDraft } from '@fleetdeck/contract/menus'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isInPlans } from '../../access/plan-features.queries.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'

export type StoredMenu = typeof menus.$inferSelect
type NewMenu = Omit<MenuDraft, 'parentId'> & { parentId: MenuId | null }

const heldBy = (caller: Caller) =>
  caller.isAdmin
    ? undefined
    : sql`${isInPlans(caller.userId)} and ${menus.id} in (
        select ${roleMenus.menuId} from ${roleMenus}
        join ${userRoles} on ${userRoles.roleId} = ${roleMenus.roleId} and ${userRoles.userId} = ${caller.userId}
        join ${roles} on ${roles.id} = ${roleMenus.roleId} and ${roles.status} = ${Status.on})`

/** The rows granted to the caller, in the order of the menu; all for the super role. */
export const listHeldMenus = (db: Db, caller: Caller): Promise<StoredMenu[]> =>
  db.select().from(menus).where(heldBy(caller)).orderBy(asc(menus.orderNum), asc(menus.id))

export async function allHeld(db: Db, caller: Caller, ids: MenuId[]): Promise<boolean> {
  return (await db.$count(menus, and(inArray(menus.id, ids), heldBy(caller)))) === new Set(ids).size
}

/** Position of a row among all, regardless of permissions. */
export const listPlaces = (db: Db) =>
  db.select({ id: menus.id, parentId: menus.parentId, menuType: menus.menuType }).from(menus)

export const insertMenu = (db: Db, menu: NewMenu) => db.insert(menus).values(menu)

export const updateMenu = (db: Db, id: MenuId, menu: NewMenu) =>
  db.update(menus).set(menu).where(eq(menus.id, id))

/** In one statement. */
export const updateOrder = (db: Db, rows: { id: MenuId; orderNum: number }[]) =>
  db.execute(sql`update ${menus} set order_num = given.order_num, gmt_modified = now()
    from (select * from json_to_recordset(${JSON.stringify(rows.map(({ id, orderNum }) => ({ id, order_num: orderNum })))}::json)
      as rows(id int, order_num int)) given where ${menus.id} = given.id`)

export const deleteMenus = (db: Db, ids: MenuId[]) => db.delete(menus).where(inArray(menus.id, ids))

/** Names of rows that cannot be deleted: those with remaining children, those granted to a role, and built-in ones. */
export async function listHindrances(db: Db, ids: MenuId[]) {
  const rows = await db
    .select({
      menuName: menus.menuName,
      isSeeded: sql<boolean>`${menus.seedKey} is not null`,
      hasChildren: sql<boolean>`exists (select from menus child where child.parent_id = menus.id)`,
      isHeld: sql<boolean>`exists (select from ${roleMenus} where ${roleMenus.menuId} = menus.id)`,
    })
    .from(menus)
    .where(inArray(menus.id, ids))
    .orderBy(asc(menus.id))
  return rows
}
