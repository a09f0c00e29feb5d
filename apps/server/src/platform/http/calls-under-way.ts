import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { retryAfterSeconds } from './answer-errors.ts'

/** Counts the calls that are being answered, so that a stopping server can wait for them. */
export class CallsUnderWay {
  #count = 0
  /** Called when the last one has been answered, once the server refuses new ones. */
  #settled: (() => void) | undefined

  /** @param sendsAway whether connections end with their answer, so that the next call goes to another server */
  constructor(app: FastifyInstance, sendsAway: () => boolean) {
    app.addHook('onRequest', async (_request, reply) => {
      this.#count += 1
      // Also when the caller goes away before the answer.
      reply.raw.once('close', () => {
        this.#count -= 1
        if (this.#count === 0) this.#settled?.()
      })
      if (sendsAway()) reply.header('connection', 'close')
      if (!this.#settled) return
      throw new AppError('serverStops', { seconds: retryAfterSeconds })
    })
  }

  /** Refuses new calls; resolves when those in progress have been answered, or after this time; ms. */
  async shut(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#settled = resolve
    if (this.#count === 0) return
    const timer = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timer)
  }
}
