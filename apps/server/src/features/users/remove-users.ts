import type { UserId } from '@fleetdeck/contract/ids'
import { type Removal, type RemovalPreview, userRemoval } from '@fleetdeck/contract/user-removal'
import { changeableOthers, changeableUsers } from '../../access/changeable-users.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import * as accounts from '../../domain/accounts/belongings.queries.ts'
import { hasNothing, nonZero } from '../../domain/accounts/belongings.ts'
import { followAccounts } from '../../domain/accounts/change-limits.ts'
import {
  deleteEverything,
  handOver,
  type Removed,
  removeEmpty,
} from '../../domain/accounts/remove-accounts.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { followRemoval } from './follow-removal.ts'
import { commonParent, findHeir } from './removal.queries.ts'

const { permission } = userRemoval.remove

/** Users without rows and without users below. Returns their accounts. */
export async function removeUsers(deps: Deps, caller: Caller, ids: UserId[]): Promise<string[]> {
  const chosen = await requireRemovable(deps, caller, ids)
  await finish(deps, caller, { ids }, () => removeEmpty(deps.db, { ids, callerId: caller.userId }))
  return chosen.map(({ userName }) => userName)
}

/** Users with everything they have: it is handed over, or deleted too. */
export async function removeWithRows(deps: Deps, caller: Caller, removal: Removal) {
  const { ids } = removal
  const callerId = caller.userId
  await requireRemovable(deps, caller, ids)
  if ('handOverTo' in removal) {
    const to = removal.handOverTo
    await requireHeir(deps, caller, ids, to)
    const removed = await finish(deps, caller, { ids, to }, () => handOver(deps, { ids, callerId, to }))
    return removed.result
  }
  const expected = (await accounts.listAccountsBelow(deps.db, ids)).map(({ id }) => id)
  if (expected.length !== removal.count) throw new AppError('removalCountChanged', { count: expected.length })
  await requireRemovable(deps, caller, expected)
  const removed = await finish(deps, caller, { ids: expected }, () =>
    deleteEverything(deps.db, { ids, callerId, expected }),
  )
  inBackground(
    deps.log,
    'could not remove recordings of deleted users',
    removeRecordings(deps, removed.recordingFiles),
  )
  return removed.result
}

/** The belongings of the users, and the users who may get them. */
export async function previewRemoval(deps: Deps, caller: Caller, ids: UserId[]): Promise<RemovalPreview> {
  const { db } = deps
  const chosen = await requireRemovable(deps, caller, ids)
  const below = (await accounts.listAccountsBelow(db, ids)).map(({ id }) => id)
  const own = await accounts.countBelongings(db, ids)
  const all = await accounts.countBelongings(db, below)
  const direct = (await accounts.listChildren(db, ids)).length
  return {
    accounts: chosen.map(({ id, userName }) => ({ id, userName })),
    subUsers: { direct, all: below.length - chosen.length },
    belongings: nonZero(all).map(({ kind, count }) => ({ kind, own: own[kind], all: count })),
    bytes: { own: await accounts.countBytes(db, ids), all: await accounts.countBytes(db, below) },
    isEmpty: below.length === chosen.length && hasNothing(own),
    heir: await suggestHeir(deps, caller, ids),
  }
}

async function suggestHeir(deps: Deps, caller: Caller, ids: UserId[]) {
  const parent = await commonParent(deps.db, ids)
  if (parent === undefined) return null
  try {
    const { id, userName, nickName } = await requireHeir(deps, caller, ids, parent)
    return { id, userName, nickName }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const requireRemovable = ({ db }: Deps, caller: Caller, ids: UserId[]) =>
  changeableOthers(db, caller, permission, ids)

/** The caller, or an enabled user whom the caller may change; not one who is deleted, or below. */
async function requireHeir({ db }: Deps, caller: Caller, ids: UserId[], to: UserId) {
  if (to !== caller.userId) await changeableUsers(db, caller, permission, [to])
  const heir = requireFound(await findHeir(db, to))
  const below = await accounts.listAccountsBelow(db, ids)
  if (below.some(({ id }) => id === to)) throw new AppError('handOverBelow', { name: heir.userName })
  if (heir.isOff) throw new AppError('handOverDisabled', { name: heir.userName })
  return heir
}

/** Sessions are read before, as they are found by their users. */
async function finish(
  deps: Deps,
  caller: Caller,
  { ids, to }: { ids: UserId[]; to?: UserId },
  remove: () => Promise<Removed>,
): Promise<Removed> {
  const open = await deps.sessions.idsOfUsers(ids)
  const removed = await remove()
  await deps.changes.endSessions(open)
  if (to !== undefined) await followAccounts(deps, [to])
  await followRemoval(deps, caller, removed, to)
  inBackground(
    deps.log,
    'could not remove files of deleted users',
    deps.files.removeUnused(removed.fileNames),
  )
  return removed
}

async function removeRecordings({ recordingFiles }: Deps, names: readonly string[]): Promise<void> {
  for (const name of names) await recordingFiles.remove(name)
}
