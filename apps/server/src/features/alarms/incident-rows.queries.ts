import { Status } from '@fleetdeck/contract/enums'
import type { AlarmId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { insertEvent } from '../../domain/device-incidents/incident-events.queries.ts'
import { isPlugged, mayServe } from '../../domain/devices/computer-links.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceIncidents } from '../../platform/db/schema/device-incidents.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import {
  type GroupedKind,
  groupedKinds,
  type LoneAlarm,
  type NewIncident,
  type OpenIncident,
  type TraitCount,
} from './group-alarms.ts'
import { covers } from './monitor.queries.ts'

/** Alarms of an earlier time stay alone; a burst is found at once. */
const loneMinutes = 30
const maxLone = 20_000

/** The computer that has the phone of a device, or else had it last. */
const plugged = (tx: Db) =>
  tx
    .select({
      computerId: computers.id,
      name: computers.computerName,
      port: computerPhones.port,
      state: computerPhones.state,
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .where(and(eq(computerPhones.hardwareId, devices.hardwareId), mayServe))
    .orderBy(desc(isPlugged), desc(computers.reportedAt))
    .limit(1)
    .as('plugged')

/**
 * The hub of a phone that is online, or that its computer has seen leave. A computer that is away, or has lost its adb
 * server, tells nothing of its hubs; the ports of the computer itself are none.
 */
const hubOf = ({ computerId, port, state }: ReturnType<typeof plugged>) => sql<string | null>`case
  when (${deviceRuntime.online} or ${state} not in ('working', 'starting'))
    and ${computerId} not in (select id from computers where report->'adb'->>'isReachable' = 'false')
  then substring(${port} from '^(.+)[.][0-9]+$') end`

const traitsOf = (computer: ReturnType<typeof plugged>) => ({
  computer: computer.name,
  hub: hubOf(computer),
  ip: sql<string>`coalesce(${devices.ip}, '')`,
  groupName: deviceGroups.groupName,
  apkVersion: deviceRuntime.apkVersion,
})

/** Alarms of devices that lately opened and belong to no incident. */
export function listLoneAlarms(tx: Db): Promise<LoneAlarm[]> {
  const computer = plugged(tx)
  return tx
    .select({
      id: alarms.id,
      toUserId: alarms.toUserId,
      kind: sql<GroupedKind>`${alarms.kind}`,
      since: alarms.since,
      ageSeconds: sql<number>`extract(epoch from now() - ${alarms.openedAt})::float8`,
      ...traitsOf(computer),
    })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoinLateral(computer, sql`true`)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .where(
      and(
        sql`${alarms.lasts}`,
        isNull(alarms.incidentId),
        ne(alarms.state, 'resolved'),
        inArray(alarms.kind, groupedKinds),
        gt(alarms.openedAt, sql`now() - make_interval(mins => ${loneMinutes})`),
      ),
    )
    .orderBy(alarms.id)
    .limit(maxLone)
}

export const listOpenIncidents = (tx: Db): Promise<OpenIncident[]> =>
  tx
    .select({
      id: deviceIncidents.id,
      toUserId: deviceIncidents.toUserId,
      kind: sql<GroupedKind>`${deviceIncidents.kind}`,
      cause: deviceIncidents.cause,
      causeValue: deviceIncidents.causeValue,
      joinedAt: deviceIncidents.joinedAt,
      alarms:
        sql`(select count(*) from ${alarms} where ${alarms.incidentId} = ${deviceIncidents.id})`.mapWith(
          Number,
        ),
    })
    .from(deviceIncidents)
    .where(and(isNull(deviceIncidents.endedAt), inArray(deviceIncidents.kind, groupedKinds)))
    .orderBy(deviceIncidents.id)

/** The devices whose alarms a user is notified of and that are in no open incident of this kind, counted by their traits. */
export const countTraits = (tx: Db, toUserId: UserId, kind: GroupedKind): Promise<TraitCount[]> => {
  const unwell =
    kind === 'offline'
      ? sql`not ${deviceRuntime.online}`
      : sql`${deviceRuntime.online} and ${deviceRuntime.serviceOk} = '0'`
  const computer = plugged(tx)
  const traits = traitsOf(computer)
  return tx
    .select({
      ...traits,
      total: sql`count(*)`.mapWith(Number),
      unwell: sql`count(*) filter (where ${unwell})`.mapWith(Number),
    })
    .from(devices)
    .innerJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoinLateral(computer, sql`true`)
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .where(
      and(
        isNotNull(devices.deviceNo),
        sql`not exists (select 1 from ${alarms} where ${alarms.deviceId} = ${devices.id} and ${alarms.kind} = ${kind}
          and ${alarms.lasts} and ${alarms.incidentId} is not null)`,
        sql`${devices.tenantId} in (with recursive ${covers} select owner_id from covers
          where to_user_id = ${toUserId})`,
      ),
    )
    .groupBy(traits.computer, traits.hub, traits.ip, traits.groupName, traits.apkVersion)
}

const among = (ids: readonly AlarmId[]) =>
  sql`${alarms.id} = any(${sql.param(`{${ids.join(',')}}`)}::bigint[])`

const times = (lone: readonly LoneAlarm[]) => lone.map(({ since }) => since.getTime())

export async function openIncident(
  tx: Db,
  { toUserId, kind }: Pick<LoneAlarm, 'toUserId' | 'kind'>,
  { cause, causeValue, alarms: lone }: NewIncident,
): Promise<void> {
  const since = new Date(Math.min(...times(lone)))
  const joinedAt = new Date(Math.max(...times(lone)))
  const rows = await tx
    .insert(deviceIncidents)
    .values({ toUserId, kind, cause, causeValue, since, joinedAt })
    .returning({ id: deviceIncidents.id })
  const { id: incidentId } = insertedRow(rows)
  await tx
    .update(alarms)
    .set({ incidentId })
    .where(among(lone.map(({ id }) => id)))
  await insertEvent(tx, { incidentId, kind: 'opened', details: { count: lone.length } })
}

/** Adds alarms to an open incident; those of an acknowledged one are acknowledged too. */
export async function joinIncident(
  tx: Db,
  incidentId: DeviceIncidentId,
  lone: readonly LoneAlarm[],
): Promise<void> {
  const latest = new Date(Math.max(...times(lone))).toISOString()
  const [incident] = await tx
    .update(deviceIncidents)
    .set({ joinedAt: sql`greatest(${deviceIncidents.joinedAt}, ${latest}::timestamptz)` })
    .where(eq(deviceIncidents.id, incidentId))
    .returning()
  if (!incident) return
  const { acknowledgedAt, acknowledgedById } = incident
  const chosen = among(lone.map(({ id }) => id))
  await tx.update(alarms).set({ incidentId }).where(chosen)
  if (acknowledgedAt)
    await tx
      .update(alarms)
      .set({ state: 'acknowledged', acknowledgedAt: sql`now()`, acknowledgedById })
      .where(and(chosen, eq(alarms.state, 'open')))
  await noteJoined(tx, incidentId, lone.length)
}

/** Devices that join one soon after the other are one entry of the time line. */
const togetherMinutes = 5

async function noteJoined(tx: Db, incidentId: DeviceIncidentId, count: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    update device_incident_events set details = jsonb_build_object('count', (details->>'count')::int + ${count}::int)
    where id = (select max(id) from device_incident_events where incident_id = ${incidentId})
      and kind = 'joined' and at > now() - make_interval(mins => ${togetherMinutes})
    returning id`)
  if (rows.length === 0) await insertEvent(tx, { incidentId, kind: 'joined', details: { count } })
}

/** Ends incidents none of whose alarms lasts any longer, and returns their users. */
export async function endIncidents(tx: Db): Promise<UserId[]> {
  const { rows } = await tx.execute<{ to_user_id: UserId }>(sql`
    with ended as (
      update device_incidents i set ended_at = now()
      where i.ended_at is null and i.kind in ('offline', 'service')
        and not exists (select 1 from alarms a where a.incident_id = i.id and a.lasts)
      returning i.id, i.to_user_id
    ), noted as (
      insert into device_incident_events (incident_id, kind) select id, 'ended' from ended
    )
    select to_user_id from ended`)
  return rows.map(({ to_user_id }) => to_user_id)
}

/** Failed attempts in succession before a bot is an incident. */
const botTries = 2

/**
 * Opens incidents of bots that fail, and ends those of bots that work again or were removed. Tests of a bot count for
 * neither: they may be about an address that is not saved. Returns the users.
 */
export async function judgeBots(tx: Db): Promise<UserId[]> {
  const { rows } = await tx.execute<{ to_user_id: UserId }>(sql`
    with latest as materialized (
      select s.user_id, m.failure, m.tries from alarm_settings s cross join lateral (
        select tries, failure from alarm_messages where user_id = s.user_id and kind <> 'test'
          and (state <> 'waiting' or tries > 0)
        order by state = 'waiting' desc, coalesce(sent_at, created_at) desc, id desc limit 1
      ) m
      where s.status = ${Status.on} and s.robot_address <> '' and m.failure is not null
    ), opened as (
      insert into device_incidents (to_user_id, kind, cause, cause_value, since, joined_at)
      select user_id, 'bot', 'none', failure, now(), now() from latest where tries >= ${botTries}
      on conflict (to_user_id) where kind = 'bot' and ended_at is null do nothing
      returning id, to_user_id
    ), ended as (
      update device_incidents i set ended_at = now()
      where i.ended_at is null and i.kind = 'bot'
        and not exists (select 1 from latest where latest.user_id = i.to_user_id)
      returning i.id, i.to_user_id
    ), noted as (
      insert into device_incident_events (incident_id, kind)
      select id, 'opened' from opened union all select id, 'ended' from ended
    )
    select to_user_id from opened union all select to_user_id from ended`)
  return rows.map(({ to_user_id }) => to_user_id)
}
