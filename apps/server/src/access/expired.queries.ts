import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'

/**
 * Expired captchas, wrong passwords, sign-ins through a provider, steps that wait for a second factor, and
 * tokens that no command line has fetched.
 */
export async function pruneWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ gone: number }>(sql`
    with c as (delete from captchas where expires_at < now() returning 1),
      f as (delete from login_failures where failed_at < now() - interval '1 day' returning 1),
      a as (delete from outside_attempts where expires_at < now() returning 1),
      b as (delete from outside_bindings where expires_at < now() returning 1),
      s as (delete from factor_steps where expires_at < now() returning 1),
      g as (delete from token_grants where expires_at < now() returning 1)
    select ((select count(*) from c) + (select count(*) from f)
      + (select count(*) from a) + (select count(*) from b)
      + (select count(*) from s) + (select count(*) from g))::int as gone`)
  return rows[0]?.gone ?? 0
}
