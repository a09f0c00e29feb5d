import type { AlarmFilter, AlarmQuery } from '@fleetdeck/contract/alarms'
import type { AlarmId, UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, ilike, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { eachRow } from '../../platform/crud/each-row.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, containing, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber, NaturalKey } from '../../platform/db/natural-key.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { scriptSources } from '../../platform/db/schema/script-sources.ts'
import { users } from '../../platform/db/schema/users.ts'

const acknowledger = alias(users, 'acknowledger')
const resolver = alias(users, 'resolver')
/** False after a change of the device's owner. */
const isStillOwner = eq(devices.tenantId, alarms.userId)

const columns = {
  id: alarms.id,
  deviceId: alarms.deviceId,
  hotId: alarms.hotId,
  sourceId: alarms.sourceId,
  // Hot updates and repositories can be renamed.
  deviceNo: sql<string>`coalesce(${hotScripts.hotName}, ${scriptSources.sourceName}, ${alarms.subject})`,
  // Many models already contain the brand.
  model: sql<string>`case when ${alarms.deviceId} is null then '' when starts_with(lower(${devices.mode}), lower(${devices.brand})) then ${devices.mode}
    else trim(${devices.brand} || ' ' || ${devices.mode}) end`,
  groupName: deviceGroups.groupName,
  userName: users.userName,
  kind: alarms.kind,
  state: alarms.state,
  value: alarms.value,
  threshold: alarms.threshold,
  since: alarms.since,
  openedAt: alarms.openedAt,
  acknowledgedAt: alarms.acknowledgedAt,
  acknowledgedBy: acknowledger.userName,
  note: alarms.note,
  resolvedAt: alarms.resolvedAt,
  resolvedBy: resolver.userName,
  ending: alarms.ending,
  messages: alarms.messages,
}

function conditions(scope: Scope, query: AlarmFilter, timeZone: string): SQL | undefined {
  return and(
    ownedWithin(scope, alarms.userId),
    query.state === 'unresolved' ? ne(alarms.state, 'resolved') : undefined,
    query.state && query.state !== 'unresolved' ? eq(alarms.state, query.state) : undefined,
    query.kind ? eq(alarms.kind, query.kind) : undefined,
    query.deviceNo ? ilike(alarms.subject, containing(query.deviceNo)) : undefined,
    filterBy.EQ(alarms.deviceId, query.deviceId),
    query.tenantId ? eq(alarms.userId, query.tenantId) : undefined,
    query.groupId
      ? sql`${alarms.deviceId} in (select ${devices.id} from ${devices}
          where ${devices.groupId} = ${query.groupId} and ${isStillOwner})`
      : undefined,
    filterBy.EQ(alarms.incidentId, query.incidentId),
    query.isAlone && isNull(alarms.incidentId),
    within(alarms.openedAt, query, timeZone),
  )
}

const rows = (db: Db) =>
  db
    .select(columns)
    .from(alarms)
    .innerJoin(users, eq(users.id, alarms.userId))
    .leftJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(hotScripts, eq(hotScripts.id, alarms.hotId))
    .leftJoin(scriptSources, eq(scriptSources.id, alarms.sourceId))
    .leftJoin(deviceGroups, and(eq(deviceGroups.id, devices.groupId), isStillOwner))
    .leftJoin(acknowledger, eq(acknowledger.id, alarms.acknowledgedById))
    .leftJoin(resolver, eq(resolver.id, alarms.resolvedById))

const sortable = {
  id: alarms.id,
  deviceNo: new NaturalKey(alarms.subject),
  openedAt: alarms.openedAt,
  resolvedAt: alarms.resolvedAt,
}
const isResolved = eq(alarms.state, 'resolved')
const newestOrNumbers = ({ incidentId }: AlarmQuery) =>
  incidentId === undefined ? [desc(alarms.id)] : [byNumber(alarms.subject), desc(alarms.id)]

/** Unresolved alarms come first, unless another order is requested; those of one incident by their numbers. */
export async function listAlarms(db: Db, scope: Scope, query: AlarmQuery, timeZone: string) {
  const where = conditions(scope, query, timeZone)
  const { limit, offset } = toLimit(query)
  const order = query.orderByColumn
    ? buildOrder(query, sortable, alarms.id)
    : [isResolved, ...newestOrNumbers(query)]
  const list = await rows(db)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(alarms, where) }
}

/** All alarms of the list, in its order. */
export async function* eachAlarm(db: Db, scope: Scope, query: AlarmQuery, timeZone: string) {
  const part = (only: SQL | undefined) =>
    eachRow(query, { sortable, id: alarms.id }, ({ after, orderBy, limit }) =>
      rows(db)
        .where(and(conditions(scope, query, timeZone), only, after))
        .orderBy(...orderBy)
        .limit(limit),
    )
  if (query.orderByColumn) return yield* part(undefined)
  yield* part(not(isResolved))
  yield* part(isResolved)
}

export async function findAlarm(db: Db, scope: Scope, id: AlarmId) {
  const [found] = await rows(db).where(and(eq(alarms.id, id), ownedWithin(scope, alarms.userId)))
  return found
}

export const countAlarms = (db: Db, scope: Scope) =>
  db
    .select({ state: alarms.state, kind: alarms.kind, count: sql`count(*)`.mapWith(Number) })
    .from(alarms)
    .where(and(ne(alarms.state, 'resolved'), ownedWithin(scope, alarms.userId)))
    .groupBy(alarms.state, alarms.kind)

const owned = { id: alarms.id, userId: alarms.userId }

/** Those of these alarms that are within the scope, with their owners. */
export const chosenAlarms = (db: Db, scope: Scope, ids: AlarmId[]) =>
  db
    .select(owned)
    .from(alarms)
    .where(and(inArray(alarms.id, ids), ownedWithin(scope, alarms.userId)))

/** The same for all alarms that match the conditions. */
export const matchingAlarms = (db: Db, scope: Scope, filter: AlarmFilter, timeZone: string) =>
  db
    .select(owned)
    .from(alarms)
    .where(conditions(scope, filter, timeZone))

/** One parameter for any number of ids. */
const among = (ids: AlarmId[]) => sql`${alarms.id} = any(${sql.param(`{${ids.join(',')}}`)}::bigint[])`

/** An empty note keeps the existing one. */
const noted = (note: string) => (note ? { note } : {})

/** Returns the devices whose alarm was open. */
export const acknowledge = (db: Db, ids: AlarmId[], by: { userId: UserId; note: string }) =>
  db
    .update(alarms)
    .set({
      state: 'acknowledged',
      acknowledgedAt: sql`now()`,
      acknowledgedById: by.userId,
      ...noted(by.note),
    })
    .where(and(among(ids), eq(alarms.state, 'open')))
    .returning({ deviceId: alarms.deviceId, kind: alarms.kind })

/** Returns the devices whose alarm was not resolved. */
export const resolveByHand = (db: Db, ids: AlarmId[], by: { userId: UserId; note: string }) =>
  db
    .update(alarms)
    .set({
      state: 'resolved',
      ending: 'byHand',
      resolvedAt: sql`now()`,
      resolvedById: by.userId,
      ...noted(by.note),
    })
    .where(and(among(ids), ne(alarms.state, 'resolved')))
    .returning({ deviceId: alarms.deviceId, kind: alarms.kind })
