import type { DepartmentId } from '@fleetdeck/contract/ids'
import type { Db } from '../platform/db/db.ts'
import { departments } from '../platform/db/schema/departments.ts'

export interface NamedDepartment {
  id: DepartmentId
  parentId: DepartmentId | null
  deptName: string
  status: number
}

export const listDepartments = (db: Db): Promise<NamedDepartment[]> =>
  db
    .select({
      id: departments.id,
      parentId: departments.parentId,
      deptName: departments.deptName,
      status: departments.status,
    })
    .from(departments)

/** Each department's name behind those above it: `Headquarters/Sales`, written with `nameOf`. */
export function departmentPaths(
  rows: readonly NamedDepartment[],
  nameOf: (deptName: string) => string = (deptName) => deptName,
): Map<DepartmentId, string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = ({ parentId, deptName }: NamedDepartment): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    const name = nameOf(deptName)
    return parent ? `${pathOf(parent)}/${name}` : name
  }
  return new Map(rows.map((row) => [row.id, pathOf(row)]))
}
