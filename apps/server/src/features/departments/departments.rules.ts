import type { DepartmentDraft } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Refusals } from '../../platform/crud/map-db-errors.ts'
import * as queries from './departments.queries.ts'

type Draft = z.output<typeof DepartmentDraft>

export async function foundDepartment({ db }: Deps, scope: Scope, id: DepartmentId) {
  return requireFound(await queries.findDepartment(db, scope, id))
}

/** Only callers who see everything may add at the top; elsewhere the caller must see the parent. */
export async function checkParent(
  deps: Deps,
  caller: Caller,
  permission: string,
  draft: Draft,
): Promise<void> {
  const scope = scopeFor(caller, permission)
  if (draft.parentId === null) {
    if (scope !== 'all') throw new AppError('deptNotInScope')
    return
  }
  const parent = await foundDepartment(deps, scope, draft.parentId)
  // Enabling a department enables those above it, so only a new or moved one can reach this.
  if (parent.status !== Status.on) throw new AppError('deptParentDisabled', { name: parent.deptName })
}

export const refusals: Refusals = { departments_name: 'deptNameTaken', '23503': 'deptInUse' }
