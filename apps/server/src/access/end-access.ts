import type { AccessTokenId, ExternalIdentityId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, inArray, isNull, ne, notInArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../platform/core/app-error.ts'
import { siteNow } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'
import { accessTokens } from '../platform/db/schema/access-tokens.ts'
import { externalAttempts, externalIdentities } from '../platform/db/schema/external-identities.ts'
import { factorSteps } from '../platform/db/schema/second-factors.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'

/** The access of one user that ends: the named rows, or everything except the session that stays. */
interface Ending {
  userId: UserId
  keptSession: SessionId | null
  sessionIds?: SessionId[] | undefined
  tokenIds?: AccessTokenId[] | undefined
  identityIds?: ExternalIdentityId[] | undefined
  everything: boolean
  /** Users cannot take their only way to sign in from themselves: without a password, an external account stays. */
  isOwn: boolean
}

interface Site {
  db: Db
  /** Told to all servers. */
  changes: { endSessions(sessionIds: SessionId[]): Promise<void> }
}

/** A token that its user's programs can use now. */
export const isValidToken = () => and(isNull(accessTokens.revokedAt), gt(accessTokens.expiresAt, siteNow()))

/** Ends what lets somebody in as this user, and returns how many of each. Throws notFound for rows of others. */
export async function endAccess({ db, changes }: Site, ending: Ending) {
  const { userId, keptSession, everything } = ending
  if (ending.sessionIds?.some((id) => id === keptSession)) throw new AppError('ownSession')
  const { sessionIds, ...counts } = await db.transaction(async (tx) => {
    const chosen = async <Id extends number>(
      table: typeof sessions | typeof accessTokens | typeof externalIdentities,
      ids: Id[] | undefined,
      rest: SQL | undefined = undefined,
    ): Promise<Id[]> => {
      if (!everything && !ids) return []
      const id = table.id as PgColumn
      const rows = await tx
        .select({ id })
        .from(table)
        .where(and(eq(table.userId, userId), everything ? rest : inArray(id, ids ?? [])))
      if (!everything && rows.length !== new Set(ids).size) throw new AppError('notFound')
      return rows.map((row) => row.id as Id)
    }
    const others = keptSession === null ? undefined : ne(sessions.id, keptSession)
    const found = {
      sessionIds: await chosen(sessions, ending.sessionIds, others),
      tokenIds: await chosen(accessTokens, ending.tokenIds, isValidToken()),
      identityIds: await chosen(externalIdentities, ending.identityIds),
    }
    if (ending.isOwn && found.identityIds.length && (await needsIdentities(tx, userId, found.identityIds))) {
      if (!everything) throw new AppError('identityLast')
      found.identityIds = []
    }
    await revoke(tx, inArray(accessTokens.id, found.tokenIds))
    await tx.delete(externalIdentities).where(inArray(externalIdentities.id, found.identityIds))
    if (everything) await forgetStarted(tx, userId)
    return {
      sessionIds: found.sessionIds,
      tokens: found.tokenIds.length,
      identities: found.identityIds.length,
    }
  })
  await changes.endSessions(sessionIds)
  return { sessions: sessionIds.length, ...counts }
}

/** Whether a user without a password would be left without an external account, too. */
async function needsIdentities(tx: Db, userId: UserId, removed: ExternalIdentityId[]): Promise<boolean> {
  const [user] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (user?.passwordHash !== '') return false
  const left = and(eq(externalIdentities.userId, userId), notInArray(externalIdentities.id, removed))
  return (await tx.$count(externalIdentities, left)) === 0
}

/** Access tokens, and flows that were started. */
export async function endOtherAccess(tx: Db, userId: UserId): Promise<void> {
  await revoke(tx, eq(accessTokens.userId, userId))
  await forgetStarted(tx, userId)
}

const revoke = (tx: Db, where: SQL) =>
  tx
    .update(accessTokens)
    .set({ revokedAt: siteNow() })
    .where(and(where, isNull(accessTokens.revokedAt)))

/** Bindings and sign-ins that wait for a second step. */
async function forgetStarted(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(externalAttempts).where(eq(externalAttempts.userId, userId))
  await tx.delete(factorSteps).where(eq(factorSteps.userId, userId))
}
