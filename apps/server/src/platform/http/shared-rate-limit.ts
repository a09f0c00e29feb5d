import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

/** Counts uses of a name on all servers of the installation; never rejects. */
export interface Counts {
  count(name: string, forMs: number): Promise<{ count: number; leftMs: number }>
}

/** Limits "per minute" apply over all servers together. */
export function sharedRateLimit(counts: Counts): FastifyRateLimitStoreCtor {
  class SharedStore implements FastifyRateLimitStore {
    readonly #route: string

    constructor(route: unknown = '') {
      this.#route = typeof route === 'string' ? route : ''
    }

    incr: FastifyRateLimitStore['incr'] = (key, answer, windowMs) => {
      counts.count(`calls:${this.#route}:${key}`, windowMs).then(
        ({ count: current, leftMs: ttl }) => answer(null, { current, ttl }),
        (error: Error) => answer(error),
      )
    }

    child: FastifyRateLimitStore['child'] = (settings) => {
      // The package's types (11) lack it.
      const { routeInfo } = settings as unknown as { routeInfo: { method: string; url: string } }
      return new SharedStore(`${routeInfo.method} ${routeInfo.url}`)
    }
  }
  return SharedStore as unknown as FastifyRateLimitStoreCtor
}
