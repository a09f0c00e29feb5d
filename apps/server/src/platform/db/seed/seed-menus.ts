import { controlPermission } from '@fleetdeck/contract/device-socket'
import type { MenuId, RoleId } from '@fleetdeck/contract/ids'
import { guardedPermission } from '@fleetdeck/contract/parameter-rows'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { menus, roleMenus } from '../schema/menus.ts'
import { roles } from '../schema/roles.ts'
import { type MenuSeed, menuSeeds } from './menus.ts'

/** Back-office permissions are granted explicitly, never through a built-in role. */
const isBackOffice = (permission: string) => /^(system|permission|site)\//.test(permission)
const isReading = (permission: string) =>
  permission === '' || /\/(list|listUnAssignedDevice|one|export)$/.test(permission)

/** The permissions that a built-in role gets for a new menu row. */
const grantsByRole: Record<string, (permission: string) => boolean> = {
  operator: (permission) => !isBackOffice(permission),
  viewer: (permission) => !isBackOffice(permission) && isReading(permission),
}

/** Rows that used to be part of another permission: roles of the site keep them. */
const splitFrom: Record<string, string> = {
  [controlPermission]: '/device/deviceList',
  [guardedPermission]: siteConfig.update.permission,
}

const ownRolesWith = (db: Db, menuId: MenuId) =>
  db
    .select({ id: roles.id })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .where(and(eq(roles.builtIn, false), eq(roleMenus.menuId, menuId)))

interface Place {
  seed: MenuSeed
  order: number
  parent: MenuSeed | undefined
}

/** Parents precede their children. */
const placesBelow = (parent: MenuSeed): Place[] =>
  parent.children.flatMap((seed, index) => [{ seed, order: index + 1, parent }, ...placesBelow(seed)])

/** Adds missing rows in two statements; existing ones keep the site's changes. */
export async function seedMenus(db: Db): Promise<void> {
  const present = await db.select({ id: menus.id, seedKey: menus.seedKey }).from(menus)
  const presentIds = new Map(present.map((row) => [row.seedKey, row.id]))
  const missing = menuSeeds
    .flatMap((seed, index) => [{ seed, order: (index + 1) * 10, parent: undefined }, ...placesBelow(seed)])
    .filter(({ seed }) => !presentIds.has(seed.key))
  if (missing.length === 0) return
  const newIds = await nextMenuIds(db, missing.length)
  const ids = new Map(presentIds)
  for (const [index, { seed }] of missing.entries()) {
    const id = newIds[index]
    if (id !== undefined) ids.set(seed.key, id)
  }
  const idOf = ({ key }: MenuSeed): MenuId => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`no id for menu ${key}`)
    return id
  }
  await db
    .insert(menus)
    .overridingSystemValue()
    .values(
      missing.map(({ seed, order, parent }) => ({
        ...toRow(seed, order, parent ? idOf(parent) : null),
        id: idOf(seed),
      })),
    )

  const built = await db
    .select({ id: roles.id, roleKey: roles.roleKey })
    .from(roles)
    .where(and(eq(roles.builtIn, true), inArray(roles.roleKey, Object.keys(grantsByRole))))
  const granted: { roleId: RoleId; menuId: MenuId }[] = []
  for (const { seed } of missing) {
    const menuId = idOf(seed)
    const before = presentIds.get(splitFrom[seed.key] ?? '')
    const grants = [
      ...built.filter((role) => grantsByRole[role.roleKey]?.(seed.permission)),
      ...(before === undefined ? [] : await ownRolesWith(db, before)),
    ]
    granted.push(...grants.map(({ id: roleId }) => ({ roleId, menuId })))
  }
  if (granted.length) await db.insert(roleMenus).values(granted)
}

async function nextMenuIds(db: Db, count: number): Promise<MenuId[]> {
  const { rows } = await db.execute<{ id: MenuId }>(
    sql`select nextval(pg_get_serial_sequence('menus', 'id'))::int as id from generate_series(1, ${count})`,
  )
  return rows.map(({ id }) => id)
}

function toRow(seed: MenuSeed, orderNum: number, parentId: MenuId | null) {
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
