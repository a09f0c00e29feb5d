import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'

/** Counts the calls that are being answered, so that a stopping server can wait for them. */
export class CallsUnderWay {
  #count = 0
  #isShut = false
  #settled = Promise.withResolvers<void>()

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', async (_request, reply) => {
      this.#count += 1
      // Also when the caller goes away before the answer.
      reply.raw.once('close', () => {
        this.#count -= 1
        if (this.#count === 0) this.#settled.resolve()
      })
      if (!this.#isShut) return
      reply.header('connection', 'close')
      throw new AppError('serverStops')
    })
  }

  /** Refuses new calls; resolves when those under way have been answered, or after this time; ms. */
  async shut(withinMs: number): Promise<void> {
    this.#isShut = true
    if (this.#count === 0) return
    const timer = setTimeout(() => this.#settled.resolve(), withinMs)
    await this.#settled.promise
    clearTimeout(timer)
  }
}
