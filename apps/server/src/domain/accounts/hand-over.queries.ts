import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { among } from './belongings.queries.ts'
import { resolveNames } from './free-name.ts'

interface HandOver {
  from: readonly UserId[]
  to: UserId
}

/** Rows whose names phones and scripts use, or that exist once per owner: nobody can rename them automatically. */
const unique: { what: TextKey; named: (owners: SQL) => SQL }[] = [
  {
    what: 'removal.kind.caches',
    named: (owners) =>
      sql`select min(cache_key) as name from caches where tenant_id = ${owners} group by cache_key having count(*) > 1`,
  },
  {
    what: 'removal.kind.dynamicTables',
    named: (owners) => sql`select min(table_name_en) as name from dynamic_tables where tenant_id = ${owners}
      group by lower(table_name_en) having count(*) > 1`,
  },
  {
    what: 'removal.kind.hotScripts',
    named: (owners) => sql`select min(hot_name) as name from hot_scripts where tenant_id = ${owners}
      group by script_id having count(*) > 1`,
  },
  {
    what: 'removal.kind.scriptAuthors',
    named: (owners) => sql`select min(author_name) as name from script_authors where tenant_id = ${owners}
      group by public_key having count(*) > 1`,
  },
]
const mostNames = 3

/** @throws AppError handOverTaken with the names that both have */
export async function refuseTaken(tx: Db, { from, to }: HandOver): Promise<void> {
  const owners = among([...from, to])
  await tx.execute(sql`delete from caches where tenant_id = ${owners} and expires_at <= now()`)
  for (const { what, named } of unique) {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select name from (${named(owners)}) found order by name limit ${mostNames}`,
    )
    if (rows.length === 0) continue
    throw new AppError('handOverTaken', {
      what: { caption: what },
      names: { list: rows.map(({ name }) => name), isQuoted: true },
    })
  }
}

const named = [
  { table: 'device_groups', owner: 'tenant_id', name: 'group_name' },
  { table: 'platforms', owner: 'tenant_id', name: 'platform_name' },
  { table: 'scripts', owner: 'tenant_id', name: 'script_name' },
  { table: 'script_sources', owner: 'tenant_id', name: 'source_name' },
  { table: 'data_groups', owner: 'tenant_id', name: 'group_name' },
  { table: 'forms', owner: 'owner_id', name: 'form_name' },
  { table: 'plans', owner: 'owner_id', name: 'plan_name' },
] as const

const columns = [
  ['tasks', 'tenant_id'],
  ['hot_scripts', 'tenant_id'],
  ['dynamic_tables', 'tenant_id'],
  ['caches', 'tenant_id'],
  ['recordings', 'tenant_id'],
  ['script_authors', 'tenant_id'],
  ['roles', 'owner_id'],
  ['enrolment_codes', 'creator_id'],
  ['enrolment_codes', 'tenant_id'],
  ['enrolment_requests', 'key_owner_id'],
  ['former_admissions', 'creator_id'],
  ['alarms', 'user_id'],
  ['alarms', 'to_user_id'],
  ['device_incidents', 'to_user_id'],
  ['run_questions', 'tenant_id'],
  ['devices', 'enrolled_by_id'],
] as const

/** Moves all rows of some accounts to another one, and the users below them. Returns the moved devices. */
export async function moveBelongings(tx: Db, hand: HandOver): Promise<DeviceId[]> {
  await keepRollouts(tx, hand)
  await keepTargets(tx, hand)
  await passShares(tx, hand)
  await mergeScriptErrors(tx, hand)
  for (const each of named) await moveNamed(tx, each, hand)
  for (const [table, column] of columns) await move(tx, table, column, hand)
  await tx.execute(sql`update stored_files set owner_id = ${hand.to}
    where owner_id = ${among(hand.from)} and not temporary`)
  const { rows } = await tx.execute<{ id: DeviceId }>(sql`
    update devices set tenant_id = ${hand.to} where tenant_id = ${among(hand.from)} returning id`)
  await tx.execute(sql`update users set parent_id = ${hand.to}
    where parent_id = ${among(hand.from)} and not id = ${among(hand.from)} and deleted_at is null`)
  return rows.map(({ id }) => id)
}

const move = (tx: Db, table: string, column: string, { from, to }: HandOver) =>
  tx.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${to}
    where ${sql.identifier(column)} = ${among(from)}`)

async function moveNamed(
  tx: Db,
  { table, owner, name }: (typeof named)[number],
  { from, to }: HandOver,
): Promise<void> {
  const [of, ownerColumn, nameColumn] = [table, owner, name].map((each) => sql.identifier(each))
  const { rows } = await tx.execute<{ id: number; name: string; owner: UserId; formerOwner: string }>(sql`
    select r.id, r.${nameColumn} as name, r.${ownerColumn} as owner, u.user_name as "formerOwner"
    from ${of} r join users u on u.id = r.${ownerColumn} where u.id = ${among([...from, to])} order by r.id`)
  const existing = rows.filter((row) => row.owner === to).map((row) => row.name)
  const renamed = resolveNames(
    rows.filter((row) => row.owner !== to),
    existing,
  )
  await tx.execute(sql`update ${of} r set ${nameColumn} = n.name, ${ownerColumn} = ${to}
    from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as n(id int, name text) where r.id = n.id`)
  await move(tx, table, owner, { from, to })
}

/** A hot script for all phones of its owner stays limited to the phones that it had. */
async function keepRollouts(tx: Db, { from }: HandOver): Promise<void> {
  await tx.execute(sql`
    update hot_scripts h set group_ids = coalesce(
      (select jsonb_agg(g.id order by g.id) from device_groups g where g.tenant_id = h.tenant_id), '[]')
    where tenant_id = ${among(from)} and jsonb_array_length(group_ids) = 0`)
  // Without groups there are no phones: it becomes a draft again.
  await tx.execute(sql`
    update hot_scripts set state = 'draft', percent = 0, threshold = -1, published_at = null, staged_at = null
    where tenant_id = ${among(from)} and jsonb_array_length(group_ids) = 0`)
}

/**
 * Devices stay targets of the tasks of others, too. A choice that ended with an earlier change of owner stays ended.
 */
const keepTargets = (tx: Db, { from, to }: HandOver) =>
  tx.execute(sql`
    update task_devices t set tenant_id = ${to} from devices d
    where d.id = t.device_id and d.tenant_id = t.tenant_id and t.tenant_id = ${among(from)}`)

/** Shared scripts and tasks stay usable, so that tasks that use them can be edited. */
async function passShares(tx: Db, { from, to }: HandOver): Promise<void> {
  for (const [shares, table, key] of [
    ['script_users', 'scripts', 'script_id'],
    ['task_shares', 'tasks', 'task_id'],
  ] as const) {
    const [sharing, shared, id] = [shares, table, key].map((each) => sql.identifier(each))
    await tx.execute(sql`
      insert into ${sharing} (${id}, user_id)
      select distinct s.${id}, ${to}::int from ${sharing} s join ${shared} o on o.id = s.${id}
      where s.user_id = ${among(from)} and not o.tenant_id = ${among([...from, to])}
      on conflict do nothing`)
    await tx.execute(sql`
      delete from ${sharing} s using ${shared} o
      where o.id = s.${id} and s.user_id = ${to} and o.tenant_id = ${among(from)}`)
  }
}

/** The same cause of script errors becomes one. */
async function mergeScriptErrors(tx: Db, { from, to }: HandOver): Promise<void> {
  const ranked = sql`ranked as (
    select id, count, first_at, last_at, first_value(id) over (
      partition by script_name, fingerprint order by (tenant_id = ${to}) desc, id) as kept
    from script_causes where tenant_id = ${among([...from, to])})`
  await tx.execute(sql`with ${ranked} update script_exceptions e set cause_id = r.kept
    from ranked r where e.cause_id = r.id and r.id <> r.kept`)
  await tx.execute(sql`with ${ranked}, summed as (
      select kept, sum(count)::int as count, min(first_at) as first_at, max(last_at) as last_at
      from ranked group by kept having count(*) > 1)
    update script_causes c set count = s.count, first_at = s.first_at, last_at = s.last_at
    from summed s where c.id = s.kept`)
  await tx.execute(
    sql`with ${ranked} delete from script_causes c using ranked r where c.id = r.id and r.id <> r.kept`,
  )
  await move(tx, 'script_causes', 'tenant_id', { from, to })
}
