export interface CheckNode {
  id: number
  label: string
  children: CheckNode[]
}

export const allKeys = (nodes: readonly CheckNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...allKeys(node.children)])

/** Nodes that are not ticked, but have ticked descendants: for display only, it is never stored. */
export function halfTicked(nodes: readonly CheckNode[], ticked: readonly number[]): number[] {
  const isTicked = new Set(ticked)
  const half: number[] = []
  const visit = (node: CheckNode): boolean => {
    const below = node.children.map(visit).includes(true)
    if (isTicked.has(node.id)) return true
    if (below) half.push(node.id)
    return below
  }
  for (const node of nodes) visit(node)
  return half
}

const ancestorsOf = (nodes: readonly CheckNode[], id: number): number[] | undefined => {
  for (const node of nodes) {
    if (node.id === id) return []
    const found = ancestorsOf(node.children, id)
    if (found) return [node.id, ...found]
  }
  return undefined
}

export interface Linking {
  /** A click on a node also ticks or unticks its descendants. */
  isLinked: boolean
  /** Ticking a node in a linked tree also ticks its ancestors: a page in a menu needs its directory. */
  ticksAncestors?: boolean
}

interface Tick extends Linking {
  /** The visible node: in a filtered tree, only its visible descendants follow it. */
  node: CheckNode
  isOn: boolean
}

/**
 * The ticked ids after a click on one node. All other ids stay as they are, also those that the tree does not show: what
 * is stored is what is ticked.
 */
export function afterTick(
  nodes: readonly CheckNode[],
  ticked: readonly number[],
  { node, isOn, isLinked, ticksAncestors = false }: Tick,
): number[] {
  const targets = isLinked ? allKeys([node]) : [node.id]
  if (!isOn) return ticked.filter((id) => !targets.includes(id))
  const above = isLinked && ticksAncestors ? (ancestorsOf(nodes, node.id) ?? []) : []
  return [...new Set([...ticked, ...above, ...targets])]
}

/** Matching nodes with their ancestors; a matching node keeps all its descendants. */
export function matching<Node extends CheckNode>(
  nodes: Node[],
  search: string,
  searchText: (node: Node) => string,
): Node[] {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return nodes
  return nodes.flatMap((node) => {
    if (searchText(node).toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children as Node[], search, searchText)
    return children.length ? [{ ...node, children }] : []
  })
}
