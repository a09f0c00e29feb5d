import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'

/** A fingerprint of each table, except those where something is written about the call itself. */
export async function printTables({ deps: { db } }: TestSite): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; schema: string }>(
    sql`select tablename as name, schemaname as schema from pg_tables
        join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass and not relispartition
        where schemaname in ('public', 'dynamic')
        and tablename not in ('operation_logs', 'sessions', 'login_failures', 'scheduled_jobs', 'scheduled_job_runs', 'servers', 'server_samples', 'installation') order by 1`,
  )
  const prints = rows.map(
    ({
      name,
      schema,
    }) => sql`select ${`${schema}.${name}`} as name, md5(coalesce(json_agg(t)::text, '')) as print
      from (select * from ${sql.identifier(schema)}.${sql.identifier(name)} r order by r::text) t`,
  )
  const tables = await db.execute<{ name: string; print: string }>(sql.join(prints, sql` union all `))
  return new Map(tables.rows.map(({ name, print }) => [name, print]))
}

export const changedTables = (before: Map<string, string>, after: Map<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
