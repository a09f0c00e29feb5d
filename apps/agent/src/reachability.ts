import { setTimeout as delay } from 'node:timers/promises'
import type { ServerChoice } from './servers.ts'

const answerMs = 2000

/**
 * Asks a server for a sign of life while phones of this program are not connected, once for all of them. So they return
 * soon after an outage, however long the waits between their own attempts have become.
 */
export class Reachability {
  readonly #servers: Pick<ServerChoice, 'current'>
  readonly #waiting = new Set<() => void>()
  readonly #everyMs: number
  #isAsking = false

  constructor(servers: Pick<ServerChoice, 'current'>, everyMs = 2000) {
    this.#everyMs = everyMs
    this.#servers = servers
  }

  /** Resolves to true when the server answers after it did not, to false when aborted. */
  async returned(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    this.#waiting.add(resolve)
    if (!this.#isAsking) this.#ask().catch(() => {})
    await promise
    this.#waiting.delete(resolve)
    return !signal.aborted
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    let wasAway = false
    while (this.#waiting.size > 0) {
      const answers = await this.#answers()
      if (answers && wasAway) for (const resolve of this.#waiting) resolve()
      wasAway = !answers
      await delay(this.#everyMs, undefined, { ref: false })
    }
    this.#isAsking = false
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(new URL('/healthz', this.#servers.current), {
        signal: AbortSignal.timeout(answerMs),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
