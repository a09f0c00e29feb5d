import type { CacheId, UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

export interface CacheKey {
  tenantId: UserId
  cacheKey: string
}
export interface CacheValue {
  dataType: 1 | 2 | 3
  content: string
  lines: string[]
}
/** Changed, and by that longer or a new one; no such key; the value would be too long. */
export type CacheChange = 'grown' | 'changed' | 'missing' | 'tooLong'
/** The size of an owner's caches. */
export interface CacheUse {
  count: number
  bytes: number
}

/** Any constant: the advisory locks of owners' caches. */
const cacheLock = 7_010_003

const live = sql`(expires_at is null or expires_at > now())`
const at = ({ tenantId, cacheKey }: CacheKey) => sql`tenant_id = ${tenantId} and cache_key = ${cacheKey}`
const bytesOf = ({ content, lines }: Pick<CacheValue, 'content' | 'lines'>) =>
  Buffer.byteLength(content) + Buffer.byteLength(lines.join('\n'))
const after = (seconds: number | undefined) =>
  seconds === undefined ? sql`null` : sql`now() + ${seconds} * interval '1 second'`

export async function readCache(db: Db, key: CacheKey): Promise<CacheValue | undefined> {
  const { rows } = await db.execute<CacheValue & Record<string, unknown>>(sql`
    select data_type as "dataType", content, lines from caches where ${at(key)} and ${live}`)
  return rows[0]
}

/** False when the key exists and has not expired. */
export async function addCache(
  db: Db,
  key: CacheKey,
  value: CacheValue,
  seconds: number | undefined,
): Promise<boolean> {
  const { dataType, content, lines } = value
  const { rowCount } = await db.execute(sql`
    insert into caches (tenant_id, cache_key, data_type, content, lines, bytes, expires_at)
    values (${key.tenantId}, ${key.cacheKey}, ${dataType}, ${content}, ${sql.param(lines)}::text[], ${bytesOf(value)},
      ${after(seconds)})
    on conflict (tenant_id, cache_key) do update set data_type = excluded.data_type, content = excluded.content,
      lines = excluded.lines, bytes = excluded.bytes, expires_at = excluded.expires_at, created_at = now(), gmt_modified = now()
    where caches.expires_at <= now()`)
  return (rowCount ?? 0) > 0
}

/** Without seconds it never expires; `keep` leaves its expiry unchanged. */
export async function setCache(
  db: Db,
  key: CacheKey,
  value: CacheValue,
  expiry: { seconds: number | undefined } | 'keep',
): Promise<CacheChange> {
  const { dataType, content, lines } = value
  const { rows } = await db.execute<{ grown: boolean }>(sql`
    with cache as (select id, bytes from caches where ${at(key)} and ${live} for update)
    update caches set data_type = ${dataType}, content = ${content}, lines = ${sql.param(lines)}::text[],
      bytes = ${bytesOf(value)}, ${expiry === 'keep' ? sql`` : sql`expires_at = ${after(expiry.seconds)},`}
      gmt_modified = now()
    from cache where caches.id = cache.id returning caches.bytes > cache.bytes as grown`)
  return toChange(rows[0])
}

function toChange(written: { grown: boolean } | undefined): CacheChange {
  if (!written) return 'missing'
  return written.grown ? 'grown' : 'changed'
}

export async function setCacheExpiry(db: Db, key: CacheKey, seconds: number | undefined): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update caches set expires_at = ${after(seconds)}, gmt_modified = now() where ${at(key)} and ${live}`)
  return (rowCount ?? 0) > 0
}

/** Remaining seconds, at least 1; 'never', or undefined when there is no such key. */
export async function readCacheExpiry(db: Db, key: CacheKey): Promise<number | 'never' | undefined> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from expires_at - now()))::int as seconds from caches where ${at(key)} and ${live}`)
  return rows[0] && (rows[0].seconds ?? 'never')
}

/** Whether the key existed. */
export async function removeCache(db: Db, key: CacheKey): Promise<boolean> {
  const { rows } = await db.execute<{ live: boolean }>(sql`
    delete from caches where ${at(key)} returning ${live} as live`)
  return rows[0]?.live ?? false
}

const joined = (lines: SQL) => sql`array_to_string(${lines}, chr(10))`
const withLine = (line: string) => sql`case when data_type = 1 then lines
  when data_type = 2 and ${line} = any(lines) then lines else lines || ${line}::text end`
const withText = (line: string) => sql`case when data_type > 1 then content
  when content = '' then ${line} else content || chr(10) || ${line} end`

/** Appends a line; a set that already has the line stays unchanged. */
export async function appendCacheLine(
  db: Db,
  key: CacheKey,
  { line, maxBytes }: { line: string; maxBytes: number },
): Promise<CacheChange> {
  const { rows } = await db.execute<{ fits: boolean; grown: boolean }>(sql`
    with cache as (
      select id, bytes as before, octet_length(${withText(line)}) + octet_length(${joined(withLine(line))}) as after
      from caches where ${at(key)} and ${live} for update),
    changed as (
      update caches set content = ${withText(line)}, lines = ${withLine(line)}, bytes = cache.after,
        gmt_modified = now()
      from cache where caches.id = cache.id and cache.after <= ${maxBytes})
    select after <= ${maxBytes} as fits, after > before as grown from cache`)
  return rows[0] && !rows[0].fits ? 'tooLong' : toChange(rows[0])
}

