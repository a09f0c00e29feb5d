import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Identifies this write while repetitions are refused. */
    writeKey: string | undefined
  }
}

/** Shared by all servers of the installation, as far as they can reach each other; never rejects. */
export interface Claims {
  /** True for the first caller within the time. */
  claim(name: string, forMs: number): Promise<boolean>
  release(name: string): Promise<void>
}

const windowMs = 1000

/**
 * Refuses the console's same write twice within a second, on any server: same session, path and body, POST or PUT. A
 * refused write may be retried immediately. Phones and programs have no session and are not affected.
 */
export function refuseRepeatedWrites(app: FastifyInstance, claims: Claims): void {
  app.decorateRequest('writeKey')

  app.addHook('preValidation', async (request) => {
    if (!isWrite(request)) return
    const key = hashWrite(request)
    if (!(await claims.claim(key, windowMs))) throw new AppError('repeatedWrite')
    request.writeKey = key
  })

  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.writeKey && request.answer && request.answer.code !== 0)
      await claims.release(request.writeKey)
    return payload
  })
}

function isWrite({ method, caller, routeOptions }: FastifyRequest) {
  const { upload, isRead } = routeOptions.config.endpoint ?? {}
  return (method === 'POST' || method === 'PUT') && caller && !caller.token && !upload && !isRead
}

const hashWrite = ({ method, url, headers, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([headers.authorization, method, url, body]))
    .digest('base64')
