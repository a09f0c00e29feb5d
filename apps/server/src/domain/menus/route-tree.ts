import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import { innerLink } from '@fleetdeck/contract/menus'
import type { RouteNode } from '@fleetdeck/contract/session'
import { toExternalLink } from '../../platform/http/external-link.ts'
import type { MenuRow } from './pages.queries.ts'

/**
 * The tree of pages that a user may open (spec §2, menu tree). Directories without any visible page are left out.
 * `isGiven` says whether a row is for the caller.
 */
export function routeTree(rows: MenuRow[], isGiven: (row: MenuRow) => boolean): RouteNode[] {
  const below = new Map<MenuId | null, MenuRow[]>()
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row])

  const buildNodes = (parent: MenuRow | undefined, parentPath: string): RouteNode[] =>
    (below.get(parent?.id ?? null) ?? []).flatMap((row) => {
      if (!isGiven(row)) return []
      const path = toPath(row, parent === undefined)
      const fullPath = parent ? `${parentPath}/${path}` : path
      const children = buildNodes(row, fullPath)
      if (row.menuType === MenuType.directory && children.length === 0) return []
      return [toNode(row, { path, fullPath, children })]
    })
  return buildNodes(undefined, '')
}

/** The ids of the rows from the top to the page or directory at an address of the console. */
export function rowsTo(nodes: readonly RouteNode[], path: string, parentPath = ''): number[] | undefined {
  for (const node of nodes) {
    const fullPath = parentPath ? `${parentPath}/${node.path}` : node.path
    if (fullPath === path) return [node.id]
    const below = rowsTo(node.children, path, fullPath)
    if (below) return [node.id, ...below]
  }
  return undefined
}

function toPath(row: MenuRow, isTop: boolean): string {
  const link = toExternalLink(row.path)
  if (link && row.component !== innerLink) return row.path
  const path = link ? innerPath(link) : row.path.replace(/^\/+/, '')
  return isTop ? `/${path}` : path
}

function toNode(row: MenuRow, at: { path: string; fullPath: string; children: RouteNode[] }): RouteNode {
  const link = toExternalLink(row.path)
  return {
    id: row.id,
    pid: row.parentId ?? 0,
    path: at.path,
    name: row.routeName || `menu-${row.id}`,
    component: row.component || (row.menuType === MenuType.directory ? 'Layout' : ''),
    ...(row.redirect && { redirect: row.redirect }),
    ...(row.query && { query: row.query }),
    hidden: !row.visible,
    alwaysShow: row.alwaysShow,
    meta: {
      title: row.menuName,
      icon: row.icon,
      langKey: row.langKey || at.fullPath,
      noCache: !row.isCache,
      affix: row.affix,
      breadcrumb: row.breadcrumb,
      ...(row.activeMenu && { activeMenu: row.activeMenu }),
      ...(link && { link }),
    },
    children: at.children,
  }
}

/** An address shown in a frame needs its own path within the console: its host and path. */
function innerPath(link: string): string {
  const { host, pathname } = new URL(link)
  return `${host}${pathname}`.replace(/[.:]/g, '/').replace(/\/+/g, '/').replace(/\/$/, '')
}
