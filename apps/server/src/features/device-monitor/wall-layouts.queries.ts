import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DeviceId, UserId, WallLayoutId } from '@fleetdeck/contract/ids'
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { tenantTree } from '../../domain/storage/storage.queries.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import { wallLayouts } from '../../platform/db/schema/wall-layouts.ts'

/** Who asks. */
export interface Reader {
  userId: UserId
  /** Their data scope on the wall. */
  seen: Scope
  /** Their data scope as manager of layouts; undefined without this right. */
  managed: Scope | undefined
}

type NewLayout = Omit<typeof wallLayouts.$inferInsert, 'id'>

const isOwn = ({ userId }: Reader) => eq(wallLayouts.userId, userId)

const isUsable = (reader: Reader): SQL | undefined => {
  const isWithin = ownedWithin(reader.seen, wallLayouts.userId) ?? sql`true`
  const isOfTenant = sql`${wallLayouts.userId} in (
    with recursive ${tenantTree(reader.userId)} select id from tree)`
  return or(isOwn(reader), and(wallLayouts.isShared, or(isWithin, isOfTenant)))
}

/** Layouts that are not shared belong to their creator alone. */
function isChangeable(reader: Reader): SQL {
  if (reader.managed === undefined) return isOwn(reader)
  const isWithin = ownedWithin(reader.managed, wallLayouts.userId) ?? sql`true`
  return sql`(${isOwn(reader)} or (${wallLayouts.isShared} and ${isWithin}))`
}

const rowOf = (reader: Reader) => ({
  id: wallLayouts.id,
  layoutName: wallLayouts.layoutName,
  isShared: wallLayouts.isShared,
  isTeam: wallLayouts.isTeam,
  userName: users.userName,
  isOwn: sql<boolean>`${isOwn(reader)}`,
  mayChange: sql<boolean>`${isChangeable(reader)}`,
})

export async function listLayouts(db: Db, reader: Reader, page: PageRequest) {
  const { limit, offset } = toLimit(page)
  const row = rowOf(reader)
  const list = await db
    .select(row)
    .from(wallLayouts)
    .innerJoin(users, eq(users.id, wallLayouts.userId))
    .where(isUsable(reader))
    .orderBy(desc(row.isOwn), asc(wallLayouts.layoutName), asc(wallLayouts.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(wallLayouts, isUsable(reader)) }
}

/** The layouts of these ids that the reader can use. */
export const findLayouts = (db: Db, reader: Reader, ids: WallLayoutId[]) =>
  db
    .select({
      ...rowOf(reader),
      filter: wallLayouts.filter,
      size: wallLayouts.size,
      labels: wallLayouts.labels,
      deviceIds: wallLayouts.deviceIds,
    })
    .from(wallLayouts)
    .innerJoin(users, eq(users.id, wallLayouts.userId))
    .where(and(inArray(wallLayouts.id, ids), isUsable(reader)))

/** Those of the devices that are within the scope, and those that exist outside it, in the same order. */
export async function splitBySight(db: Db, scope: Scope, ids: DeviceId[]) {
  const isWithin = ownedWithin(scope, devices.tenantId) ?? sql`true`
  const found = await db
    .select({ id: devices.id, isSeen: sql<boolean>`coalesce(${isWithin}, false)` })
    .from(devices)
    .where(inArray(devices.id, ids))
  const sight = new Map(found.map(({ id, isSeen }) => [id, isSeen]))
  return {
    seen: ids.filter((id) => sight.get(id) === true),
    unseen: ids.filter((id) => sight.get(id) === false),
  }
}

/** Until the transaction ends, no other one adds a layout of the user. */
export async function countOwn(tx: Db, userId: UserId): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return tx.$count(wallLayouts, eq(wallLayouts.userId, userId))
}

const refusals = { wall_layouts_name: 'wallLayoutNameTaken' } as const

export async function insertLayout(tx: Db, layout: NewLayout): Promise<WallLayoutId> {
  const rows = await mapDbErrors(
    tx.insert(wallLayouts).values(layout).returning({ id: wallLayouts.id }),
    refusals,
  )
  return insertedRow(rows).id
}

export const updateLayout = (db: Db, id: WallLayoutId, change: Partial<NewLayout>) =>
  mapDbErrors(db.update(wallLayouts).set(change).where(eq(wallLayouts.id, id)), refusals)

export const removeLayouts = (db: Db, ids: WallLayoutId[]) =>
  db.delete(wallLayouts).where(inArray(wallLayouts.id, ids))
