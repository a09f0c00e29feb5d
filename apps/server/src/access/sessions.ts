import { proofMinutes } from '@fleetdeck/contract/endpoint'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import { viewMinutes } from '@fleetdeck/contract/view-as'
import { and, eq, gt, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { type Caller, followsRights } from '../platform/core/caller.ts'
import { awayReason } from '../platform/core/database-away.ts'
import { NewestEntries } from '../platform/core/newest-entries.ts'
import { siteMs, siteNow } from '../platform/core/site-clock.ts'
import { hashToken, newToken } from '../platform/core/tokens.ts'
import type { Db } from '../platform/db/db.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { isAccountExpired, isAccountOff } from './account-line.queries.ts'
import { userAndSubordinates } from './data-scope.ts'
import { isFactorMissing } from './factors/required-factor.ts'
import { readCaller } from './read-caller.ts'
import { readViewed, type Viewed } from './viewed-caller.ts'

const cacheMs = 5000
const touchMs = 60_000
/** While the database is away nothing can be changed, and the last values read are used for so long. */
const outageMs = 600_000
/** Sessions in memory, and as many tokens without one. */
const mostCached = 20_000

interface Found<C = Caller | undefined> {
  caller: C
  /** The session goes on, but the account, or one above, has expired. */
  isExpired: boolean
}
interface Cached<C = Caller | undefined> extends Found<C> {
  /** By performance.now(). */
  readAt: number
}

function admitted({ caller, isExpired }: Found): Caller | undefined {
  if (isExpired) throw new AppError('sessionTenantExpired')
  return caller?.viewer && caller.viewer.endsAt <= siteNow() ? undefined : caller
}

/**
 * Signed-in users by token. Entries are cached for five seconds, or until `forget` reports changed rights. Every server
 * is notified, so a change takes effect with the next call.
 */
export class Sessions {
  readonly #db: Db
  readonly #parameters: ParameterStore
  readonly #known: NewestEntries<string, Cached<Caller>>
  /** Tokens without a session: made-up ones push out each other only. */
  readonly #unknown: NewestEntries<string, Cached<undefined>>
  readonly #touchedAt: NewestEntries<SessionId, number>

  constructor(db: Db, parameters: ParameterStore, most = mostCached) {
    this.#db = db
    this.#parameters = parameters
    this.#known = new NewestEntries(most)
    this.#unknown = new NewestEntries(most)
    this.#touchedAt = new NewestEntries(most)
  }

  /** When a session ends without a further call. */
  #idleEnd = () => new Date(siteMs() + this.#parameters.get('sys.session.hours') * 3_600_000)
  /** Sessions that began before this are over, in use or not. */
  #oldestStart = () => new Date(siteMs() - this.#parameters.get('sys.session.days') * 86_400_000)

  /**
   * Starts a session; the token is returned only here.
   * @param provenAt when the user last proved who they are, if that was not now
   */
  async start(userId: UserId, from: { ip: string; userAgent: string }, provenAt?: Date): Promise<string> {
    const token = newToken()
    const now = siteNow()
    const isEarlier = provenAt !== undefined && provenAt < now
    const times = { createdAt: now, provenAt: isEarlier ? provenAt : now, expiresAt: this.#idleEnd() }
    await this.#db.insert(sessions).values({ ...from, ...times, userId, tokenHash: hashToken(token) })
    return token
  }

  /**
   * Starts a session in which the caller sees the console as somebody else; it ends with the caller's at the latest.
   */
  async startView(sessionId: SessionId, viewed: Viewed, from: { ip: string; userAgent: string }) {
    const [own] = await this.#db.select().from(sessions).where(eq(sessions.id, sessionId))
    if (!own) throw new AppError('sessionExpired')
    const token = newToken()
    const now = siteNow()
    const lastEnd = own.createdAt.getTime() + this.#parameters.get('sys.session.days') * 86_400_000
    const end = Math.min(now.getTime() + viewMinutes * 60_000, own.expiresAt.getTime(), lastEnd)
    await this.#db.insert(sessions).values({
      ...from,
      ...{ createdAt: now, provenAt: now, expiresAt: new Date(end) },
      userId: own.userId,
      tokenHash: hashToken(token),
      viewerSessionId: sessionId,
      viewedUserId: viewed.userId ?? null,
      viewedRoleId: viewed.roleId ?? null,
    })
    return token
  }

  /**
   * The caller behind a token; undefined when the session has ended or the user may no longer sign in.
   * @throws AppError sessionTenantExpired until the account is renewed
   */
  async find(token: string): Promise<Caller | undefined> {
    const key = hashToken(token)
    const cached: Cached | undefined = this.#known.get(key) ?? this.#unknown.get(key)
    const now = performance.now()
    if (cached && now - cached.readAt < cacheMs) return admitted(cached)
    let found: Found
    try {
      found = await this.#read(key)
    } catch (error) {
      if (cached && now - cached.readAt < outageMs && awayReason(error) !== undefined) return admitted(cached)
      throw error
    }
    this.#keep(key, found, now)
    const caller = admitted(found)
    if (caller?.sessionId) await this.#touch(caller.sessionId, caller.viewer !== undefined)
    return caller
  }

  #keep(key: string, { caller, isExpired }: Found, readAt: number): void {
    this.#known.delete(key)
    this.#unknown.delete(key)
    if (caller) this.#known.set(key, { caller, readAt, isExpired: false })
    else this.#unknown.set(key, { caller, readAt, isExpired })
  }

  /** Whether a session has not ended. */
  async isAlive(sessionId: SessionId): Promise<boolean> {
    return (await this.#db.$count(sessions, and(eq(sessions.id, sessionId), this.isOpen()))) > 0
  }

  /** The user of a session has proven who they are. */
  async prove(sessionId: SessionId): Promise<void> {
    await this.#db.update(sessions).set({ provenAt: siteNow() }).where(eq(sessions.id, sessionId))
  }

  /**
   * Throws proofRequired unless the caller has proven who they are within the last proofMinutes, on any server.
   * Programs are not asked: their token was made after such a proof, and names what they may do.
   */
  async requireProof({ sessionId, token }: Caller): Promise<void> {
    if (token || sessionId === null) return
    const isRecent = and(
      eq(sessions.id, sessionId),
      gt(sessions.provenAt, new Date(siteMs() - proofMinutes * 60_000)),
    )
    if ((await this.#db.$count(sessions, isRecent)) === 0)
      throw new AppError('proofRequired', { minutes: proofMinutes })
  }

  /** Ends sessions, and the views that were started in them; returns the ids of both. */
  async end(sessionIds: SessionId[]): Promise<SessionId[]> {
    const views = await this.#listIdsWhere(inArray(sessions.viewerSessionId, sessionIds))
    const ended = [...new Set([...sessionIds, ...views])]
    await this.#db.delete(sessions).where(inArray(sessions.id, ended))
    this.forgetSessions(ended)
    return ended
  }

  /** Conditions on sessions. */
  isOpen = () => not(this.#isOver())
  #isOver = () => sql`${or(lte(sessions.expiresAt, siteNow()), lte(sessions.createdAt, this.#oldestStart()))}`

  async #listIdsWhere(where: SQL | undefined): Promise<SessionId[]> {
    const rows = await this.#db.select({ id: sessions.id }).from(sessions).where(where)
    return rows.map((row) => row.id)
  }

  /** Ids of sessions that are over, but may have open sockets. */
  listOver = () => this.#listIdsWhere(this.#isOver())

  /** Ids of sessions that wait for the renewal of their user's account, or of one above. */
  listExpired = () => this.#listIdsWhere(isAccountExpired(sessions.userId))

  /** Ids of all sessions and views of a user and of all users below. */
  idsOfLine(userIds: UserId[]): Promise<SessionId[]> {
    const lines = userIds.flatMap((id) =>
      [sessions.userId, sessions.viewedUserId].map((user) => sql`${user} in (${userAndSubordinates(id)})`),
    )
    return this.#listIdsWhere(or(sql`false`, ...lines))
  }

  /** Ids of a user's sessions, except one. */
  async listIds(userId: UserId, except?: SessionId | null): Promise<SessionId[]> {
    const ids = await this.#listIdsWhere(eq(sessions.userId, userId))
    return ids.filter((id) => id !== except)
  }

  /** Ids of all sessions and views of these users. */
  async idsOfUsers(userIds: UserId[]): Promise<SessionId[]> {
    if (userIds.length === 0) return []
    return this.#listIdsWhere(or(inArray(sessions.userId, userIds), inArray(sessions.viewedUserId, userIds)))
  }

  /** Reloads these users' rights at their next call; without a list, those of all users. */
  forget(userIds?: UserId[]): void {
    this.#unknown.clear()
    for (const [key, { caller }] of this.#known)
      if (followsRights(caller, userIds ?? null)) this.#known.delete(key)
  }

  forgetSessions(sessionIds: SessionId[]): void {
    for (const [key, { caller }] of this.#known)
      if (caller.sessionId && sessionIds.includes(caller.sessionId)) this.#known.delete(key)
  }

  async #touch(sessionId: SessionId, isView: boolean) {
    const now = performance.now()
    if (now - (this.#touchedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < touchMs) return
    this.#touchedAt.set(sessionId, now)
    const times = { seenAt: siteNow(), ...(!isView && { expiresAt: this.#idleEnd() }) }
    await this.#db.update(sessions).set(times).where(eq(sessions.id, sessionId))
  }

  async #read(tokenHash: string): Promise<Found> {
    const [row] = await this.#db
      .select({ session: sessions, user: users, isExpired: isAccountExpired(users.id) })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), this.isOpen(), not(isAccountOff(users.id))))
    if (!row || row.isExpired) return { caller: undefined, isExpired: row?.isExpired ?? false }
    const stores = { db: this.#db, parameters: this.#parameters }
    const caller = await readSignedIn(stores, row.user, row.session.id)
    const isView = row.session.viewerSessionId !== null
    return { caller: isView ? await readViewed(this.#db, caller, row.session) : caller, isExpired: false }
  }
}

/** A user as each of their calls finds them: with their present rights, and what they have to do first. */
export async function readSignedIn(
  { db, parameters }: { db: Db; parameters: ParameterStore },
  user: typeof users.$inferSelect,
  sessionId: SessionId | null,
): Promise<Caller> {
  const caller = await readCaller(db, user, sessionId)
  const isComplete = caller.pendingStep || !(await isFactorMissing(db, parameters, caller.userId))
  return isComplete ? caller : { ...caller, pendingStep: 'factor' }
}
