import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Throttled, throttledAs } from './throttled.ts'

/** Bytes a second, which the slowest mobile networks exceed. */
const slowest = 512
const judgedMs = 10_000

interface Body {
  reply: FastifyReply
  /** Of the connection, when it was judged last. */
  bytes: number
  since: number
}

/**
 * Bytes that still arrive are read during this time: a connection closed with unread bytes is reset, and its answer
 * lost.
 */
const lastReadMs = 2000
const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Ends connections whose body comes too slowly, however long a slow upload may take: otherwise a few bytes a minute
 * occupy a connection, and the work that waits for the body, as long as a caller likes.
 * @param overMs the time over which the speed is judged
 */
export function endSlowBodies(
  app: FastifyInstance,
  onThrottled: (throttled: Throttled) => void,
  overMs = judgedMs,
): void {
  const bodies = new Map<IncomingMessage, Body>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    // Fastify's `inject` has none.
    if (!(raw.socket instanceof Socket)) return
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return
    bodies.set(raw, { reply, bytes: raw.socket.bytesRead, since: performance.now() })
    const forget = () => bodies.delete(raw)
    raw.once('end', forget).once('close', forget)
  })
  const isSlow = (raw: IncomingMessage, body: Body, now: number) => {
    const bytes = raw.socket.bytesRead - body.bytes
    bodies.set(raw, { ...body, bytes: raw.socket.bytesRead, since: now })
    // When this much waits to be read, it is the server that is slow.
    const isHeldUp = raw.readableLength >= raw.readableHighWaterMark
    return !isHeldUp && bytes * 1000 < slowest * (now - body.since)
  }
  const judge = () => {
    const now = performance.now()
    for (const [raw, body] of bodies) {
      // After an answer, Node does not report that the connection has ended.
      if (raw.socket.destroyed) bodies.delete(raw)
      else if (now - body.since >= overMs && isSlow(raw, body, now)) {
        bodies.delete(raw)
        if (raw.complete) continue
        onThrottled(throttledAs('slowBody', body.reply.request))
        end(raw, body)
      }
    }
  }
  // Bytes that arrived while the server was busy are read before the body is judged.
  const timer = setInterval(() => setImmediate(judge), overMs / 2)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function end({ socket }: IncomingMessage, { reply }: Body): void {
  if (reply.raw.writableFinished) return void socket.destroy()
  socket.end(tooSlow)
  const timer = setTimeout(() => socket.destroy(), lastReadMs)
  socket.once('close', () => clearTimeout(timer))
}
