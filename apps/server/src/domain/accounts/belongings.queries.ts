import type { UserId } from '@fleetdeck/contract/ids'
import { type Belonging, belongings } from '@fleetdeck/contract/user-removal'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

export interface Account {
  id: UserId
  userName: string
}

/** A parameter for any number of accounts. */
export const among = (ids: readonly UserId[]): SQL => sql`any(${sql.param(ids)}::int[])`

/** Where rows of each kind are, and which of them belong to these accounts. */
const sources: Record<Belonging, (ids: SQL) => SQL> = {
  devices: (ids) => sql`devices where tenant_id = ${ids}`,
  unassignedPhones: (ids) => sql`devices where tenant_id is null and enrolled_by_id = ${ids}`,
  deviceGroups: (ids) => sql`device_groups where tenant_id = ${ids}`,
  platforms: (ids) => sql`platforms where tenant_id = ${ids}`,
  scripts: (ids) => sql`scripts where tenant_id = ${ids}`,
  hotScripts: (ids) => sql`hot_scripts where tenant_id = ${ids}`,
  tasks: (ids) => sql`tasks where tenant_id = ${ids}`,
  dataGroups: (ids) => sql`data_groups where tenant_id = ${ids}`,
  dataItems: (ids) =>
    sql`data_items where group_id = any(array(select id from data_groups where tenant_id = ${ids}))`,
  dynamicTables: (ids) => sql`dynamic_tables where tenant_id = ${ids}`,
  caches: (ids) => sql`caches where tenant_id = ${ids} and (expires_at is null or expires_at > now())`,
  recordings: (ids) => sql`recordings where tenant_id = ${ids}`,
  forms: (ids) => sql`forms where owner_id = ${ids}`,
  scriptAuthors: (ids) => sql`script_authors where tenant_id = ${ids}`,
  scriptSources: (ids) => sql`script_sources where tenant_id = ${ids}`,
  scriptErrors: (ids) => sql`script_causes where tenant_id = ${ids}`,
  roles: (ids) => sql`roles where owner_id = ${ids}`,
  plans: (ids) => sql`plans where owner_id = ${ids}`,
  enrolmentCodes: (ids) =>
    sql`enrolment_codes where (creator_id = ${ids} or tenant_id = ${ids}) and revoked_at is null and expires_at > now()`,
  files: (ids) => sql`stored_files where owner_id = ${ids} and not temporary`,
  accessTokens: (ids) =>
    sql`access_tokens where user_id = ${ids} and revoked_at is null and expires_at > now()`,
}

export type Counts = Record<Belonging, number>

/** How many rows of each kind these accounts have. */
export async function countBelongings(db: Db, ids: readonly UserId[]): Promise<Counts> {
  const counted = belongings.map(
    (kind) => sql`'${sql.raw(kind)}', (select count(*) from ${sources[kind](among(ids))})`,
  )
  const { rows } = await db.execute<{ counts: Counts }>(
    sql`select jsonb_build_object(${sql.join(counted, sql`, `)}) as counts`,
  )
  return rows[0]?.counts ?? (Object.fromEntries(belongings.map((kind) => [kind, 0])) as Counts)
}

/** Bytes of the files of these accounts. */
export async function countBytes(db: Db, ids: readonly UserId[]): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select coalesce(sum(size), 0)::float8 as bytes from ${sources.files(among(ids))}`,
  )
  return rows[0]?.bytes ?? 0
}

/** These accounts and all below, by id. */
export async function listAccountsBelow(db: Db, ids: readonly UserId[]): Promise<Account[]> {
  const { rows } = await db.execute<Account & Record<string, unknown>>(sql`
    with recursive people as (
      select id from users where id = ${among(ids)}
      union select child.id from users child
        join people on child.parent_id >= people.id and child.parent_id <= people.id
    ) select id, user_name as "userName" from users where id in (select id from people) and deleted_at is null
    order by id`)
  return rows
}

/** Directly below these accounts, and not among them. */
export async function listChildren(db: Db, ids: readonly UserId[]): Promise<Account[]> {
  const { rows } = await db.execute<Account & Record<string, unknown>>(sql`
    select id, user_name as "userName" from users
    where parent_id = ${among(ids)} and not id = ${among(ids)} and deleted_at is null order by id`)
  return rows
}
