import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface PlatformFilter extends PageRequest {
  name?: string | undefined
  tenantId?: UserId | undefined
}

const row = {
  id: platforms.id,
  platformName: platforms.platformName,
  tenantId: platforms.tenantId,
  userName: users.userName,
  createdAt: platforms.createdAt,
  gmtModified: platforms.gmtModified,
}

export async function listPlatforms(db: Db, scope: Scope, query: PlatformFilter) {
  const where = and(
    ownedWithin(scope, platforms.tenantId),
    query.name ? ilike(platforms.platformName, containing(query.name)) : undefined,
    query.tenantId ? eq(platforms.tenantId, query.tenantId) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(platforms)
    .innerJoin(users, eq(users.id, platforms.tenantId))
    .where(where)
    .orderBy(...orderOf(query, row, platforms.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(platforms, where) }
}

export async function findPlatform(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select(row)
    .from(platforms)
    .innerJoin(users, eq(users.id, platforms.tenantId))
    .where(and(eq(platforms.id, id), ownedWithin(scope, platforms.tenantId)))
  return found
}

export const insertPlatform = (db: Db, platform: { platformName: string; tenantId: UserId }) =>
  db.insert(platforms).values(platform)

export const updatePlatform = (db: Db, id: number, change: { platformName: string; tenantId: UserId }) =>
  db.update(platforms).set(change).where(eq(platforms.id, id))

export const deletePlatforms = (db: Db, ids: number[]) =>
  db.delete(platforms).where(inArray(platforms.id, ids))

export async function allPlatformsVisible(db: Db, scope: Scope, ids: number[]) {
  const where = and(inArray(platforms.id, ids), ownedWithin(scope, platforms.tenantId))
  return (await db.$count(platforms, where)) === new Set(ids).size
}

export async function userVisible(db: Db, scope: Scope, id: UserId) {
  return (await db.$count(users, and(eq(users.id, id), ownedWithin(scope, users.id)))) === 1
}
