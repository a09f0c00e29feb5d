import type { UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { SiteChanges } from '../../realtime/site-changes.ts'
import { checkLimits } from '../devices/account-limits.ts'
import { listAccountsBelow } from './belongings.queries.ts'
import { type AccountState, lockState, writeState } from './change-limits.queries.ts'
import { type WatchParts, watchAccounts } from './watch-accounts.ts'

/** The limits of an account after a change; throws what refuses it. */
export type LimitsChange = (now: AccountState) => AccountState

/** In a transaction: changes limits and plan of an account, if those above allow it. */
export async function changeLimits(
  site: { parameters: ParameterStore },
  tx: Db,
  { id, change }: { id: UserId; change: LimitsChange },
): Promise<{ now: AccountState; after: AccountState }> {
  const now = await lockState(tx, id)
  if (!now) throw new AppError('notFound')
  const after = change(now)
  await checkLimits(site, tx, { wanted: after, now })
  await writeState(tx, now, after)
  return { now, after }
}

/** After a change of limits: it takes effect with the next call of these accounts and of all below. */
export async function followAccounts(
  { changes, ...parts }: WatchParts & { changes: Pick<SiteChanges, 'rights'> },
  ids: readonly UserId[],
): Promise<void> {
  if (ids.length === 0) return
  const line = await listAccountsBelow(parts.db, ids)
  await changes.rights(line.map(({ id }) => id))
  await watchAccounts(parts, { ids }, { hasStorage: true })
}
