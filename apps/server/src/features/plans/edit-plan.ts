import type { UserId } from '@fleetdeck/contract/ids'
import { plans as calls } from '@fleetdeck/contract/plans'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { checkUsers } from '../../access/changeable-users.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { type AccountState, readStates } from '../../domain/accounts/change-limits.queries.ts'
import { changeLimits, followAccounts } from '../../domain/accounts/change-limits.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { refusalText } from '../../platform/http/language.ts'
import * as queries from './plans.queries.ts'

type PlanChange = z.output<typeof calls.edit.body>
type Limits = Pick<AccountState, 'deviceNumber' | 'rateLimit' | 'storageMegabytes'>

const isSame = (a: Limits, b: Limits) =>
  a.deviceNumber === b.deviceNumber &&
  a.rateLimit === b.rateLimit &&
  a.storageMegabytes === b.storageMegabytes

/**
 * Changes a plan. Accounts that have the plan's former limits get the new ones, after a question; those with their own,
 * and those that the caller may not change, stay as they are. Features apply to all of them immediately.
 */
export async function editPlan(
  deps: Deps,
  { caller, language }: { caller: Caller; language: Language },
  { id, confirmed, menuIds, ...change }: PlanChange,
): Promise<void> {
  const accounts = await deps.db.transaction(async (tx) => {
    const former = requireFound(await queries.lockPlan(tx, id))
    if (!caller.isAdmin && (await queries.isPlanOfLine(tx, id, caller.userId)))
      throw new AppError('planOfOwnLine', { name: former.planName })
    const holders = await queries.listPlanAccounts(tx, id)
    await queries.updatePlan(tx, id, change, menuIds)
    if (holders.length === 0 || isSame(former, change)) return holders
    const followers = await listFollowers(tx, caller, { holders, former })
    if (!confirmed)
      throw new AppError('planLimitsHeld', {
        count: holders.length,
        following: followers.length,
        keeping: holders.length - followers.length,
      })
    for (const account of followers) await giveLimits(deps, tx, { account, limits: change, language })
    return holders
  })
  await followAccounts(deps, accounts)
}

/** Those of a plan's accounts that have its limits, and that the caller may change. */
async function listFollowers(
  tx: Db,
  caller: Caller,
  { holders, former }: { holders: UserId[]; former: Limits },
): Promise<AccountState[]> {
  const { refusals } = await checkUsers(tx, caller, calls.edit.permission, holders)
  const states = await readStates(tx, holders)
  return states.filter(
    (state) => isSame(state, former) && !refusals.has(state.id) && state.id !== caller.userId,
  )
}

async function giveLimits(
  deps: Deps,
  tx: Db,
  { account, limits, language }: { account: AccountState; limits: Limits; language: Language },
): Promise<void> {
  const { deviceNumber, rateLimit, storageMegabytes } = limits
  try {
    await changeLimits(deps, tx, {
      id: account.id,
      change: (now) => ({ ...now, deviceNumber, rateLimit, storageMegabytes }),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('planTooWide', { name: account.userName, reason: refusalText(language, error) })
  }
}
