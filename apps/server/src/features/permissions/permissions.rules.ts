import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import type { PermissionRow } from '@fleetdeck/contract/permissions'
import type { countHolders, listMenus, listRoles } from './permissions.queries.ts'

type Menu = Awaited<ReturnType<typeof listMenus>>[number]
interface Known {
  endpoints: Endpoint[]
  menus: Menu[]
  roles: Awaited<ReturnType<typeof listRoles>>
  holders: Awaited<ReturnType<typeof countHolders>>
}

/** Every permission string of a route or a menu row, with the routes and rows that use it. */
export function permissionRows({ endpoints, menus, roles, holders }: Known): PermissionRow[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const buildPath = (menu: Menu): string => {
    const parent = menu.parentId === null ? undefined : byId.get(menu.parentId)
    const above = parent ? buildPath(parent) : ''
    return menu.menuType === MenuType.button ? above : `${above}/${menu.path.replace(/^\/+/, '')}`
  }
  const rows = new Map<string, PermissionRow>()
  const toRow = (permission: string) => {
    const row = rows.get(permission) ?? { id: 0, permission, routes: [], menus: [], roles: [], userCount: 0 }
    rows.set(permission, row)
    return row
  }
  for (const { permission, method, path } of endpoints)
    if (permission !== 'public' && permission !== 'signed-in') toRow(permission).routes.push({ method, path })
  for (const menu of menus) {
    if (!menu.permission) continue
    const { id, menuType, menuName } = menu
    toRow(menu.permission).menus.push({ id, menuType, menuName, fullPath: buildPath(menu) })
  }
  for (const { permission, ...role } of roles) toRow(permission).roles.push(role)
  for (const { permission, userCount } of holders) toRow(permission).userCount = userCount
  return [...rows.values()]
    .sort((a, b) => (a.permission < b.permission ? -1 : 1))
    .map((row, index) => ({ ...row, id: index + 1 }))
}

interface Filter {
  permission?: string | undefined
  roleId?: RoleId | undefined
  orderByColumn?: string | undefined
  isAsc?: 'asc' | 'desc' | undefined
}

export function filtered(rows: PermissionRow[], { permission, roleId, orderByColumn, isAsc }: Filter) {
  const wanted = permission?.toLowerCase() ?? ''
  const list = rows.filter(
    (row) =>
      row.permission.toLowerCase().includes(wanted) &&
      (roleId === undefined || row.roles.some((role) => role.id === roleId)),
  )
  if (orderByColumn === 'userCount') list.sort((a, b) => a.userCount - b.userCount)
  return isAsc === 'desc' ? list.reverse() : list
}
