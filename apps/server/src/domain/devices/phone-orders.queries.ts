import type { DeviceId } from '@fleetdeck/contract/ids'
import type { HttpOrder } from '@fleetdeck/contract/phone-api'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { phoneOrders } from '../../platform/db/schema/phone-orders.ts'
import { amongDevices } from './device-scope.queries.ts'

export interface NewOrder {
  deviceId: DeviceId
  /** An order replaces the earlier one of its kind. */
  kind: string
  order: HttpOrder
  /** Whether the phone sent a heartbeat over HTTP to this server just now. */
  isHere: boolean
}

/**
 * Stores the orders whose phones are online over HTTP; returns the ids of those phones. Phones that are known by their
 * number alone, which are those of the original, only understand a stop.
 */
export async function insertOrders(db: Db, orders: NewOrder[]): Promise<Set<DeviceId>> {
  const { rows } = await db.execute<{ deviceId: DeviceId }>(sql`
    insert into phone_orders (device_id, kind, "order")
    select d.id, n.kind, n."order"
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as n("deviceId" int, kind text, "order" jsonb, "isHere" boolean)
    join devices d on d.id = n."deviceId" left join device_runtime r on r.device_id = d.id
    where (n."isHere" or r.online and r.over_http)
      and (d.token_hash is not null or n."order" ->> 'order' = 'stop')
    on conflict (device_id, kind) do update set "order" = excluded."order", created_at = now()
    returning device_id as "deviceId"`)
  return new Set(rows.map(({ deviceId }) => deviceId))
}

export type TakenOrder = Awaited<ReturnType<typeof takeOrders>>[number]

/** The orders of these phones, which are removed. */
export const takeOrders = (db: Db, deviceIds: DeviceId[]) =>
  db
    .delete(phoneOrders)
    .where(amongDevices(phoneOrders.deviceId, deviceIds))
    .returning({
      deviceId: phoneOrders.deviceId,
      kind: phoneOrders.kind,
      order: phoneOrders.order,
      createdAt: phoneOrders.createdAt,
      isStale: sql<boolean>`${phoneOrders.createdAt} < now() - interval '10 minutes'`,
    })

/** Puts taken orders back, unless later ones of their kind have come. */
export const keepOrders = (db: Db, orders: Omit<TakenOrder, 'isStale'>[]) =>
  db.insert(phoneOrders).values(orders).onConflictDoNothing()
