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

const endsOf = (node: CheckNode): number[] =>
  node.children.length ? node.children.flatMap(endsOf) : [node.id]

interface Tick {
  /** As it is shown: of a tree that is searched, only what is in view below it is meant. */
  node: CheckNode
  isOn: boolean
  isLinked: boolean
}

/** What is ticked once a node was; nodes that a search hides stay as they are. */
export function afterTick(
  nodes: readonly CheckNode[],
  value: Checked,
  { node, isOn, isLinked }: Tick,
): Checked {
  const before = isLinked ? leavesOf(nodes, value.checked) : value.checked
  const meant = new Set(isLinked ? endsOf(node) : [node.id])
  const rest = before.filter((id) => !meant.has(id))
  const ticked = isOn ? [...rest, ...meant] : rest
  if (isLinked) return linkedState(nodes, ticked)
  return { checked: ticked, half: value.half.filter((id) => id !== node.id) }
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
