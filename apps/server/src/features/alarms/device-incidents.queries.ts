import {
  type deviceIncidents as calls,
  figureWeeks,
  maxIncidentEvents,
  maxSummedIncidents,
  maxWallDevices,
  namedDevices,
} from '@fleetdeck/contract/device-incidents'
import type { AlarmId, CommandId, DeviceId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { ownedWithin, type Scope, usersWithin } from '../../access/data-scope.ts'
import { maySignIn } from '../../access/read-caller.ts'
import { incidentWithin, ofIncident } from '../../domain/device-incidents/incident-events.queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, containing, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { firstNumbers } from '../../platform/db/natural-key.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { commandRuns } from '../../platform/db/schema/commands.ts'
import { deviceIncidentEvents, deviceIncidents } from '../../platform/db/schema/device-incidents.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

type ListQuery = z.output<(typeof calls)['list']['query']>

const acknowledger = alias(users, 'acknowledger')
const assignee = alias(users, 'assignee')

/** What the scope shows of the devices of an incident. */
function shownDevices(db: Db, scope: Scope) {
  const isOwned = ownedWithin(scope, alarms.userId) ?? sql`true`
  return db
    .select({
      devices: sql`count(distinct ${alarms.deviceId}) filter (where ${isOwned})`
        .mapWith(Number)
        .as('shown_devices'),
      lasting: sql`count(distinct ${alarms.deviceId}) filter (where ${isOwned} and ${alarms.lasts})`
        .mapWith(Number)
        .as('shown_lasting'),
      // Those that still have the problem; of an incident that is over, all.
      deviceNos: firstNumbers(
        alarms.subject,
        namedDevices,
        sql`${isOwned} and (${alarms.lasts} or ${deviceIncidents.endedAt} is not null)`,
      ).as('shown_nos'),
      isPartial: sql<boolean>`coalesce(bool_or(not (${isOwned})), false)`.as('shown_partly'),
    })
    .from(alarms)
    .where(ofIncident)
    .as('shown')
}

function selectRows(db: Db, scope: Scope) {
  const shown = shownDevices(db, scope)
  return db
    .select({
      id: deviceIncidents.id,
      kind: deviceIncidents.kind,
      cause: deviceIncidents.cause,
      causeValue: deviceIncidents.causeValue,
      userName: users.userName,
      since: deviceIncidents.since,
      openedAt: deviceIncidents.openedAt,
      endedAt: deviceIncidents.endedAt,
      devices: shown.devices,
      lasting: shown.lasting,
      deviceNos: shown.deviceNos,
      isPartial: shown.isPartial,
      phones: deviceIncidents.phones,
      computerId: deviceIncidents.computerId,
      acknowledgedAt: deviceIncidents.acknowledgedAt,
      acknowledgedBy: acknowledger.userName,
      silencedUntil: deviceIncidents.silencedUntil,
      assigneeId: deviceIncidents.assigneeId,
      assignee: assignee.userName,
    })
    .from(deviceIncidents)
    .innerJoin(users, eq(users.id, deviceIncidents.toUserId))
    .leftJoin(acknowledger, eq(acknowledger.id, deviceIncidents.acknowledgedById))
    .leftJoin(assignee, eq(assignee.id, deviceIncidents.assigneeId))
    .innerJoinLateral(shown, sql`true`)
    .$dynamic()
}
export type FoundIncident = Awaited<ReturnType<typeof listOpen>>[number]

const isOpen = isNull(deviceIncidents.endedAt)

export async function listIncidents(
  db: Db,
  { scope, userId, timeZone }: { scope: Scope; userId: UserId; timeZone: string },
  query: ListQuery,
) {
  const where = and(
    incidentWithin(scope),
    query.state && (query.state === 'open' ? isOpen : isNotNull(deviceIncidents.endedAt)),
    filterBy.EQ(deviceIncidents.kind, query.kind),
    filterBy.EQ(deviceIncidents.cause, query.cause),
    query.mine && eq(deviceIncidents.assigneeId, userId),
    within(deviceIncidents.openedAt, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const sortable = {
    id: deviceIncidents.id,
    since: deviceIncidents.since,
    endedAt: deviceIncidents.endedAt,
  }
  const list = await selectRows(db, scope)
    .where(where)
    .orderBy(...buildOrder(query, sortable, deviceIncidents.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(deviceIncidents, where) }
}

/** Open incidents, those that nobody has acknowledged first, then the newest. */
export const listOpen = (db: Db, scope: Scope) =>
  selectRows(db, scope)
    .where(and(incidentWithin(scope), isOpen))
    .orderBy(sql`${deviceIncidents.acknowledgedAt} is not null`, desc(deviceIncidents.id))
    .limit(maxSummedIncidents)

export async function countOpen(db: Db, scope: Scope) {
  const isQuiet = sql`${deviceIncidents.acknowledgedAt} is not null
    or coalesce(${deviceIncidents.silencedUntil} > now(), false)`
  const [row] = await db
    .select({
      open: sql`count(*)`.mapWith(Number),
      unacknowledged: sql`count(*) filter (where not (${isQuiet}))`.mapWith(Number),
    })
    .from(deviceIncidents)
    .where(and(incidentWithin(scope), isOpen))
  return row ?? { open: 0, unacknowledged: 0 }
}

export async function findIncident(db: Db, scope: Scope, id: DeviceIncidentId) {
  const [row] = await selectRows(db, scope).where(and(eq(deviceIncidents.id, id), incidentWithin(scope)))
  return row
}

/** Devices of an incident that have the problem; of one that is over, all. */
export async function listDeviceIds(
  db: Db,
  scope: Scope,
  { id, kind, endedAt, phones }: FoundIncident,
): Promise<DeviceId[]> {
  if (kind === 'deadPhone') {
    const dead = phones.flatMap(({ deviceId, isBack }) =>
      endedAt === null && isBack ? [] : (deviceId ?? []),
    )
    return listVisible(db, scope, dead)
  }
  const { rows } = await db.execute<{ id: DeviceId }>(sql`
    select distinct ${alarms.deviceId} as id from ${alarms}
      join ${deviceIncidents} on ${ofIncident}
    where ${and(
      eq(alarms.incidentId, id),
      ownedWithin(scope, alarms.userId),
      or(sql`${alarms.lasts}`, isNotNull(deviceIncidents.endedAt)),
    )}
    order by 1 limit ${maxWallDevices}`)
  return rows.map((row) => row.id)
}

async function listVisible(db: Db, scope: Scope, ids: DeviceId[]): Promise<DeviceId[]> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inArray(devices.id, ids), ownedWithin(scope, devices.tenantId)))
    .orderBy(devices.id)
    .limit(maxWallDevices)
  return rows.map((row) => row.id)
}

/** How many runs of each command are in which state. */
export async function countRuns(db: Db, ids: CommandId[]) {
  const counts = new Map<CommandId, Record<string, number>>()
  if (ids.length === 0) return counts
  const { commandId, state } = commandRuns
  const rows = await db
    .select({ commandId, state, count: count() })
    .from(commandRuns)
    .where(inArray(commandId, ids))
    .groupBy(commandId, state)
  for (const row of rows) counts.set(row.commandId, { ...counts.get(row.commandId), [row.state]: row.count })
  return counts
}

/** The newest entries, oldest first; `of`: only start, end, and the entries of this user. */
export async function listEvents(db: Db, incidentId: DeviceIncidentId, of: UserId | undefined) {
  const { id, kind, details, at, userId } = deviceIncidentEvents
  const newest = await db
    .select({ id, kind, details, at, userName: users.userName })
    .from(deviceIncidentEvents)
    .leftJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(deviceIncidentEvents.incidentId, incidentId),
        of === undefined ? undefined : or(inArray(kind, ['opened', 'ended']), eq(userId, of)),
      ),
    )
    .orderBy(desc(id))
    .limit(maxIncidentEvents)
  return newest.reverse()
}

