import type { UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import type { Counts } from '../../platform/http/shared-rate-limit.ts'

/** Calls per second that the phones of an owner may make together (spec §9: 0 or empty means unlimited). */
export class OwnerPace {
  readonly #counts: Counts

  constructor(counts: Counts) {
    this.#counts = counts
  }

  /** Counts a call, or refuses it and says when to retry. */
  async count(tenantId: UserId, limit: number): Promise<void> {
    if (limit <= 0) return
    const { count } = await this.#counts.count(`pace:${tenantId}`, 1000)
    if (count > limit) throw new AppError('dataTooFast', { limit, seconds: 1 }, tenantId)
  }
}
