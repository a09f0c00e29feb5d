import { controlPermission } from '@fleetdeck/contract/device-socket'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { menus, roleMenus } from '../schema/menus.ts'
import { roles } from '../schema/roles.ts'
import { type MenuSeed, menuSeeds } from './menus.ts'

/** The back-office is given by name, never to a built-in role. */
const isBackOffice = (permission: string) => /^(system|permission|site)\//.test(permission)
const isReading = (permission: string) =>
  permission === '' || /\/(list|listUnAssignedDevice|one|export)$/.test(permission)

/** What a built-in role is granted of a new menu row. */
const grantsOf: Record<string, (permission: string) => boolean> = {
  operator: (permission) => !isBackOffice(permission),
  viewer: (permission) => !isBackOffice(permission) && isReading(permission),
}

/** What was part of another right before it had a row of its own: a site's own roles keep it. */
const splitFrom: Record<string, string> = { [controlPermission]: '/device/deviceList' }

const ownRolesWith = (db: Db, menuId: number) =>
  db
    .select({ id: roles.id })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .where(and(eq(roles.builtIn, false), eq(roleMenus.menuId, menuId)))

/** Adds the rows that are missing; those that are there stay as the site has made them. */
export async function seedMenus(db: Db): Promise<void> {
  const present = await db.select({ id: menus.id, seedKey: menus.seedKey }).from(menus)
  const seedIds = new Map(present.map((row) => [row.seedKey, row.id]))
  const built = await db
    .select({ id: roles.id, roleKey: roles.roleKey })
    .from(roles)
    .where(and(eq(roles.builtIn, true), inArray(roles.roleKey, Object.keys(grantsOf))))

  const add = async (seed: MenuSeed, order: number, parentId: number | null): Promise<void> => {
    let id = seedIds.get(seed.key)
    if (id === undefined) {
      const [row] = await db
        .insert(menus)
        .values(toRow(seed, order, parentId))
        .returning({ id: menus.id })
      id = (row as { id: number }).id
      const menuId = id
      const before = seedIds.get(splitFrom[seed.key] ?? '')
      const grants = [
        ...built.filter((role) => grantsOf[role.roleKey]?.(seed.permission)),
        ...(before === undefined ? [] : await ownRolesWith(db, before)),
      ]
      if (grants.length)
        await db.insert(roleMenus).values(grants.map((role) => ({ roleId: role.id, menuId })))
    }
    for (const [index, child] of seed.children.entries()) await add(child, index + 1, id)
  }
  for (const [index, seed] of menuSeeds.entries()) await add(seed, (index + 1) * 10, null)
}

function toRow(seed: MenuSeed, orderNum: number, parentId: number | null) {
  return {
    parentId,
    orderNum,
    seedKey: seed.key,
    menuType: seed.type,
    menuName: seed.title,
    path: seed.path,
    component: seed.component,
    permission: seed.permission,
    icon: seed.icon,
  }
}
