export interface CheckNode {
  id: number
  label: string
  children: CheckNode[]
}
/** Checked nodes, and those with some checked descendants. */
export interface Checked {
  checked: number[]
  half: number[]
}

export const allKeys = (nodes: readonly CheckNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...allKeys(node.children)])

/** The checked nodes without children: in a linked tree the rest follows from them. */
export function checkedLeaves(nodes: readonly CheckNode[], checked: readonly number[]): number[] {
  const checkedIds = new Set(checked)
  const leaves = (branch: readonly CheckNode[]): number[] =>
    branch.flatMap((node) =>
      node.children.length ? leaves(node.children) : checkedIds.has(node.id) ? [node.id] : [],
    )
  return leaves(nodes)
}

type Mark = 'all' | 'some' | 'none'

function combineMarks(marks: readonly Mark[]): Mark {
  const [first = 'none'] = marks
  return marks.every((mark) => mark === first) ? first : 'some'
}

/** Checked and half-checked nodes of a linked tree for these leaves. */
export function linkedState(nodes: readonly CheckNode[], leaves: readonly number[]): Checked {
  const checked = new Set(leaves)
  const state: Checked = { checked: [], half: [] }
  const visit = (node: CheckNode): Mark => {
    const mark = node.children.length
      ? combineMarks(node.children.map(visit))
      : checked.has(node.id)
        ? 'all'
        : 'none'
    if (mark === 'all') state.checked.push(node.id)
    if (mark === 'some') state.half.push(node.id)
    return mark
  }
  for (const node of nodes) visit(node)
  return state
}

const leafIds = (node: CheckNode): number[] =>
  node.children.length ? node.children.flatMap(leafIds) : [node.id]

interface Tick {
  /** The visible node: in a filtered tree, only its visible descendants count. */
  node: CheckNode
  isOn: boolean
  isLinked: boolean
}

/** The checked nodes after a click on one; nodes hidden by a search keep their state. */
export function afterTick(
  nodes: readonly CheckNode[],
  value: Checked,
  { node, isOn, isLinked }: Tick,
): Checked {
  const before = isLinked ? checkedLeaves(nodes, value.checked) : value.checked
  const targets = new Set(isLinked ? leafIds(node) : [node.id])
  const rest = before.filter((id) => !targets.has(id))
  const checked = isOn ? [...rest, ...targets] : rest
  if (isLinked) return linkedState(nodes, checked)
  return { checked, half: value.half.filter((id) => id !== node.id) }
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
