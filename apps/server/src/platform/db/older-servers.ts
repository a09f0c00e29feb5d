import { silentServerSeconds } from '@fleetdeck/contract/service-monitor'
import type pg from 'pg'

export interface OlderServer {
  name: string
  version: string
}

/** Servers at work that do not know the migration of this date. */
export async function listOlderServers(
  client: Pick<pg.Pool, 'query'>,
  migration: number,
): Promise<OlderServer[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `select to_regclass('public.servers') is not null as present`,
  )
  if (!tables[0]?.present) return []
  // A restored database may be of a version whose table lacks some of these columns.
  const { rows } = await client.query<OlderServer>(
    `select server_name as name, coalesce(s.row -> 'facts' ->> 'productVersion', '') as version
     from (select server_name, heard_at, to_jsonb(servers) as row from servers) s
     where s.row ->> 'stopped_at' is null and heard_at > now() - make_interval(secs => $1)
       and coalesce((s.row -> 'facts' ->> 'newestMigration')::bigint, 0) < $2 order by 1`,
    [silentServerSeconds, migration],
  )
  return rows
}
