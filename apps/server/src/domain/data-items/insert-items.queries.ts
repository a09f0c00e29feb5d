import { Status } from '@fleetdeck/contract/enums'
import type { DataGroupId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hasEqual } from './equal-content.ts'

export interface NewItem {
  name: string
  content: string
}

/** After inserting many rows, so that the next statements are planned for their number. */
export const analyzeItems = (db: Db) => db.execute(sql`analyze data_items`)

/**
 * Writes items in one statement, within the transaction of the caller. With the flag, items that the group already has are left out; without it all are
 * written. `repeated` counts items that existed already, or occur twice in the input.
 */
export async function insertItems(
  db: Db,
  { groupId, dedupe }: { groupId: DataGroupId; dedupe: number },
  items: NewItem[],
): Promise<{ added: number; repeated: number }> {
  // Statistics of an emptied table make all plans look alike: only one needs no sorting.
  await db.execute(
    sql`select set_config(name, 'off', true) from unnest(array['enable_sort', 'enable_incremental_sort']) as name`,
  )
  const { rows } = await db.execute<{ added: number; fresh: number }>(sql`
    with lines as materialized (
      select name, content, md5(content) as print from unnest(
        ${sql.param(items.map(({ name }) => name))}::text[],
        ${sql.param(items.map(({ content }) => content))}::text[]) as sent(name, content)),
    fresh as materialized (
      select distinct print from lines where not ${hasEqual(groupId, sql`lines.print`)}),
    added as (
      insert into data_items (group_id, name, content, dedupe)
      select ${groupId}, name, content, ${dedupe} from lines
      where ${dedupe}::int <> 0 or print in (select print from fresh)
      on conflict do nothing returning 1)
    select (select count(*)::int from added) as added, (select count(*)::int from fresh) as fresh`)
  const { added = 0, fresh = 0 } = rows[0] ?? {}
  return { added, repeated: items.length - (dedupe === Status.on ? added : fresh) }
}