/** Figures of the last weeks of the site's time zone. */
export async function countByWeek(db: Db, scope: Scope, timeZone: string) {
  const { openedAt, endedAt, firstAcknowledgedAt } = deviceIncidents
  const secondsTo = (moment: typeof endedAt) => sql`avg(extract(epoch from ${moment} - ${openedAt}))::float8`
  const week = sql`date_trunc('week', ${openedAt} at time zone ${sql.param(timeZone)})`
  const { rows } = await db.execute<{
    week: string
    count: number
    ack: number | null
    end: number | null
  }>(sql`
    with present as (
      select date_trunc('week', now() at time zone ${timeZone}) as week
    ), weeks as (
      select generate_series(week - make_interval(weeks => ${figureWeeks - 1}), week, interval '1 week') as week
      from present
    ), counted as (
      select ${week} as week, count(*)::int as count, ${secondsTo(firstAcknowledgedAt)} as ack,
        ${secondsTo(endedAt)} as "end"
      from ${deviceIncidents}
      where ${and(incidentWithin(scope), sql`${openedAt} > now() - make_interval(weeks => ${figureWeeks + 1})`)}
      group by 1
    )
    select to_char(weeks.week, 'YYYY-MM-DD') as week, coalesce(count, 0) as count, ack, "end"
    from weeks left join counted using (week) order by weeks.week`)
  return rows.map(({ week: monday, count, ack, end }) => ({
    week: monday,
    count,
    ackSeconds: ack,
    endSeconds: end,
  }))
}

