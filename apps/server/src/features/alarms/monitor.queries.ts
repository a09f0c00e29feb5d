import type { AlarmKind } from '@fleetdeck/contract/alarms'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'

/** Any constant: the advisory lock by which one of several servers monitors alarms. */
const monitorLock = 0x616c_6172

const megabyte = 1024 * 1024
/** A low value must rise this far above its threshold to count as well again. */
const batteryMargin = 5
const memoryMargin = 1.1

/** Whether this transaction holds the lock of the alarm monitor; otherwise another server does. */
export async function acquireLock(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${monitorLock}) as taken`,
  )
  return rows[0]?.taken ?? false
}

/**
 * Has the statements of this transaction join whole tables. Statistics can be from a time with few phones or without
 * alarms; a nested loop that seems right by them looks at the whole fleet once per phone, which takes minutes.
 */
export const joinWholeTables = (tx: Db) => tx.execute(sql`set local enable_nestloop = off`)

/** Whose settings apply to which owners: their own, or else those of the nearest user above. Recursive. */
export const covers = sql`
  covers as (
    select user_id as to_user_id, user_id as owner_id from alarm_settings
    union
    select covers.to_user_id, u.id from covers join users u on u.parent_id = covers.owner_id
    where not exists (select 1 from alarm_settings own where own.user_id = u.id)
  )`

/** Owners in service with their effective settings, as `covers` and `s`. */
export const coveredOwners = sql`
  covers
    join alarm_settings s on s.user_id = covers.to_user_id and s.status = ${Status.on}
    join users o on o.id = covers.owner_id and o.status = ${Status.on} and o.deleted_at is null
      and (o.tenant_expire_time is null or o.tenant_expire_time > now())`

/** Devices in service with their latest values and effective settings. */
const monitoredDevices = sql`
  ${covers}, watched as (
    select d.id as device_id, d.device_no, d.tenant_id as user_id, s.user_id as to_user_id,
      s.offline, s.low_battery, s.memory, s.service_down, s.frequency,
      r.online, r.battery, r.is_charging, r.avail_memory, r.service_ok,
      coalesce(r.online_changed_at, r.last_seen_at) as changed_at
    from ${coveredOwners}
      join devices d on d.tenant_id = covers.owner_id and d.status = ${Status.on}
        and d.device_no is not null and d.device_id is not null
        and (d.expire_time is null or d.expire_time > now())
      join device_runtime r on r.device_id = d.id
  )`

/**
 * Writes what `judged` says about alarms: which have become calm or are calm no longer, and ends those that stayed
 * calm.
 * @param settleSeconds how long a subject has to stay well
 * @param most maximum number of changed alarms
 */
export const updateJudged = (settleSeconds: number, most: number) => sql`
  moved as (
    select id, ending, ends from (
      select a.id, j.ending, (j.ending is null) <> (a.calm_since is null) as turns, j.ending is not null and (
          j.ending = 'ruleGone' or coalesce(a.calm_since, now()) <= now() - make_interval(secs => ${settleSeconds})
        ) as ends
      from judged j join alarms a on a.id = j.id
    ) found
    where ends or turns limit ${most}
  )
  update alarms a set
    calm_since = case when m.ending is null then null else coalesce(a.calm_since, now()) end,
    lasts = not m.ends,
    state = case when m.ends then 'resolved' else a.state end,
    ending = case when m.ends then coalesce(a.ending, m.ending) else a.ending end,
    resolved_at = case when m.ends then coalesce(a.resolved_at, now()) else a.resolved_at end
  from moved m where a.id = m.id`

export interface Ended {
  deviceId: DeviceId
  userId: UserId
  kind: AlarmKind
}

/**
 * Ends alarms of devices. One statement for all devices.
 * @returns the ended alarms, and how many were changed
 */
export async function endAlarms(
  tx: Db,
  settleSeconds: number,
  most: number,
): Promise<{ ended: Ended[]; changed: number }> {
  const { rows } = await tx.execute<{
    device_id: DeviceId
    user_id: UserId
    kind: AlarmKind
    lasts: boolean
  }>(sql`
    with recursive ${monitoredDevices}, judged as (
      select a.id, case
          when w.device_id is null or w.to_user_id <> a.to_user_id or w.user_id <> a.user_id or 0 = case a.kind
            when 'offline' then w.offline when 'battery' then w.low_battery when 'memory' then w.memory
            else w.service_down::int end
          then 'ruleGone'
          when case a.kind
            when 'offline' then w.online
            when 'battery' then w.online and (w.is_charging = '1' or w.battery >= least(w.low_battery + ${batteryMargin}, 100))
            when 'memory' then w.online and w.avail_memory >= w.memory * ${memoryMargin * megabyte}::float8
            else w.online and w.service_ok = '1' end
          then 'over' end as ending
      from alarms a left join watched w on w.device_id = a.device_id where a.lasts and a.device_id is not null
    ), ${updateJudged(settleSeconds, most)}
    returning a.device_id, a.user_id, a.kind, a.lasts`)
  const ended = rows.flatMap(({ device_id, user_id, kind, lasts }) =>
    lasts ? [] : [{ deviceId: device_id, userId: user_id, kind }],
  )
  return { ended, changed: rows.length }
}

export interface Opened extends Ended {
  value: number | null
}

/** Opens alarms for problems that have none, up to a maximum. One statement for all devices. */
export async function openAlarms(tx: Db, most: number): Promise<Opened[]> {
  const { rows } = await tx.execute<{
    device_id: DeviceId
    user_id: UserId
    kind: AlarmKind
    value: number | null
  }>(sql`
    with recursive ${monitoredDevices}, unwell as materialized (
      -- Nearly all phones are well: they are left out before anything is made of them.
      select * from watched w where not w.online or w.battery < w.low_battery
        or w.avail_memory < w.memory * ${megabyte}::bigint or w.service_ok = '0'
    ), wrong as (
      select w.device_id, w.device_no, w.user_id, w.to_user_id, w.frequency, found.*
      from unwell w cross join lateral (values
        ('offline', w.offline > 0 and not w.online and w.changed_at < now() - make_interval(secs => w.offline),
          null::int, w.offline, w.changed_at),
        ('battery', w.online and w.battery < w.low_battery and w.is_charging is distinct from '1',
          w.battery::int, w.low_battery, now()),
        ('memory', w.online and w.avail_memory < w.memory * ${megabyte}::bigint,
          (w.avail_memory / ${megabyte})::int, w.memory, now()),
        ('service', w.online and w.service_down and w.service_ok = '0', null, null, now())
      ) as found(kind, is_so, value, threshold, since)
      where found.is_so
    )
    insert into alarms (device_id, device_no, user_id, to_user_id, kind, value, threshold, since, quiet_until)
    select w.device_id, w.device_no, w.user_id, w.to_user_id, w.kind, w.value, w.threshold, w.since,
      (select max(p.told_at) + make_interval(secs => w.frequency) from alarms p
        where p.device_id = w.device_id and p.kind = w.kind)
    from wrong w
    where not exists (select 1 from alarms a where a.device_id = w.device_id and a.kind = w.kind and a.lasts)
    order by ${byNumber(sql`w.device_no`)}, w.kind limit ${most}
    on conflict do nothing
    returning device_id, user_id, kind, value`)
  return rows.map(({ device_id, user_id, kind, value }) => ({
    deviceId: device_id,
    userId: user_id,
    kind,
    value,
  }))
}

/** Removes some of the older rows: alarms and incidents that are over, and messages that are finished. Returns how many. */
export async function pruneAlarms(db: Db, before: Date, rows: number): Promise<number> {
  const limit = before.toISOString()
  const removed = await db.execute<{ gone: number }>(sql`
    with old_alarms as (
      delete from alarms where id = any(array(select id from alarms
        where not lasts and resolved_at < ${limit}::timestamptz limit ${rows})) returning 1
    ), old_messages as (
      delete from alarm_messages where id = any(array(select id from alarm_messages
        where state <> 'waiting' and created_at < ${limit}::timestamptz limit ${rows})) returning 1
    ), old_incidents as (
      delete from device_incidents where id = any(array(select id from device_incidents
        where ended_at < ${limit}::timestamptz limit ${rows})) returning 1
    )
    select ((select count(*) from old_alarms) + (select count(*) from old_messages)
      + (select count(*) from old_incidents))::int as gone`)
  return removed.rows[0]?.gone ?? 0
}
