import type { FastifyInstance } from 'fastify'

/**
 * Reads on what an answered call still sends, and drops it. Without that the next call of the same connection waits
 * until the connection ends: Node drops the rest of a body automatically only when nobody has begun to read it.
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded) return
    raw.unpipe()
    raw.resume()
  })
}
