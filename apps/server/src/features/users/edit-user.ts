import type { RoleId } from '@fleetdeck/contract/ids'
import { keyPattern, type UserChange, users } from '@fleetdeck/contract/users'
import { changeableUsers } from '../../access/changeable-users.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { checkLimits } from '../../domain/devices/account-limits.ts'
import { keepQuotas, lockLines } from '../../domain/devices/device-quota.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { sealedKey } from '../../platform/core/seal.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { parseMoment } from './add-user.ts'
import { followUser } from './follow-user.ts'
import * as queries from './user-writes.queries.ts'
import { checkGrants, refusals } from './users.rules.ts'

const { permission } = users.edit

/** Changes a user and replaces roles and posts; the user's permissions change with the next call. Returns the account. */
export async function editUser(deps: Deps, caller: Caller, change: UserChange): Promise<string> {
  const { db, seal, sessions } = deps
  const { id, userName, roleIds, postIds, conSecret, ...fields } = change
  const now = requireFound((await changeableUsers(db, caller, permission, [id]))[0])
  if (userName !== undefined && userName !== now.userName) throw new AppError('userNameFixed')
  const links = await queries.readLinks(db, id)
  const { parentId = now.parentId, tenantExpireTime } = fields
  const user = { ...fields, parentId, tenantExpireTime: parseMoment(tenantExpireTime) }
  const wanted = { ...user, roleIds, postIds }
  if (id === caller.userId) refuseOwnRights(wanted, { ...now, ...links })
  else {
    if (roleIds.some((role) => !links.roleIds.includes(role))) await sessions.requireProof(caller)
    await checkGrants(deps, caller, permission, { wanted, now: { ...now, ...links } })
  }
  const isNew = conSecret !== '' && seal.hash(conSecret) !== now.conSecretHash
  if (isNew && !keyPattern.test(conSecret)) throw new AppError('conSecretFormat')
  const row = { ...user, ...(isNew && sealedKey(seal, conSecret)) }
  const written = { id, change: row, links: { roleIds, postIds } }
  const isMoved = parentId !== now.parentId
  await mapDbErrors(
    db.transaction(async (tx) => {
      if (isMoved || user.deviceNumber !== now.deviceNumber) await lockLines(tx)
      await checkLimits(deps, tx, { wanted: user, now })
      const write = () => queries.updateUser(tx, written)
      await (isMoved && parentId !== null ? keepQuotas(tx, parentId, write, refuseParent) : write())
    }),
    refusals,
  )
  await followUser(deps, { ...now, ...user })
  return now.userName
}

const refuseParent = ({ quota }: { quota: number }) => new AppError('parentQuotaReached', { count: quota })

type Own = Parameters<typeof checkGrants>[3]['wanted'] & { status: number }

/** In their own row, users may change the fields of the user centre, and no right or limit. */
function refuseOwnRights(wanted: Own, now: Own) {
  const fixed = [
    'deptId',
    'userType',
    'parentId',
    'deviceNumber',
    'rateLimit',
    'storageMegabytes',
    'status',
  ] as const
  const sameSet = (a: RoleId[], b: RoleId[]) =>
    new Set(a).size === b.length && b.every((id) => a.includes(id))
  const isSame =
    fixed.every((name) => wanted[name] === now[name]) &&
    (wanted.tenantExpireTime?.getTime() ?? 0) === (now.tenantExpireTime?.getTime() ?? 0) &&
    sameSet(wanted.roleIds, now.roleIds)
  if (!isSame) throw new AppError('ownRightsFixed')
}
