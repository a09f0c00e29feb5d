import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { limitHosts } from '@fleetdeck/contract/script-hosts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

/** The lists of accounts up the lines of these rows, the highest account first. */
const listsOf = async <Id extends number>(db: Db, from: SQL): Promise<Map<Id, string[][]>> => {
  const { rows } = await db.execute<{ id: Id; hosts: string[][] }>(sql`
    select subject.id, jsonb_agg(own.script_hosts order by line.depth desc) as hosts
    from ${from} as subject(id, owner_id) cross join lateral account_line(subject.owner_id) line
    join user_cloud_settings own on own.user_id = line.id and jsonb_array_length(own.script_hosts) > 0
    group by subject.id`)
  return new Map(rows.map(({ id, hosts }) => [id, hosts]))
}

/** The hosts that scripts on these devices can reach: the site's, within the lists of the owner and of accounts above. */
export async function hostsOfDevices(
  db: Db,
  site: readonly string[],
  deviceIds: readonly DeviceId[],
): Promise<(deviceId: DeviceId) => string[]> {
  const lists = await listsOf<DeviceId>(
    db,
    sql`(select id, tenant_id from devices where id = any(${sql.param(deviceIds)}::int[]))`,
  )
  return (deviceId) => (lists.get(deviceId) ?? []).reduce<string[]>(limitHosts, [...site])
}

/** What the list of this user is within: that of the site and of the accounts above. */
export async function hostsAbove(db: Db, site: readonly string[], userId: UserId): Promise<string[]> {
  const lists = await listsOf<UserId>(
    db,
    sql`(select id, parent_id from users where id = ${userId} and parent_id is not null)`,
  )
  return (lists.get(userId) ?? []).reduce<string[]>(limitHosts, [...site])
}
