export type TreeNode<Row> = Row & { children?: TreeNode<Row>[] }

/** Nests rows below their parents; a row whose parent is not in the list becomes a root. */
export function buildTree<Row extends { id: number }>(
  rows: readonly Row[],
  parentOf: (row: Row) => number | null,
): TreeNode<Row>[] {
  const known = new Set(rows.map(({ id }) => id))
  const below = new Map<number | null, Row[]>()
  for (const row of rows) {
    const parent = parentOf(row)
    const place = parent !== null && parent !== row.id && known.has(parent) ? parent : null
    below.set(place, [...(below.get(place) ?? []), row])
  }
  const branch = (parent: number | null): TreeNode<Row>[] =>
    (below.get(parent) ?? []).map((row) => {
      const children = branch(row.id)
      return children.length > 0 ? { ...row, children } : row
    })
  return branch(null)
}

export const buildBranches = <Row extends { id: number }>(rows: readonly TreeNode<Row>[]): number[] =>
  rows.flatMap((row) => (row.children ? [row.id, ...buildBranches(row.children)] : []))
