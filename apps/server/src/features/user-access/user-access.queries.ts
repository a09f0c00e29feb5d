import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import { shownSessions } from '@fleetdeck/contract/user-access'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { isValidToken } from '../../access/end-access.ts'
import type { Sessions } from '../../access/sessions.ts'
import { viewedName } from '../../access/viewed-caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { accessTokens } from '../../platform/db/schema/access-tokens.ts'
import { externalIdentities } from '../../platform/db/schema/external-identities.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'

const { tokenHash: _session, ...sessionRow } = getTableColumns(sessions)
const { tokenHash: _token, ...tokenRow } = getTableColumns(accessTokens)

/** The present access of this user; their own session comes first. */
export async function readAccess(
  { db, open }: { db: Db; open: Sessions['isOpen'] },
  userId: UserId,
  ownSession: SessionId | null,
) {
  const isOpen = and(eq(sessions.userId, userId), open())
  return {
    sessions: await db
      .select({ ...sessionRow, viewAs: viewedName })
      .from(sessions)
      .where(isOpen)
      .orderBy(desc(eq(sessions.id, ownSession ?? sql`0`)), desc(sessions.seenAt), desc(sessions.id))
      .limit(shownSessions),
    sessionCount: await db.$count(sessions, isOpen),
    tokens: await db
      .select(tokenRow)
      .from(accessTokens)
      .where(and(eq(accessTokens.userId, userId), isValidToken()))
      .orderBy(desc(accessTokens.id)),
    identities: await db
      .select()
      .from(externalIdentities)
      .where(eq(externalIdentities.userId, userId))
      .orderBy(externalIdentities.id),
  }
}
