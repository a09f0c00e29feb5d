import type { UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

/** Bytes, unless it says otherwise. */
export interface StorageFigures {
  files: number
  recordings: number
  caches: number
  /** Of the whole tenant. */
  tenant: number
  tenantUsers: number
  temporary: number
  /** A number of files. */
  temporaryFiles: number
}

/** Any constant: the advisory locks of storage. */
const storageLock = 7_010_002
/** Users above each other. */
const maxDepth = 50

/** A table for `with`: administrators create the users of all tenants, and belong to none. */
export const admins = sql`admins as materialized (
    select id from users where built_in
    union select ur.user_id from user_roles ur join roles r on r.id = ur.role_id where r.role_key = 'admin')`

/** The highest user above this one that is no administrator. */
const rootOf = (userId: UserId): SQL => sql`${admins}, above as (
    select id, parent_id, 0 as depth from users where id = ${userId}
    union all
    select parent.id, parent.parent_id, above.depth + 1 from above join users parent on parent.id = above.parent_id
    where above.depth < ${maxDepth}
      and above.id not in (select id from admins) and parent.id not in (select id from admins)
  ), root as (select id from above order by depth desc limit 1)`

/**
 * A recursive table `tree`: the user's tenant and all users below. Bounds in place of an equation, as in
 * userAndSubordinates().
 */
export const tenantTree = (userId: UserId): SQL => sql`${rootOf(userId)}, tree as (
    select id from root
    union
    select child.id from tree join users child on child.parent_id >= tree.id and child.parent_id <= tree.id
    where tree.id not in (select id from admins) and child.id not in (select id from admins)
  )`

/** Reads what a user and the user's tenant occupy. */
export async function readStorage(db: Db, userId: UserId): Promise<StorageFigures> {
  const { rows } = await db.execute<StorageFigures & Record<string, unknown>>(sql`
    with recursive ${tenantTree(userId)}, people as materialized (select array_agg(id) as ids from tree),
    files as (
      select coalesce(sum(size) filter (where owner_id = ${userId}), 0) as own, coalesce(sum(size), 0) as whole
      from stored_files where not temporary and owner_id = any((select ids from people)::int[])),
    films as (
      select coalesce(sum(size) filter (where tenant_id = ${userId}), 0) as own, coalesce(sum(size), 0) as whole
      from recordings where tenant_id = any((select ids from people)::int[])),
    stores as (
      select coalesce(sum(bytes) filter (where tenant_id = ${userId}), 0) as own, coalesce(sum(bytes), 0) as whole
      from caches where tenant_id = any((select ids from people)::int[])),
    downloads as (
      select coalesce(sum(size), 0) as bytes, count(*) as number
      from stored_files where temporary and owner_id = ${userId})
    select files.own::float8 as files, films.own::float8 as recordings, stores.own::float8 as caches,
      (files.whole + films.whole + stores.whole)::float8 as tenant, coalesce(cardinality(people.ids), 0) as "tenantUsers",
      downloads.bytes::float8 as temporary, downloads.number::int as "temporaryFiles"
    from files, films, stores, downloads, people`)
  const [row] = rows
  if (!row) throw new Error('the storage of a user could not be read')
  return row
}

/** An account up the line with a limit of its own, which applies to all below it, too. */
export interface StorageLevel {
  id: UserId
  /** Bytes. */
  limit: number
  /** Bytes of the account and of all below. */
  used: number
}

/** The bytes that count for limits of storage, by owner. */
export const storedBytes = sql`(
    select owner_id as owner, size as bytes from stored_files where not temporary
    union all select tenant_id, size from recordings
    union all select tenant_id, bytes from caches
  )`

/** Bytes that an account and all below store. */
const bytesBelow = (account: SQL) => sql<number>`(
  with recursive people as (
    select ${account} as id
    union select child.id from people join users child on child.parent_id >= people.id and child.parent_id <= people.id
  ) select coalesce(sum(bytes), 0)::float8 from ${storedBytes} stored where owner = any(array(select id from people)))`

/** The accounts up the line that have a limit, nearest first. */
export async function readLevels(db: Db, userId: UserId): Promise<StorageLevel[]> {
  const { rows } = await db.execute<StorageLevel & Record<string, unknown>>(sql`
    select line.id, storage_megabytes::float8 * 1048576 as limit, ${bytesBelow(sql`line.id`)} as used
    from account_line(${userId}) line join users on users.id = line.id
    where storage_megabytes is not null order by line.depth`)
  return rows
}

/**
 * Until the transaction ends, no other one stores anything for the user's tenant, or below an account with a limit that
 * applies to the user, on any server.
 */
export async function lockStorage(tx: Db, userId: UserId): Promise<void> {
  await tx.execute(sql`
    with recursive ${rootOf(userId)} select pg_advisory_xact_lock(${storageLock}, id) from (
      select id from root
      union select line.id from account_line(${userId}) line
        join users on users.id = line.id and users.storage_megabytes is not null
      order by id) locked`)
}
