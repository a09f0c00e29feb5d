import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { followAccounts } from '../../domain/accounts/change-limits.ts'

/** After a change of a user: it takes effect, with the next call, for the user and for all users below. */
export async function followUser(
  deps: Pick<Deps, 'db' | 'hub' | 'parameters' | 'sessions' | 'changes'>,
  { id, status }: { id: UserId; status: number },
): Promise<void> {
  // First: adding up what a large account stores for its alerts takes longer.
  if (status !== Status.on) await deps.changes.endSessions(await deps.sessions.idsOfLine([id]))
  await followAccounts(deps, [id])
}
