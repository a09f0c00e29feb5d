import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq, getTableColumns, not, sql } from 'drizzle-orm'
import { isAccountExpired, isAccountOff } from '../../access/account-line.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { phoneChecks } from '../../platform/db/schema/phone-checks.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function findUserByKey(db: Db, conSecretHash: string) {
  const [user] = await db
    .select({
      id: users.id,
      isExpired: isAccountExpired(users.id),
    })
    .from(users)
    .where(and(eq(users.conSecretHash, conSecretHash), not(isAccountOff(users.id))))
  return user
}

export async function findPhone(db: Db, hardwareId: string) {
  const [phone] = await db.select().from(devices).where(eq(devices.hardwareId, hardwareId))
  return phone
}

/** The data that a phone sends when it enrols. */
export type NewPhone = Pick<typeof devices.$inferInsert, 'publicKey' | 'enrolledById'> & {
  hardwareId: string
  tokenHash: string
} & Record<'brand' | 'mode' | 'imei' | 'ip', string>

export const updatePhone = (db: Db, id: DeviceId, change: Partial<NewPhone>) =>
  db.update(devices).set(change).where(eq(devices.id, id))

/** False when the phone's key has changed since it was read. */
export async function renewPhone(
  db: Db,
  { id, publicKey }: { id: DeviceId; publicKey: string | null },
  change: Partial<NewPhone>,
): Promise<boolean> {
  const isUnchanged = sql`${devices.publicKey} is not distinct from ${publicKey}`
  const renewed = await db
    .update(devices)
    .set(change)
    .where(and(eq(devices.id, id), isUnchanged))
    .returning({ id: devices.id })
  return renewed.length > 0
}

/** With what must be mended, which is a part of the phone's check. */
export type RuntimeRow = typeof deviceRuntime.$inferSelect & Pick<DeviceRuntime, 'toMend'>

/** One statement for any number of phones; phones deleted in the meantime are skipped. */
export async function writeRuntime(db: Db, rows: RuntimeRow[]): Promise<void> {
  await db.execute(sql`
    insert into device_runtime
    select n.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      "deviceId" int, online boolean, "lastSeenAt" timestamptz, "onlineChangedAt" timestamptz, "runMode" text,
      "serviceOk" text, battery smallint, "isCharging" text, "batteryTemp" real, brightness int, "osVersion" text,
      "apkVersion" text, "sdCardLeftSpace" bigint, "availMemory" bigint, "taskName" text, msg text,
      "sdCardSpace" bigint, "totalMemory" bigint, "clockAheadMs" bigint, "overHttp" boolean, "ecVersion" text, can jsonb)
    where exists (select 1 from devices where devices.id = n."deviceId")
    on conflict (device_id) do update set
      online = excluded.online, last_seen_at = excluded.last_seen_at, online_changed_at = excluded.online_changed_at,
      run_mode = excluded.run_mode, service_ok = excluded.service_ok, battery = excluded.battery,
      is_charging = excluded.is_charging, battery_temp = excluded.battery_temp, brightness = excluded.brightness,
      os_version = excluded.os_version, apk_version = excluded.apk_version,
      sd_card_left_space = excluded.sd_card_left_space, avail_memory = excluded.avail_memory,
      task_name = excluded.task_name, msg = excluded.msg, sd_card_space = excluded.sd_card_space,
      total_memory = excluded.total_memory, clock_ahead_ms = excluded.clock_ahead_ms,
      over_http = excluded.over_http, ec_version = excluded.ec_version,
      can = excluded.can`)
}

export async function readRuntime(db: Db, deviceId: DeviceId): Promise<RuntimeRow | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(deviceRuntime), toMend: phoneChecks.toMend })
    .from(deviceRuntime)
    .leftJoin(phoneChecks, eq(phoneChecks.deviceId, deviceRuntime.deviceId))
    .where(eq(deviceRuntime.deviceId, deviceId))
  return row
}

/**
 * Phones that were silent for three heartbeats, and at least half a minute: their server died, or they no longer send
 * heartbeats over HTTP.
 * @param siteSeconds interval of heartbeats if neither device nor owner sets one
 */
export async function silentPhones(db: Db, siteSeconds: number): Promise<DeviceId[]> {
  const result = await db.execute(sql`
    update device_runtime r set online = false, online_changed_at = now()
    from devices d left join user_cloud_settings c on c.user_id = d.tenant_id
    where d.id = r.device_id and r.online and r.last_seen_at < now() - interval '30 seconds'
      and r.last_seen_at < now() - make_interval(secs => 3 * coalesce(d.control ->> 'heartbeat_seconds',
        c.control ->> 'heartbeat_seconds', ${String(siteSeconds)})::int)
    returning r.device_id as id`)
  return (result.rows as { id: DeviceId }[]).map(({ id }) => id)
}
