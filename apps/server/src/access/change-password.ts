import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../platform/core/passwords.ts'
import type { Db } from '../platform/db/db.ts'
import { externalIdentities } from '../platform/db/schema/external-identities.ts'
import { users } from '../platform/db/schema/users.ts'
import { endOtherAccess } from './end-access.ts'
import type { Sessions } from './sessions.ts'

interface PasswordChange {
  userId: UserId
  password: string
  /** The user has to choose another one at the next sign-in. */
  mustChange: boolean
  /** The only session that goes on. */
  keptSession: SessionId | null
  /** Outside identities can no longer sign in either. */
  unbind: boolean
}

interface Site {
  db: Db
  sessions: Sessions
  /** Told to all servers. */
  changes: {
    endSessions(sessionIds: SessionId[]): Promise<void>
    rights(userIds: UserId[]): Promise<void>
  }
}

/** Nobody who knew the former password keeps access: sessions end, access tokens are revoked, started links fail. */
export async function changePassword(
  { db, sessions, changes }: Site,
  { userId, password, mustChange, keptSession, unbind }: PasswordChange,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash, mustChangePassword: mustChange }).where(eq(users.id, userId))
    await endOtherAccess(tx, userId)
    if (unbind) await tx.delete(externalIdentities).where(eq(externalIdentities.userId, userId))
  })
  await changes.endSessions(await sessions.listIds(userId, keptSession))
  await changes.rights([userId])
}
