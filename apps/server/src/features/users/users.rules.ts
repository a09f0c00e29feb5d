import { Status, UserType } from '@fleetdeck/contract/enums'
import type { DepartmentId, PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { assignableRoles } from '../../access/assignable-roles.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { Reach } from '../../access/reach.ts'
import type { Deps } from '../../deps.ts'
import type { AccountLimits } from '../../domain/devices/account-limits.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import * as queries from './user-writes.queries.ts'

/** The requested rights, and the present ones, which may stay. */
export interface Grants extends AccountLimits {
  deptId: DepartmentId | null
  userType: number
  roleIds: RoleId[]
  postIds: PostId[]
}
interface Target extends Grants {
  id: UserId
}

/** Callers cannot give what they lack: departments, kind of user, roles, users above. `checkLimits` follows. */
export async function checkGrants(
  deps: Deps,
  caller: Caller,
  permission: string,
  { wanted, now }: { wanted: Grants; now?: Target },
): Promise<void> {
  const { db } = deps
  const isFront = caller.userType === UserType.front && !caller.isAdmin
  if (isFront && wanted.userType !== UserType.front) throw new AppError('userTypeWider')
  if (wanted.deptId !== null && wanted.deptId !== now?.deptId)
    await checkDepartment(deps, caller, permission, wanted.deptId)
  await checkPosts(deps, wanted.postIds, now?.postIds ?? [])
  if (wanted.parentId !== (now?.parentId ?? null) || !now)
    await checkParent(deps, caller, permission, { parentId: wanted.parentId, id: now?.id })
  const kept = now?.roleIds ?? []
  await assignableRoles(db, caller, permission, { roleIds: wanted.roleIds, holders: [wanted], kept })
}

async function checkDepartment({ db }: Deps, caller: Caller, permission: string, deptId: DepartmentId) {
  const department = requireFound(await queries.findDepartment(db, deptId))
  // Users below their creator may be in the same department.
  const isOwn = deptId === caller.deptId
  if (!isOwn && !(await Reach.of(db, caller)).hasDepartment(permission, deptId))
    throw new AppError('deptNotInScope')
  if (department.status !== Status.on) throw new AppError('deptDisabled', { name: department.deptName })
}

async function checkPosts({ db }: Deps, postIds: PostId[], kept: PostId[]) {
  const found = await queries.findPosts(db, postIds)
  if (found.length !== new Set(postIds).size) throw new AppError('notFound')
  const disabled = found.find((post) => post.status !== Status.on && !kept.includes(post.id))
  if (disabled) throw new AppError('postDisabled', { name: disabled.postName })
}

interface Parent {
  parentId: UserId | null
  id: UserId | undefined
}
/**
 * A parent sees what belongs to the users below, so the caller must be allowed to choose that parent. No user can be
 * their own ancestor.
 */
async function checkParent({ db }: Deps, caller: Caller, permission: string, { parentId, id }: Parent) {
  const scope = scopeFor(caller, permission)
  if (parentId === null) {
    if (scope !== 'all') throw new AppError('notFound')
    return
  }
  if (!(await queries.userVisible(db, scope, parentId))) throw new AppError('notFound')
  if (id !== undefined && (await queries.isBelow(db, parentId, id))) throw new AppError('parentCycle')
}

export const refusals = {
  users_name: 'userNameTaken',
  users_phone: 'phoneTaken',
  users_email: 'emailTaken',
  users_con_secret: 'conSecretTaken',
  users_parent_cycle: 'parentCycle',
  // A role, post or department that was deleted in the meantime.
  '23503': 'notFound',
} as const
