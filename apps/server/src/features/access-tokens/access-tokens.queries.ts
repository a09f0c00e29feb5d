import type { accessTokens as calls } from '@fleetdeck/contract/access-tokens'
import type { AccessTokenId, UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, ilike, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { isValidToken } from '../../access/end-access.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { accessTokens } from '../../platform/db/schema/access-tokens.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<(typeof calls)['list']['query']>

const row = {
  id: accessTokens.id,
  tokenName: accessTokens.tokenName,
  permissions: accessTokens.permissions,
  createdAt: accessTokens.createdAt,
  expiresAt: accessTokens.expiresAt,
  lastUsedAt: accessTokens.lastUsedAt,
  lastUsedIp: accessTokens.lastUsedIp,
  revokedAt: accessTokens.revokedAt,
}
const ownedRow = { ...row, userId: accessTokens.userId, userName: users.userName }

const inState = {
  valid: isValidToken,
  expired: () => and(isNull(accessTokens.revokedAt), lte(accessTokens.expiresAt, siteNow())),
  revoked: () => isNotNull(accessTokens.revokedAt),
}

export const listTokensOfUser = (db: Db, userId: UserId) =>
  db.select(row).from(accessTokens).where(eq(accessTokens.userId, userId)).orderBy(desc(accessTokens.id))

export const countValid = (db: Db, userId: UserId) =>
  db.$count(accessTokens, and(eq(accessTokens.userId, userId), isValidToken()))

export async function insertToken(db: Db, token: typeof accessTokens.$inferInsert): Promise<AccessTokenId> {
  return insertedRow(await db.insert(accessTokens).values(token).returning({ id: accessTokens.id })).id
}

export async function listTokens(db: Db, scope: Scope, query: Filter) {
  const where = and(
    ownedWithin(scope, accessTokens.userId),
    query.tokenName ? ilike(accessTokens.tokenName, containing(query.tokenName)) : undefined,
    query.userName ? ilike(users.userName, containing(query.userName)) : undefined,
    query.state ? inState[query.state]() : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(ownedRow)
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(where)
    .orderBy(...buildOrder(query, ownedRow, accessTokens.id))
    .limit(limit)
    .offset(offset)
  const counted = db.select().from(accessTokens).innerJoin(users, eq(users.id, accessTokens.userId))
  return { list, total: await db.$count(counted.where(where).as('counted')) }
}

/** Owners, who still exist, of those of these tokens that the scope shows. */
export async function findOwners(db: Db, scope: Scope, ids: AccessTokenId[]): Promise<UserId[]> {
  const rows = await db
    .select({ userId: accessTokens.userId })
    .from(accessTokens)
    .innerJoin(users, and(eq(users.id, accessTokens.userId), isNull(users.deletedAt)))
    .where(and(inArray(accessTokens.id, ids), ownedWithin(scope, accessTokens.userId)))
  return rows.map(({ userId }) => userId)
}

/** Revokes those that are still valid; returns whether all of them belong to the user or are within the scope. */
export async function revokeTokens(db: Db, whose: Scope | { ownerId: UserId }, ids: AccessTokenId[]) {
  const visible =
    typeof whose === 'object' && 'ownerId' in whose
      ? eq(accessTokens.userId, whose.ownerId)
      : ownedWithin(whose, accessTokens.userId)
  const where = and(inArray(accessTokens.id, ids), visible)
  if ((await db.$count(accessTokens, where)) !== new Set(ids).size) return false
  await db
    .update(accessTokens)
    .set({ revokedAt: siteNow() })
    .where(and(where, isNull(accessTokens.revokedAt)))
  return true
}
