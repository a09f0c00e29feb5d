import type { OutgoingHttpHeaders } from 'node:http'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Sites (scheme, host and port) from which the console shows something. */
export interface OutsideSites {
  pictures(): string[]
  /** Without encryption; others may be shown in any case, as they often lead on to a sign-in elsewhere. */
  frames(): Promise<string[]>
}

/** Composing the headers takes longer than answering many calls. */
const mostKnown = 100
/** In a Host header; other texts would end up in the policy. */
const hostPattern = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/**
 * Strict content policy: own scripts only; antd writes style elements, images may be data or blob. Whether the
 * connection is encrypted is known from the request, which may have come through a trusted proxy.
 */
export async function securityHeaders(app: FastifyInstance, outside: OutsideSites): Promise<void> {
  await app.register(helmet, { global: false })
  const known = new Map<string, OutgoingHttpHeaders>()
  app.addHook('onRequest', async (request, reply) => {
    // Only what names itself, such as files of the build, may be stored.
    reply.header('cache-control', 'no-store')
    const isPage = request.headers.accept?.includes('text/html')
    const frames = isPage ? await outside.frames() : []
    const key = JSON.stringify([request.protocol, request.host, outside.pictures(), frames])
    const headers = known.get(key)
    if (headers) {
      reply.headers(headers)
      return
    }
    await reply.helmet(optionsFor(request, outside, frames))
    // The caller chooses the host.
    if (known.size >= mostKnown) known.clear()
    known.set(key, reply.raw.getHeaders())
  })
}

function optionsFor(
  { protocol, host }: FastifyRequest,
  outside: OutsideSites,
  frames: string[],
): FastifyHelmetOptions {
  const isEncrypted = protocol === 'https'
  // Some browsers do not count sockets to the same host as 'self'. A proxy may encrypt without being trusted to say so.
  const sockets = hostPattern.test(host) ? [`ws://${host}`, `wss://${host}`] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...outside.pictures()],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...sockets],
        frameSrc: ["'self'", 'https:', ...frames],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    hsts: isEncrypted,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: isEncrypted ? { policy: 'same-origin' } : false,
    originAgentCluster: isEncrypted,
    referrerPolicy: { policy: 'same-origin' },
  }
}
