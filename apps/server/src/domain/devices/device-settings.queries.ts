import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { userCloudSettings } from '../../platform/db/schema/user-cloud-settings.ts'

/** Settings of each device and its owner, and the settings that its phone has applied. */
export const readLayers = (db: Db, deviceIds: DeviceId[]) =>
  db
    .select({
      id: devices.id,
      settings: devices.settings,
      control: devices.control,
      ownerSettings: userCloudSettings.projection,
      ownerControl: userCloudSettings.control,
      settingsRevision: devices.settingsRevision,
    })
    .from(devices)
    .leftJoin(userCloudSettings, eq(userCloudSettings.userId, devices.tenantId))
    .where(inArray(devices.id, deviceIds))

/** Devices of an owner with a phone, after a given one, 0 for the first. */
export async function phonesOfOwner(
  db: Db,
  tenantId: UserId,
  afterId: DeviceId | 0,
  limit: number,
): Promise<DeviceId[]> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.tenantId, tenantId),
        sql`${devices.id} > ${afterId}`,
        sql`${devices.hardwareId} is not null`,
      ),
    )
    .orderBy(devices.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Phones confirmed the settings they use. */
export async function writeTaken(db: Db, taken: { deviceId: DeviceId; revision: string }[]): Promise<void> {
  await db.execute(sql`
    update devices d set settings_revision = n.revision, settings_taken_at = now()
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as n("deviceId" int, revision text)
    where d.id = n."deviceId"`)
}
