import type { DeviceId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { dayCounts } from '../../domain/devices/device-counts.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { partitioned, removeOlder } from '../../platform/db/partitions.queries.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'

/**
 * Stores the latest values of the next devices that were seen since the given time, under the period's time. When
 * several servers do so, the first one's row stays.
 * @returns the last device of the chunk; undefined when there are no more.
 */
export async function storeValues(
  db: Db,
  { at, since, afterId, rows }: { at: Date; since: Date; afterId: DeviceId | 0; rows: number },
): Promise<DeviceId | undefined> {
  const { rows: found } = await db.execute<{ last: DeviceId | null }>(sql`
    with chunk as (
      select * from device_runtime
      where device_id > ${afterId} and (online or last_seen_at >= ${since.toISOString()}::timestamptz)
      order by device_id limit ${rows}
    ), kept as (
      insert into device_history (device_id, at, online, battery, battery_temp, avail_memory, sd_card_left_space)
      select device_id, ${at.toISOString()}::timestamptz, online, battery, battery_temp, avail_memory, sd_card_left_space
      from chunk
      on conflict do nothing
    )
    select max(device_id) as last from chunk`)
  return found[0]?.last ?? undefined
}

/** Stores the counts of each owner's devices, under the period's time; the first server's counts stay. */
export async function storeOnlineCounts(db: Db, at: Date): Promise<void> {
  const { online, offline, trouble, expiring } = dayCounts
  await db.execute(sql`
    insert into online_counts (at, tenant_id, online, offline, trouble, expiring)
    select ${at.toISOString()}::timestamptz, ${devices.tenantId}, ${online}, ${offline}, ${trouble}, ${expiring}
    from ${devices} left join ${deviceRuntime} on ${deviceRuntime.deviceId} = ${devices.id}
    where ${devices.tenantId} is not null and ${devices.deviceNo} is not null
    group by ${devices.tenantId}
    on conflict do nothing`)
}

/** Removes some of the older rows; returns how many. */
export async function pruneHistory(db: Db, before: Date, rows: number): Promise<number> {
  await db.execute(sql`delete from online_counts where at < ${before.toISOString()}::timestamptz`)
  return (
    (await removeOlder(db, partitioned.deviceHistory, before, rows)) +
    (await removeOlder(db, partitioned.deviceEvents, before, rows))
  )
}
