import type { Department } from '@fleetdeck/contract/departments'
import type { DepartmentId } from '@fleetdeck/contract/ids'

export interface DepartmentRow extends Department {
  children?: DepartmentRow[]
}
interface Wanted {
  name: string
  status: string | undefined
}

/** Rows under their parents; with conditions those that meet them and the way to them. */
export function treeRows(rows: readonly Department[], { name, status }: Wanted): DepartmentRow[] {
  const known = new Set(rows.map((row) => row.id))
  const below = new Map<DepartmentId | null, Department[]>()
  for (const row of rows) {
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const wanted = name.trim().toLowerCase()
  const meets = (row: Department) =>
    row.deptName.toLowerCase().includes(wanted) && (status === undefined || String(row.status) === status)
  const branch = (parent: DepartmentId | null): DepartmentRow[] =>
    (below.get(parent) ?? []).flatMap((row) => {
      const children = branch(row.id)
      if (children.length === 0 && !meets(row)) return []
      return [children.length ? { ...row, children } : row]
    })
  return branch(null)
}

export const keysWithChildren = (rows: readonly DepartmentRow[]): DepartmentId[] =>
  rows.flatMap((row) => (row.children ? [row.id, ...keysWithChildren(row.children)] : []))
