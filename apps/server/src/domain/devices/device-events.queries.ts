import type { DeviceEventKind } from '@fleetdeck/contract/device-monitor'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { deviceEvents } from '../../platform/db/schema/device-history.ts'

export interface DeviceEventRow {
  deviceId: DeviceId
  kind: DeviceEventKind
  at: Date
  userId: UserId | null
  details: Record<string, string>
}

/** One statement for any number of events; events of devices deleted in the meantime are skipped. */
export async function insertEvents(db: Db, rows: DeviceEventRow[]): Promise<void> {
  await db.execute(sql`
    insert into device_events (device_id, at, kind, user_id, details)
    select n."deviceId", n.at, n.kind, n."userId", n.details
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb)
      as n("deviceId" int, at timestamptz, kind text, "userId" int, details jsonb, place int)
    where exists (select 1 from devices where devices.id = n."deviceId")
    order by n.place`)
}

/** The history of a phone that became another device. */
export const moveEvents = (db: Db, from: DeviceId, to: DeviceId) =>
  db.update(deviceEvents).set({ deviceId: to }).where(eq(deviceEvents.deviceId, from))
