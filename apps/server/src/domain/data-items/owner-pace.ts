import type { Pace } from '../../access/account-line.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Counts } from '../../platform/http/shared-rate-limit.ts'

/**
 * Calls per second that the phones and programs of an owner, and of all users below, may make together (spec §9: 0 or
 * empty means unlimited).
 */
export class OwnerPace {
  readonly #counts: Counts

  constructor(counts: Counts) {
    this.#counts = counts
  }

  /**
   * Counts a call, or refuses it and says when to retry.
   * @param paces of the owner and of the users above
   */
  async count(paces: readonly Pace[]): Promise<void> {
    for (const { userId, limit } of paces) {
      const { count } = await this.#counts.count(`pace:${userId}`, 1000)
      if (count > limit) throw new AppError('dataTooFast', { limit, seconds: 1 }, userId)
    }
  }
}
