import { and, count, eq, gt, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import { siteMs } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'
import { insertedRow } from '../platform/db/inserted-row.ts'
import { loginFailures } from '../platform/db/schema/login-logs.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'

const toLockKey = (userName: string) => userName.toLowerCase()

export interface Attempt {
  /** The account as typed, which may not exist. */
  userName: string
  ip: string
  /** A second factor, not the password: a right password does not make wrong codes forgotten. */
  isFactor?: boolean
}

export interface Lock {
  /** Wrong passwords from one address; ten times as many from all addresses together. */
  after: number
  minutes: number
}

const allAddresses = 10
/** Wrong passwords from one address for all accounts. */
const mostOfAddress = 20

const isKind = ({ isFactor = false }: { isFactor?: boolean }) => eq(loginFailures.isFactor, isFactor)

/**
 * Counts wrong passwords per account and address, so that users cannot lock each other out from elsewhere; and per
 * account over all addresses, where addresses from which the account is signed in, or was last, still may try. Returns
 * the minutes left, 0 when the attempt may be made.
 */
export async function minutesLocked(db: Db, attempt: Attempt, { after, minutes }: Lock): Promise<number> {
  const { userName, ip } = attempt
  const since = new Date(siteMs() - minutes * 60_000)
  const fromHere = sql`${loginFailures.ip} = ${ip}`
  const [row] = await db
    .select({
      all: count(),
      newest: max(loginFailures.failedAt),
      here: sql<number>`(count(*) filter (where ${fromHere}))::int`,
      newestHere: sql`max(${loginFailures.failedAt}) filter (where ${fromHere})`.mapWith(
        loginFailures.failedAt,
      ),
    })
    .from(loginFailures)
    .where(
      and(
        eq(loginFailures.userName, toLockKey(userName)),
        isKind(attempt),
        gt(loginFailures.failedAt, since),
      ),
    )
  if (!row?.newest) return 0
  const left = (newest: Date) =>
    Math.max(1, Math.ceil((newest.getTime() + minutes * 60_000 - siteMs()) / 60_000))
  if (row.newestHere && row.here >= after) return left(row.newestHere)
  const isGuessed = row.all >= after * allAddresses
  return isGuessed && !(await isKnownAddress(db, { userName, ip })) ? left(row.newest) : 0
}

/**
 * Whether there were many wrong passwords from this address, for whichever accounts, within these minutes; never for an
 * account that is known from it.
 */
export async function isGuessingAddress(db: Db, who: Attempt, minutes: number): Promise<boolean> {
  const since = new Date(siteMs() - minutes * 60_000)
  const wrong = and(eq(loginFailures.ip, who.ip), gt(loginFailures.failedAt, since))
  return (await db.$count(loginFailures, wrong)) > mostOfAddress && !(await isKnownAddress(db, who))
}

async function isKnownAddress(db: Db, { userName, ip }: Attempt): Promise<boolean> {
  const isAccount = eq(sql`lower(${users.userName})`, toLockKey(userName))
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.ip, ip)))
    .where(and(isAccount, isNull(users.deletedAt), or(eq(users.loginIp, ip), isNotNull(sessions.id))))
    .limit(1)
  return known !== undefined
}

/** Returns its id. */
export async function countAttempt(db: Db, { userName, ip, isFactor = false }: Attempt): Promise<number> {
  await db.delete(loginFailures).where(lt(loginFailures.failedAt, sql`now() - interval '1 day'`))
  const counted = db.insert(loginFailures).values({ userName: toLockKey(userName), ip, isFactor })
  return insertedRow(await counted.returning({ id: loginFailures.id })).id
}

/** For one that could not be checked. */
export const forgetAttempt = (db: Db, id: number) => db.delete(loginFailures).where(eq(loginFailures.id, id))

/** After a successful sign-in, or when an administrator unlocks the account. */
export async function clearFailures(db: Db, { userName, ...attempt }: Omit<Attempt, 'ip'> & { ip?: string }) {
  await db
    .delete(loginFailures)
    .where(
      and(
        eq(loginFailures.userName, toLockKey(userName)),
        attempt.ip === undefined ? undefined : and(eq(loginFailures.ip, attempt.ip), isKind(attempt)),
      ),
    )
}
