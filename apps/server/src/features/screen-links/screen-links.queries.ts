import type { DeviceId, ScreenLinkId, UserId } from '@fleetdeck/contract/ids'
import type { screenLinks as calls } from '@fleetdeck/contract/screen-links'
import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { isLinkOpen, linkState } from '../../domain/screen-links/screen-links.queries.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { screenLinks, screenVisits } from '../../platform/db/schema/screen-links.ts'
import { users } from '../../platform/db/schema/users.ts'

const creator = alias(users, 'creator')
const ender = alias(users, 'ender')
const { tokenHash: _token, publicId: _address, ...columns } = getTableColumns(screenLinks)
const ofLink = sql`from ${screenVisits} where ${screenVisits.linkId} = ${screenLinks.id}`
const row = {
  ...columns,
  state: linkState,
  creatorName: creator.userName,
  endedByName: ender.userName,
  visits: sql<number>`(select count(*) ${ofLink})`.mapWith(Number),
  guests: sql<number>`(select count(*) ${ofLink} and ${screenVisits.endedAt} is null)`.mapWith(Number),
  lastVisitAt: sql<Date | null>`(select max(${screenVisits.beganAt}) ${ofLink})`.mapWith(
    screenVisits.beganAt,
  ),
}

export const linkQueries = crudQueries({
  table: screenLinks,
  name: screenLinks.deviceNo,
  rows: (db: Db) =>
    db
      .select(row)
      .from(screenLinks)
      .innerJoin(creator, eq(creator.id, screenLinks.creatorId))
      .leftJoin(ender, eq(ender.id, screenLinks.endedById))
      .$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, screenLinks.tenantId),
  where: ({ deviceNo, note, state, tenantId }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(screenLinks.deviceNo, deviceNo),
      filterBy.LIKE(screenLinks.note, note),
      filterBy.EQ(screenLinks.tenantId, tenantId),
      state ? sql`${linkState} = ${state}` : undefined,
    ),
})

/** A device with a number and an owner, within the scope. */
export async function findOwned(db: Db, scope: Scope, id: DeviceId) {
  const [found] = await db
    .select({ deviceNo: devices.deviceNo, tenantId: devices.tenantId })
    .from(devices)
    .where(and(eq(devices.id, id), deviceWithin(scope)))
  if (!found || found.deviceNo === null || found.tenantId === null) return undefined
  return { deviceNo: found.deviceNo, tenantId: found.tenantId }
}

/** Links are made one after the other, so that their limits hold. */
export const lockLinks = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('screen-links'))`)

export const countOfUser = (db: Db, userId: UserId) =>
  db.$count(screenLinks, and(eq(screenLinks.creatorId, userId), isLinkOpen()))

export const countOfDevice = (db: Db, id: DeviceId) =>
  db.$count(screenLinks, and(eq(screenLinks.deviceId, id), isLinkOpen()))

export const insertLink = async (db: Db, values: typeof screenLinks.$inferInsert) =>
  insertedRow(await db.insert(screenLinks).values(values).returning({ id: screenLinks.id })).id

/** Undefined unless the link is open. */
export async function updateExpiry(db: Db, id: ScreenLinkId, expiresAt: Date) {
  const [changed] = await db
    .update(screenLinks)
    .set({ expiresAt })
    .where(and(eq(screenLinks.id, id), sql`${linkState} = 'open'`))
    .returning({ deviceId: screenLinks.deviceId })
  return changed
}

export async function listVisits(db: Db, { id, ...page }: z.output<typeof calls.visits.query>) {
  const where = eq(screenVisits.linkId, id)
  const { limit, offset } = toLimit(page)
  const { tokenHash: _, ...shown } = getTableColumns(screenVisits)
  const list = await db
    .select(shown)
    .from(screenVisits)
    .where(where)
    .orderBy(desc(screenVisits.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(screenVisits, where) }
}

/** Locks the link, so that its visits are counted one after the other. */
export async function countVisits(tx: Db, linkId: ScreenLinkId) {
  await tx.select({ id: screenLinks.id }).from(screenLinks).where(eq(screenLinks.id, linkId)).for('update')
  const ofThis = eq(screenVisits.linkId, linkId)
  const present = await tx.$count(screenVisits, and(ofThis, isNull(screenVisits.endedAt)))
  return { present, all: await tx.$count(screenVisits, ofThis) }
}

export const insertVisit = (tx: Db, values: typeof screenVisits.$inferInsert) =>
  tx.insert(screenVisits).values(values)

export interface VisitCounts {
  touches: number
  keys: number
  texts: number
}

/** Confirms these visits while they last, and adds what their guests did, also shortly before the end. */
export async function confirmVisits(db: Db, counted: ReadonlyMap<number, VisitCounts>): Promise<void> {
  if (counted.size === 0) return
  const rows = JSON.stringify([...counted].map(([id, counts]) => ({ id, ...counts })))
  await db.execute(sql`
    update screen_visits visit set seen_at = case when visit.ended_at is null then now() else visit.seen_at end,
      touches = visit.touches + more.touches,
      keys = visit.keys + more.keys, texts = visit.texts + more.texts
    from jsonb_to_recordset(${rows}::jsonb) more(id int, touches int, keys int, texts int)
    where visit.id = more.id`)
}

/** Links that ended or expired before, with their visits. */
export async function pruneScreenLinks(db: Db, before: Date, rows: number): Promise<number> {
  const old = db
    .select({ id: screenLinks.id })
    .from(screenLinks)
    .where(or(lt(screenLinks.endedAt, before), lt(screenLinks.expiresAt, before)))
    .limit(rows)
  const gone = await db
    .delete(screenLinks)
    .where(inArray(screenLinks.id, old))
    .returning({ id: screenLinks.id })
  return gone.length
}
