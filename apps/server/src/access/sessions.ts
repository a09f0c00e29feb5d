import { proofMinutes } from '@fleetdeck/contract/endpoint'
import { adminRole, type DataScope, MenuType, Status } from '@fleetdeck/contract/enums'
import type { MenuId, RoleId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, inArray, lte, not, or, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import type { Caller, Grant } from '../platform/core/caller.ts'
import { awayReason } from '../platform/core/database-away.ts'
import { NewestEntries } from '../platform/core/newest-entries.ts'
import { siteMs, siteNow } from '../platform/core/site-clock.ts'
import { hashToken, newToken } from '../platform/core/tokens.ts'
import type { Db } from '../platform/db/db.ts'
import { menus, roleMenus } from '../platform/db/schema/menus.ts'
import { roles, userRoles } from '../platform/db/schema/roles.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { isAccountExpired, isAccountOff } from './account-line.queries.ts'
import { userAndSubordinates } from './data-scope.ts'
import { isFactorMissing } from './factors/required-factor.ts'
import { isInPlans } from './plan-features.queries.ts'

const cacheMs = 5000
const touchMs = 60_000
/** While the database is away nothing can be changed, and what was read last is used for so long. */
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
  return caller
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
    if (caller?.sessionId) await this.#touch(caller.sessionId)
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
   * Throws proofRequired unless the caller has proven who they are within the last proofMinutes, on any server. Programs
   * are not asked: their token was made after such a proof, and names what they may do.
   */
  async requireProof({ sessionId, token }: Caller): Promise<void> {
    if (token || sessionId === null) return
    const isRecent = and(
      eq(sessions.id, sessionId),
      gt(sessions.provenAt, new Date(siteMs() - proofMinutes * 60_000)),
    )
    if ((await this.#db.$count(sessions, isRecent)) === 0) throw new AppError('proofRequired')
  }

  async end(sessionIds: SessionId[]): Promise<void> {
    await this.#db.delete(sessions).where(inArray(sessions.id, sessionIds))
    this.forgetSessions(sessionIds)
  }

  /** Conditions on sessions. */
  isOpen = () => not(this.#isOver())
  #isOver = () => sql`${or(lte(sessions.expiresAt, siteNow()), lte(sessions.createdAt, this.#oldestStart()))}`

  /** Ids of sessions that are over, but may have open sockets. */
  async listOver(): Promise<SessionId[]> {
    const rows = await this.#db.select({ id: sessions.id }).from(sessions).where(this.#isOver())
    return rows.map((row) => row.id)
  }

  /** Ids of sessions that wait for the renewal of their user's account, or of one above. */
  async listExpired(): Promise<SessionId[]> {
    const rows = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(isAccountExpired(sessions.userId))
    return rows.map((row) => row.id)
  }

  /** Ids of all sessions of a user and of all users below. */
  async idsOfLine(userIds: UserId[]): Promise<SessionId[]> {
    const rows = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(or(sql`false`, ...userIds.map((id) => sql`${sessions.userId} in (${userAndSubordinates(id)})`)))
    return rows.map((row) => row.id)
  }

  /** Ids of a user's sessions, except one. */
  async listIds(userId: UserId, except?: SessionId | null): Promise<SessionId[]> {
    const rows = await this.#db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
    return rows.map((row) => row.id).filter((id) => id !== except)
  }

  /** Ids of all sessions of these users. */
  async idsOfUsers(userIds: UserId[]): Promise<SessionId[]> {
    if (userIds.length === 0) return []
    const rows = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(inArray(sessions.userId, userIds))
    return rows.map((row) => row.id)
  }

  /** Reloads these users' rights at their next call; without a list, those of all users. */
  forget(userIds?: UserId[]): void {
    this.#unknown.clear()
    if (!userIds) this.#known.clear()
    else
      for (const [key, { caller }] of this.#known)
        if (userIds.includes(caller.userId)) this.#known.delete(key)
  }

  forgetSessions(sessionIds: SessionId[]): void {
    for (const [key, { caller }] of this.#known)
      if (caller.sessionId && sessionIds.includes(caller.sessionId)) this.#known.delete(key)
  }

  async #touch(sessionId: SessionId) {
    const now = performance.now()
    if (now - (this.#touchedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < touchMs) return
    this.#touchedAt.set(sessionId, now)
    const times = { seenAt: siteNow(), expiresAt: this.#idleEnd() }
    await this.#db.update(sessions).set(times).where(eq(sessions.id, sessionId))
  }

  async #read(tokenHash: string): Promise<Found> {
    const [row] = await this.#db
      .select({ sessionId: sessions.id, user: users, isExpired: isAccountExpired(users.id) })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), this.isOpen(), not(isAccountOff(users.id))))
    if (!row || row.isExpired) return { caller: undefined, isExpired: row?.isExpired ?? false }
    const stores = { db: this.#db, parameters: this.#parameters }
    return { caller: await readSignedIn(stores, row.user, row.sessionId), isExpired: false }
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

/** A condition on users: they, and all above, are enabled, not removed and not expired. */
export const maySignIn = () => and(not(isAccountOff(users.id)), not(isAccountExpired(users.id)))

/** A user with their present rights. */
export async function readCaller(
  db: Db,
  user: typeof users.$inferSelect,
  sessionId: SessionId | null,
): Promise<Caller> {
  const grants = await readGrants(db, user.id)
  return {
    userId: user.id,
    userName: user.userName,
    deptId: user.deptId,
    userType: user.userType,
    isAdmin: user.builtIn || grants.some((grant) => grant.roleKey === adminRole),
    pendingStep: user.mustChangePassword ? 'password' : undefined,
    sessionId,
    grants,
  }
}

/** The enabled roles of a user with what their enabled menus give, as far as the plans up the line include it. */
async function readGrants(db: Db, userId: UserId): Promise<Grant[]> {
  const rows = await db
    .select({
      roleId: roles.id,
      roleKey: roles.roleKey,
      dataScope: roles.dataScope,
      menuId: menus.id,
      menuType: menus.menuType,
      permission: menus.permission,
    })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.status, Status.on)))
    .leftJoin(roleMenus, eq(roleMenus.roleId, roles.id))
    .leftJoin(menus, and(eq(menus.id, roleMenus.menuId), eq(menus.status, Status.on), isInPlans(userId)))
    .where(eq(userRoles.userId, userId))
  const grants = new Map<RoleId, Grant & { permissions: Set<string>; openPages: Set<MenuId> }>()
  for (const { roleId, roleKey, dataScope, menuId, menuType, permission } of rows) {
    const grant = grants.get(roleId) ?? {
      roleId,
      roleKey,
      dataScope: dataScope as DataScope,
      permissions: new Set(),
      openPages: new Set(),
    }
    if (permission) grant.permissions.add(permission)
    else if (menuId !== null && menuType === MenuType.menu) grant.openPages.add(menuId)
    grants.set(roleId, grant)
  }
  return [...grants.values()]
}
