import type { DeviceId, DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { releaseDevices } from '../devices/release-devices.queries.ts'
import { dropTables } from '../dynamic-tables/change-design.ts'
import { among } from './belongings.queries.ts'

/** The work that remains after the commit. */
export interface Leftovers {
  deviceIds: DeviceId[]
  /** On phones. */
  runs: { runKey: string; deviceId: DeviceId }[]
  /** Of scripts; unused if nothing mentions them. */
  fileNames: string[]
  recordingFiles: string[]
}

/** Rows of others who use scripts, platforms and plans of these accounts. */
const uses = (ids: SQL) => sql`
  select s.script_name as name, t.task_name as by, t.tenant_id as user_id
  from tasks t join scripts s on s.id = t.script_id
  where s.tenant_id = ${ids} and not t.tenant_id = ${ids}
  union all select s.script_name, h.hot_name, h.tenant_id
  from hot_scripts h join scripts s on s.id = h.script_id
  where s.tenant_id = ${ids} and not h.tenant_id = ${ids}
  union all select p.platform_name, s.script_name, s.tenant_id
  from scripts s join platforms p on p.id = s.platform_id
  where p.tenant_id = ${ids} and not s.tenant_id = ${ids}
  union all select p.platform_name, g.source_name, g.tenant_id
  from script_sources g join platforms p on p.id = g.platform_id
  where p.tenant_id = ${ids} and not g.tenant_id = ${ids}
  union all select p.plan_name, u.user_name, u.id
  from account_plans held join plans p on p.id = held.plan_id join users u on u.id = held.user_id
  where p.owner_id = ${ids} and not u.id = ${ids}`

/** @throws AppError removalInUse with the first row that another user needs */
export async function refuseUsed(tx: Db, ids: readonly UserId[]): Promise<void> {
  const { rows } = await tx.execute<{ name: string; by: string; user: string }>(sql`
    select name, by, u.user_name as user from (${uses(among(ids))}) used join users u on u.id = user_id
    order by name, by limit 1`)
  const [first] = rows
  if (first) throw new AppError('removalInUse', { name: first.name, by: first.by, user: first.user })
}

/** Deletes everything that these accounts have; their phones become unassigned. */
export async function deleteBelongings(tx: Db, ids: readonly UserId[]): Promise<Leftovers> {
  const own = among(ids)
  const runs = await tx.execute<{ runKey: string; deviceId: DeviceId }>(sql`
    select r.run_key as "runKey", r.device_id as "deviceId" from task_runs r join tasks t on t.id = r.task_id
    where t.tenant_id = ${own} and r.state in ('sent', 'acknowledged', 'running') and r.device_id is not null`)
  const devices = await tx.execute<{ id: DeviceId }>(sql`select id from devices where tenant_id = ${own}`)
  const deviceIds = devices.rows.map(({ id }) => id)
  await releaseDevices(tx, deviceIds)
  const files = await tx.execute<{ name: string }>(sql`
    select v.file_name as name from script_versions v join scripts s on s.id = v.script_id where s.tenant_id = ${own}`)
  for (const table of [
    'tasks',
    'hot_scripts',
    'scripts',
    'script_sources',
    'platforms',
    'device_groups',
    'data_groups',
  ])
    await deleteOwned(tx, table, own)
  const tables = await tx.execute<{ id: DynamicTableId }>(
    sql`select id from dynamic_tables where tenant_id = ${own}`,
  )
  if (tables.rows.length)
    await dropTables(
      tx,
      tables.rows.map(({ id }) => id),
    )
  for (const table of ['caches', 'script_authors', 'script_causes']) await deleteOwned(tx, table, own)
  await tx.execute(sql`delete from forms where owner_id = ${own}`)
  await tx.execute(sql`delete from account_plans where user_id = ${own}`)
  await tx.execute(sql`delete from plans where owner_id = ${own}`)
  await tx.execute(sql`delete from alarms where user_id = ${own} or to_user_id = ${own}`)
  await tx.execute(sql`delete from device_incidents where to_user_id = ${own}`)
  const recordings = await tx.execute<{ name: string }>(
    sql`delete from recordings where tenant_id = ${own} returning file_name as name`,
  )
  return {
    deviceIds,
    runs: runs.rows,
    fileNames: files.rows.map(({ name }) => name),
    recordingFiles: recordings.rows.map(({ name }) => name),
  }
}

const deleteOwned = (tx: Db, table: string, own: SQL) =>
  tx.execute(sql`delete from ${sql.identifier(table)} where tenant_id = ${own}`)
