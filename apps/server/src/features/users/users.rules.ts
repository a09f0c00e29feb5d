import { Status, UserType } from '@fleetdeck/contract/enums'
import type { DepartmentId, PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { assignableRoles } from '../../access/assignable-roles.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { Reach } from '../../access/reach.ts'
import { readUserLimits } from '../../access/user-limits.queries.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import * as queries from './user-writes.queries.ts'

/** The requested rights, and the present ones, which may stay. */
export interface Grants {
  deptId: DepartmentId | null
  userType: number
  roleIds: RoleId[]
  postIds: PostId[]
  parentId: UserId | null
  deviceNumber: number | null
  rateLimit: number
  tenantExpireTime: Date | null
}
interface Target extends Grants {
  id: UserId
}

/** Callers cannot give what they lack: departments, kind of user, roles, users above, limits. */
export async function checkGrants(
  deps: Deps,
  caller: Caller,
  permission: string,
  { wanted, now }: { wanted: Grants; now?: Target },
): Promise<void> {
  const { db } = deps
  if (caller.userType === UserType.front && !caller.isAdmin) await checkFrontLimits(deps, caller, wanted)
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
  if (!(await Reach.of(db, caller)).hasDepartment(permission, deptId)) throw new AppError('deptNotInScope')
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

const wider = (wanted: number, own: number) => own !== 0 && (wanted === 0 || wanted > own)

/** A front user creates front users, within their own limits. */
async function checkFrontLimits({ db }: Deps, caller: Caller, wanted: Grants) {
  if (wanted.userType !== UserType.front) throw new AppError('userTypeWider')
  const own = requireFound(await readUserLimits(db, caller.userId))
  const forever = Number.POSITIVE_INFINITY
  if (
    (wanted.deviceNumber ?? forever) > (own.deviceNumber ?? forever) ||
    (wanted.tenantExpireTime?.getTime() ?? forever) > (own.tenantExpireTime?.getTime() ?? forever) ||
    wider(wanted.rateLimit, own.rateLimit)
  )
    throw new AppError('limitWider')
}

export const refusals = {
  users_name: 'userNameTaken',
  users_phone: 'phoneTaken',
  users_email: 'emailTaken',
  users_con_secret: 'conSecretTaken',
  // A role, post or department that was deleted in the meantime.
  '23503': 'notFound',
} as const
