import { and, count, eq, gt, lt, max, sql } from 'drizzle-orm'
import { siteMs } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'
import { loginFailures } from '../platform/db/schema/login-logs.ts'

const toLockKey = (userName: string) => userName.toLowerCase()

/**
 * Counts wrong passwords per account and address, so that users cannot lock each other out from elsewhere. Returns the
 * minutes left, 0 when the pair may try.
 */
export async function minutesLocked(
  db: Db,
  { userName, ip }: { userName: string; ip: string },
  { after, minutes }: { after: number; minutes: number },
): Promise<number> {
  const since = new Date(siteMs() - minutes * 60_000)
  const [row] = await db
    .select({ failures: count(), newest: max(loginFailures.failedAt) })
    .from(loginFailures)
    .where(
      and(
        eq(loginFailures.userName, toLockKey(userName)),
        eq(loginFailures.ip, ip),
        gt(loginFailures.failedAt, since),
      ),
    )
  if (!row?.newest || row.failures < after) return 0
  return Math.max(1, Math.ceil((row.newest.getTime() + minutes * 60_000 - siteMs()) / 60_000))
}

export async function recordFailure(db: Db, { userName, ip }: { userName: string; ip: string }) {
  await db.delete(loginFailures).where(lt(loginFailures.failedAt, sql`now() - interval '1 day'`))
  await db.insert(loginFailures).values({ userName: toLockKey(userName), ip })
}

/** After a successful sign-in, or when an administrator unlocks the account. */
export async function clearFailures(db: Db, { userName, ip }: { userName: string; ip?: string }) {
  await db
    .delete(loginFailures)
    .where(
      and(
        eq(loginFailures.userName, toLockKey(userName)),
        ip === undefined ? undefined : eq(loginFailures.ip, ip),
      ),
    )
}
