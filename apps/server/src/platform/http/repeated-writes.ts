import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this write is known by while the same is refused. */
    writeKey: string | undefined
  }
}

/** Known to all servers of the installation. */
export interface Claims {
  /** True for the first to ask within the time. */
  claim(name: string, forMs: number): Promise<boolean>
  release(name: string): Promise<void>
}

const windowMs = 1000

/**
 * The console's same write twice within a second is refused, on whichever server it arrives: same session, path and
 * body, POST or PUT. A write that was itself refused may be tried again at once. Phones and programs have no session
 * and are not concerned. While the claims cannot be asked every write is taken.
 */
export function refuseRepeatedWrites(app: FastifyInstance, claims: Claims): void {
  app.decorateRequest('writeKey')

  app.addHook('preValidation', async (request) => {
    if (!isWrite(request)) return
    const key = keyOf(request)
    const isFirst = await claims.claim(key, windowMs).catch((error) => {
      request.log.warn({ err: error }, 'whether a write is repeated could not be asked')
      return true
    })
    if (!isFirst) throw new AppError('repeatedWrite')
    request.writeKey = key
  })

  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.writeKey && request.answer && request.answer.code !== 0)
      await claims.release(request.writeKey).catch((error) => {
        request.log.warn({ err: error }, 'a refused write could not be released')
      })
    return payload
  })
}

const isWrite = ({ method, caller, routeOptions }: FastifyRequest) =>
  (method === 'POST' || method === 'PUT') && caller && !caller.token && !routeOptions.config.endpoint?.upload

const keyOf = ({ method, url, headers, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([headers.authorization, method, url, body]))
    .digest('base64')
