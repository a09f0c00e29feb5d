import type { FailureReason } from '@fleetdeck/contract/backups'
import { Status } from '@fleetdeck/contract/enums'
import { silentServerSeconds } from '@fleetdeck/contract/service-monitor'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

const oldHours = 26
/** Due work is begun within seconds. */
const overdueSeconds = 120
/** While a new version is rolled out, servers differ. */
const rolloutSeconds = 600

/** Servers that are not heard and did not stop in order, and for how long. */
export async function listSilentServers(db: Db): Promise<{ serverName: string; seconds: number }[]> {
  const { rows } = await db.execute<{ serverName: string; seconds: number }>(sql`
    select server_name as "serverName", extract(epoch from now() - heard_at)::float8 as seconds from servers
    where heard_at < now() - make_interval(secs => ${silentServerSeconds}) and stopped_at is null
    order by server_name limit 100`)
  return rows
}

export interface BackupState {
  /** The last backup failed or was interrupted. */
  failure: { serverName: string; seconds: number } | undefined
  /** Age of the last good backup when it is too old, although backups are scheduled. */
  oldHours: number | undefined
}

export async function readBackupState(db: Db): Promise<BackupState> {
  const { rows } = await db.execute<{ serverName: string | null; seconds: number; hours: number | null }>(sql`
    with last as (
      select state, server_name, started_at from scheduled_job_runs
      where invoke_target = 'backup' and state in ('succeeded', 'failed', 'interrupted')
      order by started_at desc limit 1
    ), scheduled as (
      select coalesce(max(last_run_at), min(created_at)) as at from scheduled_jobs
      where invoke_target = 'backup' and status = ${Status.on}
    )
    select (select server_name from last where state <> 'succeeded') as "serverName",
      extract(epoch from now() - (select started_at from last))::float8 as seconds,
      case when at is not null then extract(epoch from now() - coalesce((select max(started_at) from scheduled_job_runs
        where invoke_target = 'backup' and state = 'succeeded'), at))::float8 / 3600 end as hours
    from scheduled`)
  const [{ serverName, seconds, hours } = { serverName: null, seconds: 0, hours: null }] = rows
  return {
    failure: serverName === null ? undefined : { serverName, seconds },
    oldHours: hours !== null && hours > oldHours ? Math.floor(hours) : undefined,
  }
}

/** Steps after making a backup whose last try failed, why, and how long ago that was. */
export async function listFailedSteps(
  db: Db,
): Promise<{ step: 'copy' | 'prove'; reason: FailureReason; seconds: number }[]> {
  const { rows } = await db.execute<{ step: 'copy' | 'prove'; reason: FailureReason; seconds: number }>(sql`
    select step, reason, extract(epoch from now() - failed_at)::float8 as seconds from backup_steps
    where step in ('copy', 'prove') and failed_at is not null and reason is not null order by step`)
  return rows
}

export type QueueName = 'messages' | 'jobs' | 'commands'

/** Queues whose due work nobody does, with its amount and how long the first of it has waited. */
export async function listOverdue(db: Db): Promise<{ queue: QueueName; count: number; seconds: number }[]> {
  const { rows } = await db.execute<{ queue: QueueName; count: number; seconds: number }>(sql`
    select queue, count(*)::int as count, extract(epoch from now() - min(due_at))::float8 as seconds from (
      select 'messages' as queue, greatest(next_try_at, coalesce(claimed_until, next_try_at)) as due_at
        from alarm_messages where state = 'waiting'
      union all
      select 'jobs', next_run_at from scheduled_jobs where status = ${Status.on}
      union all
      select 'commands', c.expires_at from command_runs r join commands c on c.id = r.command_id
        where r.state in ('queued', 'sent')
    ) due
    where due_at < now() - make_interval(secs => ${overdueSeconds}) group by queue order by queue`)
  return rows
}

/** The versions of servers that have been working together for a while. */
export async function listVersions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select distinct facts ->> 'productVersion' as version from servers
    where heard_at > now() - make_interval(secs => ${silentServerSeconds}) and stopped_at is null
      and facts ->> 'productVersion' is not null
      and (select max(started_at) from servers where heard_at > now() - make_interval(secs => ${silentServerSeconds}))
        < now() - make_interval(secs => ${rolloutSeconds})
    order by 1`)
  return rows.map(({ version }) => version)
}
