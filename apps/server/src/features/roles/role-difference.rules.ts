import { type RoleDifference, roleFields } from '@fleetdeck/contract/role-changes'
import type { RoleState } from '../../platform/db/schema/roles.ts'

const without = <Row extends { id: number }>(rows: readonly Row[], others: readonly Row[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}
const labels = (rows: readonly { label: string }[]) => rows.map(({ label }) => label)

/** The difference between two states; nothing is listed for a role that was added or removed. */
export function roleDifference(before: RoleState | null, after: RoleState | null): RoleDifference {
  if (!before || !after)
    return { addedMenus: [], removedMenus: [], addedDepartments: [], removedDepartments: [], fields: [] }
  return {
    addedMenus: without(after.menus, before.menus),
    removedMenus: without(before.menus, after.menus),
    addedDepartments: labels(without(after.departments, before.departments)),
    removedDepartments: labels(without(before.departments, after.departments)),
    fields: roleFields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, before: before[field], after: after[field] })),
  }
}

export const isSame = (difference: RoleDifference) =>
  Object.values(difference).every((list) => list.length === 0)
