import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuNode } from '@fleetdeck/contract/roles'

interface Place {
  node: MenuNode
  above: MenuNode[]
  below: number[]
}
export type Places = ReadonlyMap<number, Place>

/** Where each node of the menu tree is. */
export function placesOf(nodes: readonly MenuNode[]): Places {
  const places = new Map<number, Place>()
  const visit = (node: MenuNode, above: MenuNode[]): number[] => {
    const below = node.children.flatMap((child) => visit(child, [...above, node]))
    places.set(node.id, { node, above, below })
    return [node.id, ...below]
  }
  for (const node of nodes) visit(node, [])
  return places
}

interface Ticks {
  ids: readonly number[]
  isOn: boolean
  /** A button needs its page and the page its directory. */
  isLinked: boolean
}

/**
 * The grants after these were ticked or unticked. In a linked tree, the nodes that a node needs are ticked with it,
 * those that need it are unticked with it, and directories above are unticked when nothing below them is left.
 * Everything else stays as it is, also grants that are not in the tree.
 */
export function afterTicks(
  places: Places,
  ticked: ReadonlySet<number>,
  { ids, isOn, isLinked }: Ticks,
): ReadonlySet<number> {
  const found = ids.flatMap((id) => places.get(id) ?? [])
  const own = found.map(({ node }) => node.id)
  if (isOn) {
    const needed = isLinked ? found.flatMap(({ above }) => above.map(({ id }) => id)) : []
    return new Set([...ticked, ...needed, ...own])
  }
  const dependent = isLinked ? found.flatMap(({ below }) => below) : []
  const off = new Set([...own, ...dependent])
  const next = new Set([...ticked].filter((id) => !off.has(id)))
  return isLinked ? withoutEmptyDirectories(places, next, found) : next
}

function withoutEmptyDirectories(
  places: Places,
  ticked: Set<number>,
  unticked: Place[],
): ReadonlySet<number> {
  const above = unticked.flatMap((place) => place.above).filter(isDirectory)
  const depth = ({ id }: MenuNode) => places.get(id)?.above.length ?? 0
  // The deepest first: one that is unticked may leave the one above without anything.
  for (const { id } of [...new Set(above)].sort((a, b) => depth(b) - depth(a)))
    if (!places.get(id)?.below.some((each) => ticked.has(each))) ticked.delete(id)
  return ticked
}

const isDirectory = ({ menuType }: MenuNode) => menuType === MenuType.directory
