import type { FastifyInstance } from 'fastify'

/**
 * Lets calls have their caller's address until they are answered, and later for the logs: Node forgets the address of a
 * closed connection unless it was read before. A caller that disconnected before that is not served.
 */
export function keepCallerAddresses(app: FastifyInstance): void {
  app.server.on('connection', ({ remoteAddress }) => remoteAddress)
  app.server.on('secureConnection', ({ remoteAddress }) => remoteAddress)
  app.addHook('onRequest', async (request, reply) => {
    if (request.ip) return
    reply.hijack()
    request.raw.destroy()
  })
}