/** Returns whether nobody had acknowledged it. */
export async function acknowledge(tx: Db, id: DeviceIncidentId, userId: UserId): Promise<boolean> {
  const { acknowledgedAt, firstAcknowledgedAt } = deviceIncidents
  const rows = await tx
    .update(deviceIncidents)
    .set({
      acknowledgedAt: sql`now()`,
      acknowledgedById: userId,
      firstAcknowledgedAt: sql`coalesce(${firstAcknowledgedAt}, now())`,
    })
    .where(and(eq(deviceIncidents.id, id), isNull(acknowledgedAt)))
    .returning({ id: deviceIncidents.id })
  return rows.length > 0
}

export async function listOpenAlarms(tx: Db, id: DeviceIncidentId): Promise<AlarmId[]> {
  const rows = await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(eq(alarms.incidentId, id), eq(alarms.state, 'open')))
  return rows.map((row) => row.id)
}

/** Opens the alarms again that were acknowledged with the incident, and returns whether it was acknowledged. */
export async function undoAcknowledgement(tx: Db, id: DeviceIncidentId): Promise<boolean> {
  await tx.execute(sql`
    update alarms a set state = 'open', acknowledged_at = null, acknowledged_by_id = null
    from device_incidents i
    where i.id = ${id} and a.incident_id = i.id and a.state = 'acknowledged'
      and a.acknowledged_by_id = i.acknowledged_by_id and a.acknowledged_at >= i.acknowledged_at`)
  const rows = await tx
    .update(deviceIncidents)
    .set({ acknowledgedAt: null, acknowledgedById: null })
    .where(and(eq(deviceIncidents.id, id), isNotNull(deviceIncidents.acknowledgedAt)))
    .returning({ id: deviceIncidents.id })
  return rows.length > 0
}

export const setSilence = (tx: Db, id: DeviceIncidentId, until: string | null) =>
  tx
    .update(deviceIncidents)
    .set({ silencedUntil: until === null ? null : new Date(until) })
    .where(eq(deviceIncidents.id, id))

export const setAssignee = (tx: Db, id: DeviceIncidentId, assigneeId: UserId | null) =>
  tx.update(deviceIncidents).set({ assigneeId }).where(eq(deviceIncidents.id, id))

/** How many users a search looks at. */
const maxCandidates = 20

/** Users within the scope who may sign in: one of them, or those with a name. */
export const listCandidates = (db: Db, scope: Scope, wanted: { id: UserId } | { name: string }) =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        maySignIn(),
        usersWithin(scope, users),
        'id' in wanted
          ? eq(users.id, wanted.id)
          : or(
              ilike(users.userName, containing(wanted.name)),
              ilike(users.nickName, containing(wanted.name)),
            ),
      ),
    )
    .orderBy(asc(users.userName))
    .limit(maxCandidates)
