import { type UserDraft, users } from '@fleetdeck/contract/users'
import { checkNewPassword, madePassword } from '../../access/new-passwords.ts'
import type { Deps } from '../../deps.ts'
import { checkLimits } from '../../domain/devices/account-limits.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { hashPassword, madeKey } from '../../platform/core/passwords.ts'
import { sealedKey } from '../../platform/core/seal.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './user-writes.queries.ts'
import { checkGrants, refusals } from './users.rules.ts'

/** Returns the password if it was generated here; it must be changed at the first sign-in. */
export async function addUser(deps: Deps, caller: Caller, draft: UserDraft) {
  const { password, roleIds, postIds, parentId = caller.userId, conSecret, ...fields } = draft
  const user = { ...fields, parentId, tenantExpireTime: parseMoment(fields.tenantExpireTime) }
  await checkGrants(deps, caller, users.add.permission, { wanted: { ...user, roleIds, postIds } })
  if (password) await checkNewPassword(deps.parameters, { password, userName: user.userName })
  const made = password ? undefined : madePassword(deps.parameters)
  const row = {
    ...user,
    ...sealedKey(deps.seal, conSecret || madeKey()),
    passwordHash: await hashPassword(password || (made ?? '')),
    mustChangePassword: true,
  }
  const id = await mapDbErrors(
    queries.insertUser(deps.db, row, { roleIds, postIds }, (tx) => checkLimits(deps, tx, { wanted: user })),
    refusals,
  )
  return { id, password: made ?? null }
}

export const parseMoment = (text: string | null) => (text === null ? null : new Date(text))
