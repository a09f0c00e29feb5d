export interface CheckNode {
  id: number
  label: string
  children: CheckNode[]
}
/** Ticked nodes, and those of whose descendants some are ticked. */
export interface Checked {
  checked: number[]
  half: number[]
}

export const allKeys = (nodes: readonly CheckNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...allKeys(node.children)])

/** Of the ticked nodes those without children: in a linked tree the rest follows from them. */
export function leavesOf(nodes: readonly CheckNode[], checked: readonly number[]): number[] {
  const ticked = new Set(checked)
  const leaves = (branch: readonly CheckNode[]): number[] =>
    branch.flatMap((node) =>
      node.children.length ? leaves(node.children) : ticked.has(node.id) ? [node.id] : [],
    )
  return leaves(nodes)
}

type Mark = 'all' | 'some' | 'none'

function together(marks: readonly Mark[]): Mark {
  const [first = 'none'] = marks
  return marks.every((mark) => mark === first) ? first : 'some'
}

/** Ticked and half-ticked nodes as a linked tree shows them for these leaves. */
export function linkedState(nodes: readonly CheckNode[], leaves: readonly number[]): Checked {
  const ticked = new Set(leaves)
  const state: Checked = { checked: [], half: [] }
  const visit = (node: CheckNode): Mark => {
    const mark = node.children.length
      ? together(node.children.map(visit))
      : ticked.has(node.id)
        ? 'all'
        : 'none'
    if (mark === 'all') state.checked.push(node.id)
    if (mark === 'some') state.half.push(node.id)
    return mark
  }
  for (const node of nodes) visit(node)
  return state
}

/** Nodes that match, with the way to them; a node that matches keeps all below it. */
export function matching<Node extends CheckNode>(
  nodes: Node[],
  search: string,
  wordsOf: (node: Node) => string,
): Node[] {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return nodes
  return nodes.flatMap((node) => {
    if (wordsOf(node).toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children as Node[], search, wordsOf)
    return children.length ? [{ ...node, children }] : []
  })
}
