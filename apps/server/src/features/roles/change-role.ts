import type { RoleId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import {
  findRemover,
  insertChange,
  type ReadRole,
  readRole,
  type StoredChange,
} from './role-changes.queries.ts'
import { isSame, roleDifference } from './role-difference.rules.ts'
import * as queries from './roles.queries.ts'
import { refusals } from './roles.rules.ts'

interface Change {
  id: RoleId
  kind: StoredChange['kind']
  values: queries.RoleValues
  /** The one that the caller has seen. */
  revision?: number | undefined
}

/** @throws AppError when the role has changed since the caller has seen it */
export function requireRevision(role: { revision: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== role.revision) throw new AppError('roleChanged')
}

/** Changes a role and writes its history; every change of an existing role goes through here. */
export async function changeRole({ db, changes }: Deps, caller: Caller, change: Change): Promise<void> {
  const { id, kind, values, revision } = change
  await mapDbErrors(
    db.transaction(async (tx) => {
      await queries.lockRole(tx, id)
      const before = await readRole(tx, id)
      if (!before) throw new AppError('roleRemoved', { name: (await findRemover(tx, 'all', [id])) ?? '' })
      requireRevision(before, revision)
      await queries.updateRole(tx, id, values)
      const after = (await readRole(tx, id)) ?? before
      if (isSame(roleDifference(before.state, after.state))) return
      const next = before.revision + 1
      await queries.updateRole(tx, id, { revision: next })
      await insertChange(tx, { ...entry(caller, id, before), kind, revision: next, after: after.state })
    }),
    refusals,
  )
  await changes.rights(await queries.listUserIds(db, [id]))
}

const entry = ({ userId, userName }: Caller, roleId: RoleId, { ownerId, state }: ReadRole) => ({
  roleId,
  ownerId,
  userId,
  userName,
  before: state,
})

export const addRole = ({ db }: Deps, caller: Caller, role: Omit<queries.NewRole, 'ownerId'>) =>
  mapDbErrors(
    db.transaction(async (tx) => {
      const roleId = await queries.insertRole(tx, { ...role, ownerId: caller.userId })
      const added = await readRole(tx, roleId)
      if (added)
        await insertChange(tx, {
          ...entry(caller, roleId, added),
          ...{ kind: 'add', revision: added.revision, before: null, after: added.state },
        })
      return roleId
    }),
    refusals,
  )

export const removeRoles = ({ db }: Deps, caller: Caller, ids: RoleId[]) =>
  db.transaction(async (tx) => {
    // In one order, so that two removals do not wait for each other.
    for (const id of new Set(ids.toSorted((a, b) => a - b))) {
      await queries.lockRole(tx, id)
      const removed = await readRole(tx, id)
      if (!removed) continue
      const revision = removed.revision + 1
      await insertChange(tx, { ...entry(caller, id, removed), kind: 'remove', revision, after: null })
    }
    await queries.deleteRoles(tx, ids)
  })
