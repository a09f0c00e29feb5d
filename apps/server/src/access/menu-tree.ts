import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import type { MenuNode } from '@fleetdeck/contract/roles'
import { type Caller, maySeeMenu } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { listMenus } from './menu-rows.queries.ts'

/** The menus that the caller may grant, as a tree. */
export async function menuTree({ db }: { db: Db }, caller: Caller): Promise<MenuNode[]> {
  const rows = await listMenus(db)
  const below = new Map<MenuId | null, typeof rows>()
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row])
  const buildNodes = (parentId: MenuId | null, parentPath: string): MenuNode[] =>
    (below.get(parentId) ?? []).flatMap((row) => {
      const path = row.path ? `${parentPath}/${row.path.replace(/^\/+/, '')}` : ''
      const children = buildNodes(row.id, path)
      // One without any pages yet is shown: a role may contain it.
      const isEmpty = row.menuType === MenuType.directory && children.length === 0 && below.has(row.id)
      if (isEmpty || !maySeeMenu(caller, row)) return []
      const { id, menuName: label, menuType, icon, permission } = row
      return [{ id, label, menuType, icon, permission, path, children }]
    })
  return buildNodes(null, '')
}
