import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuId } from '@fleetdeck/contract/ids'
import type { MenuChoice, MenuDraft } from '@fleetdeck/contract/menus'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import type { Refusals } from '../../platform/crud/map-db-errors.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import { toExternalLink } from '../../platform/http/external-link.ts'
import type { listPlaces, StoredMenu } from './menus.queries.ts'

/** Path from the root, as in addresses and labels. */
export function fullPaths(rows: StoredMenu[]): Map<MenuId, string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paths = new Map<MenuId, string>()
  const buildPath = (row: StoredMenu): string => {
    const known = paths.get(row.id)
    if (known !== undefined) return known
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    const own = row.path.replace(/^\/+/, '')
    const path = row.menuType === MenuType.button ? '' : `${parent ? buildPath(parent) : ''}/${own}`
    paths.set(row.id, toExternalLink(row.path) ?? path)
    return paths.get(row.id) ?? ''
  }
  for (const row of rows) buildPath(row)
  return paths
}

export function asRow(row: StoredMenu, paths: Map<MenuId, string>) {
  const { seedKey, gmtModified: _modified, ...rest } = row
  return {
    ...rest,
    parentId: row.parentId ?? 0,
    fullPath: paths.get(row.id) ?? '',
    isSeeded: seedKey !== null,
  }
}

interface MenuBranch extends ReturnType<typeof asRow> {
  children?: MenuBranch[]
}

/** A row whose parent is not in the list becomes a root. */
export function menuRowTree(rows: StoredMenu[]): MenuBranch[] {
  const paths = fullPaths(rows)
  const ids = new Set(rows.map((row) => row.id))
  const below = (parentId: MenuId | null): MenuBranch[] =>
    rows
      .filter((row) => (row.parentId !== null && ids.has(row.parentId) ? row.parentId : null) === parentId)
      .map((row) => {
        const children = below(row.id)
        return { ...asRow(row, paths), ...(children.length && { children }) }
      })
  return below(null)
}

/** Possible parents: directories and pages. */
export function menuChoices(rows: StoredMenu[]): MenuChoice[] {
  const buildChoices = (nodes: MenuBranch[]): MenuChoice[] =>
    nodes
      .filter((node) => node.menuType !== MenuType.button)
      .map((node) => ({
        id: node.id,
        label: node.menuName,
        fullPath: node.fullPath,
        menuType: node.menuType,
        children: buildChoices(node.children ?? []),
      }))
  return buildChoices(menuRowTree(rows))
}

/** Those of calls, and those of shipped rows, which calls check in addition to their own. */
export function knownPermissions(endpoints: Endpoint[]): string[] {
  const known = new Set([...endpoints.map(({ permission }) => permission), ...permissionPages.keys()])
  for (const guard of ['', 'public', 'signed-in']) known.delete(guard)
  return [...known].sort()
}

/** The row of a draft: fields that its kind does not have are emptied, and the path is normalized. */
export function checkedMenu(draft: MenuDraft, caller: Caller) {
  const { menuType } = draft
  const isButton = menuType === MenuType.button
  if (isButton && !draft.permission) throw new AppError('menuPermissionRequired')
  if (draft.permission && !may(caller, draft.permission)) throw new AppError('menuPermissionNotHeld')
  const isFrame = !isButton && draft.isFrame
  if (menuType === MenuType.menu && !isFrame && !draft.component) throw new AppError('menuComponentRequired')
  const parentId = draft.parentId || null
  return {
    ...draft,
    parentId,
    isFrame,
    path: isButton ? '' : checkedPath(draft, parentId),
    ...(isButton && { component: '', routeName: '', redirect: '', query: '', icon: '', activeMenu: '' }),
    ...(menuType === MenuType.directory && { component: 'Layout', permission: draft.permission }),
  }
}

function checkedPath({ path, isFrame }: MenuDraft, parentId: MenuId | null): string {
  if (!path) throw new AppError('menuPathRequired')
  if (isFrame) {
    if (!toExternalLink(path)) throw new AppError('menuLinkWrong')
    return path
  }
  const inner = path.replace(/^\/+|\/+$/g, '')
  if (!/^[\w:-]+(\/[\w:-]+)*$/.test(inner) || URL.canParse(path)) throw new AppError('menuPathWrong')
  return parentId === null ? `/${inner}` : inner
}

/** The parent must exist, must not be a button, the row itself or below it. */
export function checkPlace(
  places: Awaited<ReturnType<typeof listPlaces>>,
  { id, parentId, menuType }: { id?: MenuId; parentId: MenuId | null; menuType: number },
) {
  const byId = new Map(places.map((place) => [place.id, place]))
  if (id !== undefined && menuType === MenuType.button && places.some((place) => place.parentId === id))
    throw new AppError('menuButtonHasChildren')
  if (parentId === null) return
  const parent = byId.get(parentId)
  if (!parent) throw new AppError('notFound')
  if (parent.menuType === MenuType.button) throw new AppError('menuParentButton')
  let above: typeof parent | undefined = parent
  while (above) {
    if (above.id === id) throw new AppError('menuCycle')
    above = above.parentId === null ? undefined : byId.get(above.parentId)
  }
}

export const refusals: Refusals = {
  menus_name: 'menuNameTaken',
  menus_path: 'menuPathTaken',
  menus_route_name: 'menuRouteNameTaken',
}

export function checkRemovable(
  rows: { menuName: string; isSeeded: boolean; hasChildren: boolean; isHeld: boolean }[],
) {
  for (const { menuName: name, isSeeded, hasChildren, isHeld } of rows) {
    if (isSeeded) throw new AppError('menuSeeded', { name })
    if (hasChildren) throw new AppError('menuHasChildren', { name })
    if (isHeld) throw new AppError('menuInUse', { name })
  }
}
