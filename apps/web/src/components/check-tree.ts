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

interface Tick {
  /** The visible node: in a filtered tree, only its visible descendants follow it. */
  node: CheckNode
  isOn: boolean
  /** A click also ticks or unticks the descendants; never the ancestors, which would widen a scope. */
  isLinked: boolean
}

/**
 * The ticked ids after a click on one node. All other ids stay as they are, also those that the tree does not show, as
 * exactly the ticked ids are stored.
 */
export function afterTick(ticked: readonly number[], { node, isOn, isLinked }: Tick): number[] {
  const targets = isLinked ? allKeys([node]) : [node.id]
  if (!isOn) return ticked.filter((id) => !targets.includes(id))
  return [...new Set([...ticked, ...targets])]
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
