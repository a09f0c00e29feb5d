import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { QueuePerKey } from '../core/bounded-queue.ts'

/** Uploads of one user that this server receives at a time, as many as a browser sends. */
const atOnce = 6
/** Further ones wait, with their bodies unread; more are refused until later. */
const mostWaiting = 100
const longestWaitMs = 30_000

/** Each upload may fill the room that its owner has left until it is counted, so their number is limited. */
export function limitParallelUploads(app: FastifyInstance, waitMs = longestWaitMs): void {
  const turns = new QueuePerKey(mostWaiting, atOnce)
  app.addHook('onRequest', async ({ caller, routeOptions }, { raw }) => {
    if (caller && routeOptions.config.endpoint?.upload)
      await turnOf(turns, String(caller.userId), raw, waitMs)
  })
}

/** Resolves when the upload may begin; its turn ends with the answer. */
function turnOf(turns: QueuePerKey, user: string, raw: ServerResponse, waitMs: number): Promise<void> {
  return new Promise((begin, refuse) => {
    const answered = new Promise<void>((resolve) => raw.once('close', resolve))
    const seconds = Math.ceil(waitMs / 1000)
    const tooLong = setTimeout(() => refuse(new AppError('tooManyRequests', { seconds })), waitMs)
    const work = () => {
      clearTimeout(tooLong)
      begin()
      return answered
    }
    turns.run(user, work).catch((error: unknown) => {
      clearTimeout(tooLong)
      refuse(error)
    })
  })
}
