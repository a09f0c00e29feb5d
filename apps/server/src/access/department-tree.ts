import type { DepartmentNode } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId } from '@fleetdeck/contract/ids'

interface Row {
  id: DepartmentId
  parentId: DepartmentId | null
  deptName: string
  status: number
}

/** Departments as a tree; those whose parent is not in the list are roots. */
export function departmentTree(rows: readonly Row[]): DepartmentNode[] {
  const nodes = new Map<DepartmentId, DepartmentNode>(
    rows.map(({ id, deptName, status }) => [
      id,
      { id, label: deptName, disabled: status !== Status.on, children: [] },
    ]),
  )
  const top: DepartmentNode[] = []
  for (const { id, parentId } of rows) {
    const siblings = (parentId === null ? undefined : nodes.get(parentId)?.children) ?? top
    siblings.push(nodes.get(id) as DepartmentNode)
  }
  return top
}
