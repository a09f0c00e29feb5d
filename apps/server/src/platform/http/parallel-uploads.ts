import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'

/** Uploads of one user that this server receives at once. */
const atOnce = 10
const retrySeconds = 5

/** Each upload may fill the room that its owner has left until it is counted, so their number is limited. */
export function limitParallelUploads(app: FastifyInstance): void {
  const running = new Map<UserId, number>()
  app.addHook('onRequest', async ({ caller, routeOptions }, reply) => {
    if (!caller || !routeOptions.config.endpoint?.upload) return
    const { userId } = caller
    const count = running.get(userId) ?? 0
    if (count >= atOnce) throw new AppError('tooManyRequests', { seconds: retrySeconds })
    running.set(userId, count + 1)
    reply.raw.once('close', () => {
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    })
  })
}
