import { type CacheName, maxCacheKeys } from '@fleetdeck/contract/cache-monitor'
import type { SessionId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { containing } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'

export type StoredCache = Exclude<CacheName, 'parameters'>
export interface CacheKey {
  key: string
  about: string
  expiresAt: Date | null
}

/** Keys as shown; none of them can be used to sign in. */
const sources: Record<StoredCache, SQL> = {
  sessions: sql`select s.id::text as key, u.user_name || ' · ' || s.ip as about, s.expires_at,
      '' as content from sessions s join users u on u.id = s.user_id where s.expires_at > now()`,
  captchas: sql`select left(key, 6) || '…' as key, '' as about, expires_at, '' as content
      from captchas where expires_at > now()`,
  loginFailures: sql`select user_name || ' · ' || ip as key, count(*)::text as about,
      max(failed_at) + interval '1 day' as expires_at, count(*)::text as content
      from login_failures group by user_name, ip`,
  temporary: sql`select u.user_name || ' · ' || c.cache_key as key, '' as about, c.expires_at,
      left(case when c.data_type = 1 then c.content else array_to_string(c.lines, chr(10)) end, 10000) as content
      from caches c join users u on u.id = c.tenant_id where c.expires_at is null or c.expires_at > now()`,
}

export async function countKeys(db: Db, name: StoredCache): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${sources[name]}) entry`,
  )
  return rows[0]?.count ?? 0
}

export async function listKeys(db: Db, name: StoredCache, search = ''): Promise<CacheKey[]> {
  const pattern = containing(search)
  const { rows } = await db.execute<{ key: string; about: string; expires_at: string | null }>(sql`
    select key, about, expires_at::text from (${sources[name]}) entry
    where key ilike ${pattern} or about ilike ${pattern} order by key limit ${maxCacheKeys}`)
  return rows.map(({ key, about, expires_at }) => ({
    key,
    about,
    expiresAt: expires_at ? new Date(expires_at) : null,
  }))
}

export async function findContent(db: Db, name: StoredCache, key: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ content: string | null }>(
    sql`select content from (${sources[name]}) entry where key = ${key} limit 1`,
  )
  return rows[0] && (rows[0].content ?? '')
}

const removals: Record<Exclude<StoredCache, 'sessions'>, (key: string | undefined) => SQL> = {
  captchas: (key) =>
    sql`delete from captchas where ${key === undefined ? sql`true` : sql`left(key, 6) || '…' = ${key}`}`,
  loginFailures: (key) =>
    sql`delete from login_failures where ${key === undefined ? sql`true` : sql`user_name || ' · ' || ip = ${key}`}`,
  temporary: (key) => sql`delete from caches c using users u where u.id = c.tenant_id
    and ${key === undefined ? sql`true` : sql`u.user_name || ' · ' || c.cache_key = ${key}`}`,
}

/** Returns how many were removed. */
export async function removeKeys(
  db: Db,
  name: Exclude<StoredCache, 'sessions'>,
  key: string | undefined,
): Promise<number> {
  const { rowCount } = await db.execute(removals[name](key))
  return rowCount ?? 0
}

export async function sessionIds(
  db: Db,
  key: string | undefined,
  except: SessionId | null,
): Promise<SessionId[]> {
  const { rows } = await db.execute<{ id: SessionId }>(sql`select id from sessions
    where id is distinct from ${except}::int and ${key === undefined ? sql`true` : sql`id::text = ${key}`}`)
  return rows.map(({ id }) => id)
}
