import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../apps/server/src/platform/db/db.ts'

/** Tokens of the first phones, as after their enrolment; all phones are offline then. */
export async function enrolPhones(db: Db, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await db.execute(sql`
    update devices set token_hash = given.hash
    from unnest(${sql.param(hashes)}::text[]) with ordinality as given(hash, id) where devices.id = given.id`)
  await db.execute(sql`update device_runtime set online = false, last_seen_at = null`)
  return tokens
}
