import type { DeviceId, ShelfId, UserId } from '@fleetdeck/contract/ids'
import { maxShelves, type ShelfDraft } from '@fleetdeck/contract/shelves'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { shelfSlots, shelves } from '../../platform/db/schema/shelves.ts'
import { users } from '../../platform/db/schema/users.ts'

/** By name, with the devices of the same owner. */
export async function listShelves(db: Db, scope: Scope) {
  const found = await db
    .select({
      id: shelves.id,
      shelfName: shelves.shelfName,
      tenantId: shelves.tenantId,
      userName: users.userName,
      columns: shelves.columns,
      rows: shelves.rows,
      gmtModified: shelves.gmtModified,
    })
    .from(shelves)
    .innerJoin(users, eq(users.id, shelves.tenantId))
    .where(ownedWithin(scope, shelves.tenantId))
    .orderBy(new NaturalKey(shelves.shelfName), shelves.id)
  const placed = await db
    .select({
      shelfId: shelfSlots.shelfId,
      slot: shelfSlots.slot,
      id: devices.id,
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
    })
    .from(shelfSlots)
    .innerJoin(shelves, eq(shelves.id, shelfSlots.shelfId))
    .innerJoin(devices, and(eq(devices.id, shelfSlots.deviceId), eq(devices.tenantId, shelves.tenantId)))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(ownedWithin(scope, shelves.tenantId))
    .orderBy(shelfSlots.slot)
  const byShelf = Map.groupBy(placed, ({ shelfId }) => shelfId)
  return found.map((shelf) => ({
    ...shelf,
    devices: (byShelf.get(shelf.id) ?? []).map(({ shelfId: _, ...device }) => device),
  }))
}

export const findShelf = async (db: Db, scope: Scope, id: ShelfId) =>
  (
    await db
      .select({ id: shelves.id, tenantId: shelves.tenantId })
      .from(shelves)
      .where(and(eq(shelves.id, id), ownedWithin(scope, shelves.tenantId)))
  )[0]

export const allShelvesVisible = (db: Db, scope: Scope, ids: ShelfId[]) =>
  allOwnedVisible(db, shelves, scope, ids)

export const isFull = async (db: Db, tenantId: UserId) =>
  (await db.$count(shelves, eq(shelves.tenantId, tenantId))) >= maxShelves

export const allOfOwner = async (db: Db, tenantId: UserId, ids: DeviceId[]) =>
  (await db.$count(devices, and(inArray(devices.id, ids), eq(devices.tenantId, tenantId)))) === ids.length

/** Devices that stood elsewhere are moved. */
export function saveShelf(db: Db, tenantId: UserId, { id, devices: placed, ...draft }: ShelfDraft) {
  const { shelfName, columns, rows } = draft
  const values = { shelfName, columns, rows }
  return db.transaction(async (tx) => {
    const shelfId =
      id ??
      insertedRow(
        await tx
          .insert(shelves)
          .values({ ...values, tenantId })
          .returning(),
      ).id
    if (id !== undefined) await tx.update(shelves).set(values).where(eq(shelves.id, id))
    await tx.delete(shelfSlots).where(eq(shelfSlots.shelfId, shelfId))
    if (placed.length === 0) return shelfId
    const ids = placed.map((device) => device.id)
    await tx.delete(shelfSlots).where(inArray(shelfSlots.deviceId, ids))
    await tx
      .insert(shelfSlots)
      .values(placed.map((device) => ({ shelfId, slot: device.slot, deviceId: device.id })))
    return shelfId
  })
}

export async function removeShelves(db: Db, ids: ShelfId[]): Promise<string[]> {
  const removed = await db
    .delete(shelves)
    .where(inArray(shelves.id, ids))
    .returning({ name: shelves.shelfName })
  return removed.map(({ name }) => name)
}
