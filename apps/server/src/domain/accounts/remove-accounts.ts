import type { UserId } from '@fleetdeck/contract/ids'
import type { RemovalResult } from '@fleetdeck/contract/user-removal'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { keepQuotas, lockLines } from '../devices/device-quota.queries.ts'
import type { StorageQuota } from '../storage/storage-quota.ts'
import { type Account, countBelongings, listAccountsBelow, listChildren } from './belongings.queries.ts'
import { nonZero, requireEmpty } from './belongings.ts'
import { closeAccounts, lockAccounts } from './close-accounts.queries.ts'
import { deleteBelongings, type Leftovers, refuseUsed } from './delete-belongings.queries.ts'
import { moveBelongings, refuseTaken } from './hand-over.queries.ts'

interface Request {
  ids: readonly UserId[]
  callerId: UserId
}

export interface Removed extends Leftovers {
  accounts: UserId[]
  result: RemovalResult
}

const nothingLeft: Leftovers = { deviceIds: [], runs: [], fileNames: [], recordingFiles: [] }

/** Deletes accounts that have no rows and no users below. */
export const removeEmpty = (db: Db, { ids, callerId }: Request): Promise<Removed> =>
  db.transaction(async (tx) => {
    const accounts = await lockAll(tx, ids)
    await requireEmpty(tx, accounts)
    return { ...describe(accounts), ...nothingLeft, fileNames: await closeAccounts(tx, accounts, callerId) }
  })

/** Deletes accounts after all their rows, and the users below, went to another account. */
export const handOver = (
  { db, quota }: { db: Db; quota: StorageQuota },
  { ids, callerId, to }: Request & { to: UserId },
): Promise<Removed> =>
  db.transaction(async (tx) => {
    const accounts = await lockAll(tx, ids)
    await refuseTaken(tx, { from: ids, to })
    const counts = await countBelongings(tx, ids)
    const movedUsers = (await listChildren(tx, ids)).length
    const deviceIds = await keepQuotas(tx, to, async () => {
      const moved = await moveBelongings(tx, { from: ids, to })
      await closeAccounts(tx, accounts, callerId)
      return moved
    })
    await quota.requireWithin(tx, to)
    const { result, ...rest } = describe(accounts)
    return {
      ...{ ...rest, ...nothingLeft, deviceIds },
      result: { ...result, movedUsers, belongings: nonZero({ ...counts, accessTokens: 0 }) },
    }
  })

/**
 * Deletes accounts, all accounts below and all their rows.
 * @param expected the accounts that the caller has confirmed
 */
export const deleteEverything = (
  db: Db,
  { ids, callerId, expected }: Request & { expected: readonly UserId[] },
): Promise<Removed> =>
  db.transaction(async (tx) => {
    const below = (await listAccountsBelow(tx, ids)).map(({ id }) => id)
    const accounts = await lockAll(tx, below)
    if (below.length !== expected.length || below.some((id) => !expected.includes(id)))
      throw new AppError('removalCountChanged', { count: below.length })
    await refuseUsed(tx, below)
    const counts = await countBelongings(tx, below)
    const leftovers = await deleteBelongings(tx, below)
    const files = await closeAccounts(tx, accounts, callerId)
    const { result, ...rest } = describe(accounts)
    return {
      ...{ ...rest, ...leftovers, fileNames: [...leftovers.fileNames, ...files] },
      result: { ...result, belongings: nonZero(counts) },
    }
  })

async function lockAll(tx: Db, ids: readonly UserId[]): Promise<Account[]> {
  await lockLines(tx)
  const accounts = await lockAccounts(tx, ids)
  if (accounts.length !== new Set(ids).size) throw new AppError('notFound')
  return accounts
}

const describe = (accounts: readonly Account[]) => ({
  accounts: accounts.map(({ id }) => id),
  result: { accounts: accounts.map(({ userName }) => userName), movedUsers: 0, belongings: [] },
})
