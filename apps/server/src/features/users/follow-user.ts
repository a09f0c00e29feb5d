import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { followAccounts } from '../../domain/accounts/change-limits.ts'

/** After a change of a user: it takes effect, with the next call, for the user and for all users below. */
export async function followUser(
  { db, sessions, changes }: Pick<Deps, 'db' | 'sessions' | 'changes'>,
  { id, status }: { id: UserId; status: number },
): Promise<void> {
  await followAccounts({ db, changes }, [id])
  if (status !== Status.on) await changes.endSessions(await sessions.idsOfLine([id]))
}
