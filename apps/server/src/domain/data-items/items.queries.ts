import type { DataItemId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { bigintId } from '../../platform/db/bigint-id.ts'
import { type Db, sqlFailure } from '../../platform/db/db.ts'
import { hasEqual } from './equal-content.ts'

/** Items as scripts name them. */
export interface NamedItem {
  tenantId: UserId
  groupName: string
  name: string
}
/** Changed, no such item, the group has an equal one, or it would be too long. */
export type Change = 'changed' | 'missing' | 'repeated' | 'tooLong'

const selectGroupId = ({ tenantId, groupName }: { tenantId: UserId; groupName: string }) =>
  sql`(select id from data_groups where tenant_id = ${tenantId} and group_name = ${groupName})`
/** The oldest item of the name. */
const selectItemId = (item: NamedItem) => sql`(
  select id from data_items where group_id = ${selectGroupId(item)} and name = ${item.name} order by id limit 1)`

/** Bytes of one answer; when there are more, the first items. */
const maxBytes = 8_000_000

/** Free items of a group, oldest first. */
export async function readItems(
  db: Db,
  {
    tenantId,
    groupName,
    name,
    most,
  }: { tenantId: UserId; groupName: string; name?: string | undefined; most: number },
): Promise<{ id: DataItemId; name: string; content: string }[]> {
  const { rows } = await db.execute<{ id: DataItemId; name: string; content: string }>(sql`
    select id, name, content from (
      select id, name, content, sum(octet_length(content)) over (order by id) as bytes from (
        select id, name, content from data_items
        where group_id = ${selectGroupId({ tenantId, groupName })} and lease_id is null
          ${name === undefined ? sql`` : sql`and name = ${name}`}
        order by id limit ${most}) as first) as counted
    where bytes <= ${maxBytes} order by id`)
  return rows.map(({ id, name, content }) => ({ id: bigintId(id), name, content }))
}

/** Adds an item and creates a missing group. False when the group already has an equal item. */
export async function addItem(
  db: Db,
  item: NamedItem & { content: string; dedupe?: number | undefined },
): Promise<boolean> {
  const insert = () =>
    db.execute<{ same: boolean; added: boolean }>(sql`
      with own as (
        select id, coalesce(${item.dedupe ?? null}::smallint, dedupe) as dedupe from data_groups
        where tenant_id = ${item.tenantId} and group_name = ${item.groupName}),
      added as (
        insert into data_items (group_id, name, content, dedupe)
        select id, ${item.name}, ${item.content}, dedupe from own
        where dedupe <> 0 or not ${hasEqual(sql`own.id`, sql`md5(${item.content})`)}
        on conflict do nothing returning id)
      select exists (select 1 from added) as added from own`)
  const [found] = (await insert()).rows
  if (found) return found.added
  await db.execute(sql`
    insert into data_groups (group_name, tenant_id) values (${item.groupName}, ${item.tenantId})
    on conflict do nothing`)
  return (await insert()).rows[0]?.added ?? false
}

/** Gives the oldest item of the name a new content. */
export async function setItemContent(db: Db, item: NamedItem, content: string): Promise<Change> {
  return unlessRepeated(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update data_items set content = ${content}, gmt_modified = now() where id = ${selectItemId(item)}`)
    return rowCount ? 'changed' : 'missing'
  })
}

const appended = (line: string) =>
  sql`case when content = '' then ${line} else content || chr(10) || ${line} end`
/** Removes the first line that is equal. */
const shortened = (line: string) => sql`(
  select coalesce(string_agg(part, chr(10) order by place), '')
  from unnest(string_to_array(content, chr(10))) with ordinality as parts(part, place)
  where place <> array_position(string_to_array(content, chr(10)), ${line}))`

/** An item by its number, or the oldest of a name. */
export type ItemChosen = NamedItem | { id: DataItemId }
const chosen = (item: ItemChosen) => ('id' in item ? sql`${item.id}` : selectItemId(item))

export async function appendLine(
  db: Db,
  item: ItemChosen,
  { line, maxBytes }: { line: string; maxBytes: number },
): Promise<Change> {
  return unlessRepeated(db, async (tx) => {
    const { rows } = await tx.execute<{ fits: boolean }>(sql`
      with item as (select id, octet_length(${appended(line)}) <= ${maxBytes} as fits from data_items
        where id = ${chosen(item)} for update),
      changed as (update data_items set content = ${appended(line)}, gmt_modified = now()
        from item where data_items.id = item.id and item.fits)
      select fits from item`)
    if (!rows[0]) return 'missing'
    return rows[0].fits ? 'changed' : 'tooLong'
  })
}

export async function removeLine(db: Db, item: ItemChosen, line: string): Promise<Change> {
  return unlessRepeated(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update data_items set content = ${shortened(line)}, gmt_modified = now()
      where id = ${chosen(item)} and array_position(string_to_array(content, chr(10)), ${line}) is not null`)
    return rowCount ? 'changed' : 'missing'
  })
}

/** Removes the free items of a name, or all of the group; returns how many. */
export async function removeItems(
  db: Db,
  {
    tenantId,
    groupName,
    name,
    most,
  }: { tenantId: UserId; groupName: string; name?: string | undefined; most: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from data_items where id in (
      select id from data_items where group_id = ${selectGroupId({ tenantId, groupName })} and lease_id is null
        ${name === undefined ? sql`` : sql`and name = ${name}`}
      limit ${most} for update skip locked)`)
  return rowCount ?? 0
}

/** An equal item makes the statement fail, and with it the transaction that it is part of. */
async function unlessRepeated(db: Db, change: (tx: Db) => Promise<Change>): Promise<Change> {
  try {
    return await db.transaction(change)
  } catch (error) {
    if (sqlFailure(error).constraint === 'data_items_once') return 'repeated'
    throw error
  }
}
