import type { DataItemId, DeviceId, UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { bigintId } from '../../platform/db/bigint-id.ts'
import type { Db } from '../../platform/db/db.ts'

/** The owner, the name that scripts use, and the end to take from. */
export interface Source {
  tenantId: UserId
  groupName: string
  /** Without it: items of any name. */
  name?: string | undefined
  way: Way
}
/** The oldest first, the newest first, or at random. */
type Way = 'head' | 'tail' | 'random'

/** One item for one device. */
export interface Slot {
  deviceId: DeviceId
  deviceNo: string
  leaseId?: string
  seconds?: number
}
export interface PoppedItem {
  /** Index of the slot it is for, from 0. */
  slot: number
  id: DataItemId
  name: string
  content: string
}

/** Characters of a content that the history stores. */
const maxStoredContent = 200

const orders = { head: sql`id`, tail: sql`id desc`, random: sql`random()` } as const

const free = ({ tenantId, groupName, name }: Source) => sql`
  group_id = (select id from data_groups where tenant_id = ${tenantId} and group_name = ${groupName})
  and lease_id is null ${name === undefined ? sql`` : sql`and name = ${name}`}`

/** Locks this many free items; items that another server is leasing are skipped. */
function picked(source: Source, count: number): SQL {
  if (source.way !== 'random')
    return sql`picked as materialized (
      select id from data_items where ${free(source)} order by ${orders[source.way]}
      limit ${count} for update skip locked)`
  const from = Math.random()
  return sql`after as materialized (
      select id from data_items where ${free(source)} and lot >= ${from}
      order by lot limit ${count} for update skip locked),
    before as materialized (
      select id from data_items where ${free(source)} and lot < ${from}
      order by lot limit (select ${count}::int - count(*) from after) for update skip locked),
    picked as (select id from after union all select id from before)`
}

const numbered = ({ way }: Source) =>
  sql`numbered as (select id, row_number() over (order by ${orders[way]}) as slot from picked)`

const slotsTable = (slots: Slot[]) => sql`(
    select * from unnest(${arrayParameter(slots.map(({ deviceId }) => deviceId))}::int[],
      ${arrayParameter(slots.map(({ deviceNo }) => deviceNo))}::text[],
      ${arrayParameter(slots.map(({ leaseId }) => leaseId ?? null))}::text[],
      ${arrayParameter(slots.map(({ seconds }) => seconds ?? null))}::int[])
    with ordinality as s(device_id, device_no, lease_id, seconds, slot)) as slots`

/** An array as one bound value. */
const arrayParameter = (values: unknown[]) => sql.param(values)

const noted = (outcome: 'taken' | 'leased') => sql`noted as (
  insert into data_handouts (group_id, item_id, name, content, device_id, device_no, lease_id, outcome)
  select group_id, gone.id, name, left(content, ${maxStoredContent}), device_id, device_no, slots.lease_id, ${outcome}
  from gone join slots using (slot))`

/** Removes the next items and says which slot each is for; returns fewer when there are no more. */
export async function takeItems(db: Db, source: Source, slots: Slot[]): Promise<PoppedItem[]> {
  const { rows } = await db.execute<PoppedItem & Record<string, unknown>>(sql`
    with ${picked(source, slots.length)}, ${numbered(source)}, slots as (select * from ${slotsTable(slots)}),
    gone as (
      delete from data_items item using numbered where item.id = numbered.id
      returning item.id, item.group_id, item.name, item.content, numbered.slot),
    ${noted('taken')}
    select id, name, content, slot from gone order by slot`)
  return rows.map(plainItem)
}

/** The same, but the items are leased instead of removed. */
export async function leaseItems(db: Db, source: Source, slots: Slot[]): Promise<PoppedItem[]> {
  const { rows } = await db.execute<PoppedItem & Record<string, unknown>>(sql`
    with ${picked(source, slots.length)}, ${numbered(source)}, slots as (select * from ${slotsTable(slots)}),
    gone as (
      update data_items item set lease_id = slots.lease_id, leased_by_id = slots.device_id, leased_at = now(),
        leased_until = now() + slots.seconds * interval '1 second'
      from numbered join slots using (slot) where item.id = numbered.id
      returning item.id, item.group_id, item.name, item.content, numbered.slot),
    ${noted('leased')}
    select id, name, content, slot from gone order by slot`)
  return rows.map(plainItem)
}

// Both databases return bigint as text.
const plainItem = ({ slot, id, name, content }: PoppedItem): PoppedItem => ({
  slot: Number(slot) - 1,
  id: bigintId(id),
  name,
  content,
})

interface EndedLease {
  deviceId: DeviceId
  leaseId: string
  ids?: DataItemId[] | undefined
}
const held = ({ deviceId, leaseId, ids }: EndedLease) => sql`
  leased_by_id = ${deviceId} and lease_id = ${leaseId} ${ids ? sql`and id = any(${arrayParameter(ids)}::bigint[])` : sql``}`

const ended = (outcome: 'acked' | 'returned') => sql`noted as (
  update data_handouts note set outcome = ${outcome}, ended_at = now()
  from gone where note.item_id = gone.id and note.lease_id = gone.lease_id)`

const clearLease = sql`lease_id = null, leased_by_id = null, leased_at = null, leased_until = null`

/** Removes the items that a device has acknowledged; returns how many. */
export async function ackLease(db: Db, lease: EndedLease): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with gone as (delete from data_items where ${held(lease)} returning id, lease_id), ${ended('acked')}
    select count(*)::int as count from gone`)
  return rows[0]?.count ?? 0
}

/** Which leases end. */
type Which =
  | { lease: EndedLease }
  /** Expired leases. */
  | { due: true }
  /** Leases whose phone went offline afterwards and has been offline for long enough, or was deleted. */
  | { offlineSeconds: number }
  | { ids: DataItemId[] }

function whichItems(which: Which): SQL {
  if ('lease' in which) return sql`select id, lease_id from data_items where ${held(which.lease)} for update`
  if ('ids' in which)
    return sql`select id, lease_id from data_items
      where id = any(${arrayParameter(which.ids)}::bigint[]) and lease_id is not null for update`
  if ('due' in which)
    return sql`select id, lease_id from data_items where lease_id is not null and leased_until <= now()
      order by id limit 5000 for update skip locked`
  return sql`select item.id, item.lease_id from data_items item
    left join device_runtime phone on phone.device_id = item.leased_by_id
    where item.lease_id is not null and (item.leased_by_id is null or (not phone.online
      and phone.online_changed_at >= item.leased_at
      and phone.online_changed_at <= now() - ${which.offlineSeconds} * interval '1 second'))
    order by item.id limit 5000 for update of item skip locked`
}

/** Returns items to their groups; answers how many. */
export async function endLeases(db: Db, which: Which): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with gone as materialized (${whichItems(which)}),
    back as (
      update data_items item set ${clearLease} from gone where item.id = gone.id returning item.id),
    ${ended('returned')}
    select count(*)::int as count from back`)
  return rows[0]?.count ?? 0
}

/** Leases that were taken by a clock that was ahead last as long from now on. */
export async function moveBackLeases(db: Db): Promise<void> {
  await db.execute(sql`
    update data_items set leased_until = now() + (leased_until - leased_at), leased_at = now()
    where lease_id is not null and leased_until > now() and leased_at > now()`)
}

/** Removes old entries in batches; returns how many. */
export async function pruneUsage(db: Db, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from data_handouts where id in (
      select id from data_handouts where at < ${before.toISOString()} order by at limit ${most})`)
  return rowCount ?? 0
}
