import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuNode } from '@fleetdeck/contract/roles'

/** The actions that most pages have, each in a column. */
export const columns = ['add', 'edit', 'delete', 'export'] as const
export type Column = (typeof columns)[number]

/** A page with the buttons below it; a directory with buttons of its own has a row too. */
export interface GrantRow {
  page: MenuNode
  /** The search results: the page itself, and its buttons by column. */
  isPageShown: boolean
  cells: Partial<Record<Column, MenuNode>>
  more: MenuNode[]
  /** Shown nodes. */
  ids: number[]
}
export interface GrantGroup {
  /** Undefined for pages without a directory. */
  directory: MenuNode | undefined
  /** Labels of the directory and those above. */
  labels: string[]
  rows: GrantRow[]
  ids: number[]
}

const patterns: Record<Column, RegExp> = {
  add: /^add(?![a-z])|Add$/,
  edit: /^edit(?![a-z])|^update(?![a-z])|Edit$/,
  delete: /^(delete|remove)(?![a-z])|Delete$/,
  export: /^export(?![a-z])|Export$/,
}

/** Buttons whose last part is the name of a column, or else begins or ends with it; one per column. */
function splitButtons(buttons: readonly MenuNode[]): Pick<GrantRow, 'cells' | 'more'> {
  const lastPart = ({ permission }: MenuNode) => permission.slice(permission.lastIndexOf('/') + 1)
  const cells: GrantRow['cells'] = {}
  for (const column of columns) {
    const found =
      buttons.find((button) => lastPart(button) === column) ??
      buttons.find((button) => patterns[column].test(lastPart(button)))
    if (found) cells[column] = found
  }
  const placed = new Set(Object.values(cells))
  return { cells, more: buttons.filter((button) => !placed.has(button)) }
}

const isOf = (menuType: number) => (node: MenuNode) => node.menuType === menuType

/** Buttons below a node, also those below other buttons, but not those of other pages. */
const buttonsOf = (node: MenuNode): MenuNode[] =>
  node.children.filter(isOf(MenuType.button)).flatMap((button) => [button, ...buttonsOf(button)])

/** Pages below a node, also those below other pages, but not those of other directories. */
const pagesOf = (node: MenuNode): MenuNode[] =>
  node.children.flatMap((child) => {
    if (child.menuType === MenuType.directory) return []
    return child.menuType === MenuType.menu ? [child, ...pagesOf(child)] : pagesOf(child)
  })

const directoriesOf = (node: MenuNode): MenuNode[] =>
  node.children.flatMap((child) => (child.menuType === MenuType.directory ? [child] : directoriesOf(child)))

export interface GrantFilter {
  labelOf: (node: MenuNode) => string
  search: string
  /** Only these nodes, if given. */
  only?: ReadonlySet<number> | undefined
}

/** The menu tree as groups of rows; only nodes that match, where a matching page keeps its buttons. */
export function grantTable(nodes: readonly MenuNode[], { labelOf, search, only }: GrantFilter): GrantGroup[] {
  const wanted = search.trim().toLowerCase()
  const fits = (node: MenuNode) => `${labelOf(node)} ${node.permission}`.toLowerCase().includes(wanted)
  const isNew = (node: MenuNode) => !only || only.has(node.id)

  function rowOf(page: MenuNode): GrantRow | undefined {
    const isPageShown = page.menuType === MenuType.menu && fits(page) && isNew(page)
    const buttons = buttonsOf(page).filter((button) => (fits(page) || fits(button)) && isNew(button))
    if (!isPageShown && buttons.length === 0) return undefined
    const ids = [...(isPageShown ? [page.id] : []), ...buttons.map(({ id }) => id)]
    return { page, isPageShown, ids, ...splitButtons(buttons) }
  }
  function groupsOf(node: MenuNode, directory: MenuNode | undefined, labels: string[]): GrantGroup[] {
    const rows = [node, ...pagesOf(node)].flatMap((page) => rowOf(page) ?? [])
    const isEmpty = directory?.children.length === 0 && fits(directory) && isNew(directory)
    // A search that leaves only some rows does not grant the directory automatically.
    const own = directory && (isEmpty || (!wanted && !only)) ? [directory.id] : []
    const group = { directory, labels, rows, ids: [...own, ...rows.flatMap(({ ids }) => ids)] }
    const below = directoriesOf(node).flatMap((child) => groupsOf(child, child, [...labels, labelOf(child)]))
    const isShown = rows.length > 0 || group.ids.length > 0
    // Pages without a directory come last.
    return directory ? [...(isShown ? [group] : []), ...below] : [...below, ...(isShown ? [group] : [])]
  }
  const root = { ...emptyNode, children: [...nodes] }
  return groupsOf(root, undefined, [])
}

const emptyNode = {
  id: 0 as MenuNode['id'],
  label: '',
  menuType: MenuType.directory,
  icon: '',
  permission: '',
  path: '',
}