const without = (lines: SQL, line: string) => sql`(
  select coalesce(array_agg(part order by place), '{}') from unnest(${lines}) with ordinality as parts(part, place)
  where place <> array_position(${lines}, ${line}))`

/** Removes the first line that is equal. */
export async function removeCacheLine(db: Db, key: CacheKey, line: string): Promise<CacheChange> {
  const textLines = sql`string_to_array(content, chr(10))`
  const { rowCount } = await db.execute(sql`
    update caches set gmt_modified = now(), bytes = greatest(bytes - ${Buffer.byteLength(line) + 1}, 0),
      content = case when data_type = 1 then ${joined(without(textLines, line))} else content end,
      lines = case when data_type = 1 then lines else ${without(sql`lines`, line)} end
    where ${at(key)} and ${live}
      and array_position(case when data_type = 1 then ${textLines} else lines end, ${line}) is not null`)
  return rowCount ? 'changed' : 'missing'
}

export interface Step extends CacheKey {
  by: number
}
/** A counter stays below this, so that every client can go on counting. */
export const counterLimit = 1e15

export interface Counter extends CacheKey {
  id: CacheId
  value: number
  /** It did not exist before. */
  isNew: boolean
}

/** Keys among these whose value is no whole number. */
export async function keysOfOtherValues(db: Db, keys: readonly CacheKey[]): Promise<CacheKey[]> {
  if (keys.length === 0) return []
  const column = (name: keyof CacheKey) => sql.param(keys.map((key) => key[name]))
  const { rows } = await db.execute<CacheKey & Record<string, unknown>>(sql`
    select tenant_id as "tenantId", cache_key as "cacheKey" from caches
    where (tenant_id, cache_key) in
        (select * from unnest(${column('tenantId')}::int[], ${column('cacheKey')}::text[]))
      and ${live} and (data_type <> 1 or content !~ '^-?[0-9]+$')`)
  return rows
}

/** Adds to many counters in one statement; a missing key starts at 0. Returns those that are numbers. */
export async function stepCounters(db: Db, steps: Step[]): Promise<Counter[]> {
  const column = <Name extends keyof Step>(name: Name) => sql.param(steps.map((step) => step[name]))
  const next = sql`case when cache.expires_at <= now() then excluded.content
    else (cache.content::bigint + excluded.content::bigint)::text end`
  const { rows } = await db.execute<
    Omit<Counter, 'value'> & { content: string } & Record<string, unknown>
  >(sql`
    insert into caches as cache (tenant_id, cache_key, data_type, content, bytes)
    select tenant_id, cache_key, 1, step::text, length(step::text)
    from unnest(${column('tenantId')}::int[], ${column('cacheKey')}::text[], ${column('by')}::bigint[])
      as steps(tenant_id, cache_key, step)
    where abs(step) < ${counterLimit}
    order by tenant_id, cache_key
    on conflict (tenant_id, cache_key) do update set
      content = ${next}, bytes = length(${next}), data_type = 1, lines = '{}', gmt_modified = now(),
      expires_at = case when cache.expires_at <= now() then null else cache.expires_at end
    where case when cache.expires_at <= now() then true
      when cache.data_type <> 1 or cache.content !~ '^-?[0-9]{1,15}$' then false
      else abs(cache.content::bigint + excluded.content::bigint) < ${counterLimit} end
    returning id, tenant_id as "tenantId", cache_key as "cacheKey", content, xmax = 0 as "isNew"`)
  return rows.map(({ content, ...counter }) => ({ ...counter, value: Number(content) }))
}

export const removeCaches = (tx: Db, ids: CacheId[]) =>
  tx.execute(sql`delete from caches where id = any(${sql.param(ids)}::int[])`)

/**
 * The size of an owner's caches, including the writes of this transaction; until it ends, no other one reads it, so
 * that several writes together stay within the limit.
 */
export async function lockedCacheUse(tx: Db, tenantId: UserId): Promise<CacheUse> {
  await tx.execute(sql`select pg_advisory_xact_lock(${cacheLock}, ${tenantId})`)
  const { rows } = await tx.execute<CacheUse & Record<string, unknown>>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes
    from caches where tenant_id = ${tenantId} and ${live}`)
  return rows[0] ?? { count: 0, bytes: 0 }
}

type LockedCache = { id: CacheId; cacheKey: string; bytes: number } & Pick<CacheValue, 'dataType' | 'lines'>

/** Sets and lists of these keys, locked for the transaction. */
export async function lockCaches(tx: Db, tenantId: UserId, cacheKeys: string[]): Promise<LockedCache[]> {
  const { rows } = await tx.execute<LockedCache & Record<string, unknown>>(sql`
    select id, cache_key as "cacheKey", data_type as "dataType", lines, bytes from caches
    where tenant_id = ${tenantId} and cache_key = any(${sql.param(cacheKeys)}::text[]) and ${live}
    order by cache_key for update`)
  return rows
}

/** Returns by how many bytes they became longer. */
export async function writeLines(tx: Db, { id, lines, bytes }: LockedCache): Promise<number> {
  const after = bytesOf({ content: '', lines })
  await tx.execute(sql`
    update caches set lines = ${sql.param(lines)}::text[], bytes = ${after}, gmt_modified = now() where id = ${id}`)
  return after - bytes
}

/** Expired keys are already hidden; this frees the space. */
export async function pruneCaches(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from caches where id in (
      select id from caches where expires_at <= now() - interval '1 second' order by id limit 5000
      for update skip locked)`)
  return rowCount ?? 0
}
