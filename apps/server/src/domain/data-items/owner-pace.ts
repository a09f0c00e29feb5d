import type { UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'

/**
 * Calls per second that the phones of an owner may make together on this server (spec §9: 0 or empty means unlimited).
 */
export class OwnerPace {
  #second = 0
  #counts = new Map<UserId, number>()

  /** Counts a call, or refuses it and says when to retry. */
  count(tenantId: UserId, limit: number, now = siteMs()): void {
    if (limit <= 0) return
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#counts = new Map()
    }
    const count = (this.#counts.get(tenantId) ?? 0) + 1
    if (count > limit) throw new AppError('dataTooFast', { limit, seconds: 1 })
    this.#counts.set(tenantId, count)
  }
}
