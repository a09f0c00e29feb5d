import type { DatabaseInfo } from '@fleetdeck/contract/database-monitor'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { withoutValues } from '../../platform/db/statement-times.ts'

const maxTables = 200
const maxLocks = 100

export async function databaseInfo(db: Db) {
  const { rows } = await db.execute<{
    version: string
    name: string
    size: string
    started: string | null
  }>(sql`
    select current_setting('server_version') as version, current_database() as name,
      pg_database_size(current_database())::text as size, pg_postmaster_start_time()::text as started`)
  const [row] = rows
  return {
    version: row?.version ?? '',
    databaseName: row?.name ?? '',
    size: Number(row?.size ?? 0),
    startedAt: row?.started ? new Date(row.started) : null,
  }
}

/** Tables of the program and tables designed by users, with all partitions, the largest first. */
export async function tableSizes(db: Db): Promise<DatabaseInfo['tables']> {
  const { rows } = await db.execute<Record<'name' | 'bytes' | 'index_bytes' | 'live' | 'dead', string>>(sql`
    select case when n.nspname = 'public' then whole.relname else n.nspname || '.' || whole.relname end as name,
      sum(pg_total_relation_size(c.oid))::text as bytes, sum(pg_indexes_size(c.oid))::text as index_bytes,
      sum(greatest(coalesce(nullif(c.reltuples, -1), s.n_live_tup), 0)::bigint)::text as live,
      coalesce(sum(s.n_dead_tup), 0)::text as dead
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_class whole on whole.oid = coalesce(pg_partition_root(c.oid), c.oid)
      left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and n.nspname in ('public', 'dynamic')
    group by whole.oid, whole.relname, n.nspname
    order by sum(pg_total_relation_size(c.oid)) desc, whole.relname limit ${maxTables}`)
  return rows.map(({ name, bytes, index_bytes, live, dead }) => ({
    name,
    bytes: Number(bytes),
    indexBytes: Number(index_bytes),
    rows: Number(live),
    deadRows: Number(dead),
  }))
}

export async function connectionStates(db: Db): Promise<DatabaseInfo['connections']> {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select coalesce(state, 'other') as state, count(*)::int as count
    from pg_stat_activity where datname = current_database() group by 1 order by 2 desc, 1`)
  return rows
}

export async function waitingLocks(db: Db): Promise<DatabaseInfo['locks']> {
  const { rows } = await db.execute<{
    pid: number
    blocked_by: number[]
    mode: string
    relation: string
    wait_ms: number
    query: string
  }>(sql`
    select a.pid, pg_blocking_pids(a.pid) as blocked_by, l.mode,
      coalesce(l.relation::regclass::text, l.locktype) as relation,
      greatest(0, extract(epoch from clock_timestamp() - a.query_start) * 1000)::int as wait_ms, a.query
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()
    order by a.query_start limit ${maxLocks}`)
  return rows.map((row) => ({
    pid: row.pid,
    blockedBy: row.blocked_by,
    mode: row.mode,
    relation: row.relation,
    waitMs: row.wait_ms,
    statement: withoutValues(row.query),
  }))
}
