export type TreeNode<Row> = Row & { children?: TreeNode<Row>[] }

interface TreeOptions<Row> {
  parentOf: (row: Row) => number | null
  /** Rows without a wanted one below are left out; the ancestors of wanted rows stay. */
  isWanted?: (row: Row) => boolean
}

/** Nests rows below their parents; a row whose parent is not in the list becomes a root. */
export function buildTree<Row extends { id: number }>(
  rows: readonly Row[],
  { parentOf, isWanted = () => true }: TreeOptions<Row>,
): TreeNode<Row>[] {
  const known = new Set(rows.map(({ id }) => id))
  const below = new Map<number | null, Row[]>()
  for (const row of rows) {
    const parent = parentOf(row)
    const place = parent !== null && parent !== row.id && known.has(parent) ? parent : null
    const siblings = below.get(place)
    if (siblings) siblings.push(row)
    else below.set(place, [row])
  }
  const branch = (parent: number | null): TreeNode<Row>[] =>
    (below.get(parent) ?? []).flatMap((row) => {
      const children = branch(row.id)
      if (children.length > 0) return [{ ...row, children }]
      return isWanted(row) ? [row] : []
    })
  return branch(null)
}

export const buildBranches = <Row extends { id: number }>(rows: readonly TreeNode<Row>[]): number[] =>
  rows.flatMap((row) => (row.children ? [row.id, ...buildBranches(row.children)] : []))

/** The rows of a list call that may answer a tree. */
export const flatRows = <Row extends { children?: Row[] | undefined }>(rows: readonly Row[]): Row[] =>
  rows.flatMap(({ children = [], ...row }) => [row as Row, ...flatRows(children)])
