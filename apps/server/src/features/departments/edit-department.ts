import { departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './departments.queries.ts'
import { checkParent, foundDepartment, refusals } from './departments.rules.ts'

const { permission } = departments.edit
type Change = z.output<typeof departments.add.body> & { id: DepartmentId }

/** Changes, moves, enables or disables a department; departments below move along. */
export async function editDepartment(deps: Deps, caller: Caller, { id, ...draft }: Change): Promise<void> {
  const { db, changes } = deps
  const scope = scopeFor(caller, permission)
  const now = await foundDepartment(deps, scope, id)
  const isMoved = draft.parentId !== now.parentId
  if (isMoved) {
    if (draft.parentId !== null && (await queries.isBelow(db, draft.parentId, id)))
      throw new AppError('deptCycle')
    await checkParent(deps, caller, permission, draft)
  }
  if (draft.status === Status.off && (await queries.hasEnabledBelow(db, id)))
    throw new AppError('deptHasEnabledChild', { name: now.deptName })
  if (draft.status === Status.on && now.status === Status.off) {
    const parent = await queries.disabledAboveOutside(db, scope, id)
    if (parent) throw new AppError('deptParentDisabled', { name: parent.deptName })
  }
  await mapDbErrors(queries.updateDepartment(db, id, draft), refusals)
  // Users with a scope on this department now see other rows.
  if (isMoved) await changes.rights()
}
