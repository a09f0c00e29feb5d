import { accessTokenMark } from '@fleetdeck/contract/access-tokens'
import { and, eq, isNull, lt, not, or } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import type { Caller } from '../platform/core/caller.ts'
import { siteNow } from '../platform/core/site-clock.ts'
import { hashToken } from '../platform/core/tokens.ts'
import type { Db } from '../platform/db/db.ts'
import { accessTokens } from '../platform/db/schema/access-tokens.ts'
import { users } from '../platform/db/schema/users.ts'
import { accountPaces, isAccountExpired, isAccountOff, type Pace } from './account-line.queries.ts'
import type { GuessLimit } from './guess-limit.ts'
import { limitedTo } from './limited-caller.ts'
import { readCaller } from './read-caller.ts'

const touchMs = 60_000

/** Throws when the phones and programs of one of these users made more calls within one second than allowed. */
type CountCall = (paces: readonly Pace[]) => Promise<void>

/**
 * Authenticates callers by access token. A token allows the calls it was created for, as far as its owner may make them
 * at the time of the call. Nothing is cached, so a revoked token or changed rights take effect with the next call, on
 * every server.
 */
export class AccessTokens {
  readonly #db: Db
  readonly #countCall: CountCall
  readonly #guesses: GuessLimit

  constructor(db: Db, guesses: GuessLimit, countCall: CountCall) {
    this.#db = db
    this.#guesses = guesses
    this.#countCall = countCall
  }

  static isOne = (token: string) => token.startsWith(accessTokenMark)

  /**
   * Throws accessTokenWrong, accessTokenExpired, accessTokenRevoked, tenantExpired or dataTooFast, and as
   * `GuessLimit.try` does.
   */
  async find(token: string, ip: string): Promise<Caller> {
    const row = await this.#guesses.try(ip, token, () => this.#read(hashToken(token)))
    if (!row) throw new AppError('accessTokenWrong')
    if (row.token.revokedAt) throw new AppError('accessTokenRevoked')
    if (row.token.expiresAt <= siteNow()) throw new AppError('accessTokenExpired')
    if (row.isExpired) throw new AppError('tenantExpired')
    await this.#countCall(row.paces)
    await this.#touch(row.token, ip)
    const { id, tokenName, permissions } = row.token
    const caller = limitedTo(await readCaller(this.#db, row.user, null), permissions)
    return { ...caller, token: { id, tokenName } }
  }

  async #read(tokenHash: string) {
    const [row] = await this.#db
      .select({
        token: accessTokens,
        user: users,
        isExpired: isAccountExpired(users.id),
        paces: accountPaces(users.id),
      })
      .from(accessTokens)
      .innerJoin(users, eq(users.id, accessTokens.userId))
      .where(and(eq(accessTokens.tokenHash, tokenHash), not(isAccountOff(users.id))))
    return row
  }

  async #touch({ id, lastUsedAt, lastUsedIp }: typeof accessTokens.$inferSelect, ip: string) {
    const now = siteNow()
    const before = new Date(now.getTime() - touchMs)
    if (lastUsedAt && lastUsedAt > before && lastUsedIp === ip) return
    await this.#db
      .update(accessTokens)
      .set({ lastUsedAt: now, lastUsedIp: ip })
      .where(
        and(eq(accessTokens.id, id), or(isNull(accessTokens.lastUsedAt), lt(accessTokens.lastUsedAt, now))),
      )
  }
}
