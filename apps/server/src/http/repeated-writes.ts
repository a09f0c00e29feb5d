import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this write is known by while the same is refused. */
    writeKey: string | undefined
  }
}

const windowMs = 1000

/**
 * The console's same write twice within a second is refused: same session, path and body, POST or PUT. A write that
 * was itself refused may be tried again at once. Phones and programs have no session and are not concerned.
 */
export function refuseRepeatedWrites(app: FastifyInstance): void {
  const seenAt = new Map<string, number>()
  app.decorateRequest('writeKey')

  app.addHook('preValidation', async (request) => {
    if (!isWrite(request)) return
    const now = Date.now()
    for (const [key, at] of seenAt) {
      if (now - at < windowMs) break
      seenAt.delete(key)
    }
    const key = keyOf(request)
    if (seenAt.has(key)) throw new AppError('repeatedWrite')
    seenAt.set(key, now)
    request.writeKey = key
  })

  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.writeKey && request.answer && request.answer.code !== 0) seenAt.delete(request.writeKey)
    return payload
  })
}

const isWrite = ({ method, caller, routeOptions }: FastifyRequest) =>
  (method === 'POST' || method === 'PUT') && caller !== undefined && !routeOptions.config.endpoint?.upload

const keyOf = ({ method, url, headers, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([headers.authorization, method, url, body]))
    .digest('base64')
