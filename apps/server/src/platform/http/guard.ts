import { auth } from '@fleetdeck/contract/auth'
import { type Endpoint, onlyReads } from '@fleetdeck/contract/endpoint'
import { ownFactors } from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { viewAs } from '@fleetdeck/contract/view-as'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { type Caller, may, type PendingStep } from '../core/caller.ts'
import { bearerToken } from '../core/tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its declared guard. */
    endpoints: Endpoint[]
  }
}

const always = [session.info, session.logout]
const proofs = [session.startProof, session.prove, auth.list, auth.startProof]
/** Calls that answer before the user has done what they have to do first. */
const allowedBefore: Record<PendingStep, Endpoint[]> = {
  password: [...always, session.changePassword],
  factor: [...always, ...proofs, session.changePassword, ...Object.values(ownFactors)],
}
const refusals = { password: 'passwordChangeRequired', factor: 'factorRequired' } as const

/**
 * Deny by default: a route without a guard prevents the start, and every request passes its route's guard before its
 * body is read.
 */
export function guardRoutes(
  app: FastifyInstance,
  {
    findCaller,
    requireProof,
  }: {
    findCaller: (token: string, ip: string) => Promise<Caller | undefined>
    /** Throws unless the caller has proven lately who they are. */
    requireProof: (caller: Caller) => Promise<void>
  },
): void {
  app.decorateRequest('caller')
  app.decorate('endpoints', [])
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return
    if (!route.config?.endpoint) throw new Error(`The route ${route.method} ${route.url} declares no guard.`)
    app.endpoints.push(route.config.endpoint)
  })
  app.addHook('onRequest', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint || endpoint.permission === 'public') return
    const token = bearerToken(request.headers.authorization)
    const caller = token ? await findCaller(token, request.ip) : undefined
    if (!caller) throw new AppError('sessionExpired')
    request.caller = caller
    admit(caller, endpoint)
    if (endpoint.proof) await requireProof(caller)
  })
}

/** Why the guard refuses a caller; undefined when it admits them. */
export function guardRefusal(caller: Caller, endpoint: Endpoint) {
  const { permission, byToken } = endpoint
  const { pendingStep, token, viewer } = caller
  if (pendingStep && !allowedBefore[pendingStep].includes(endpoint)) return refusals[pendingStep]
  if (permission === 'signed-in') {
    if (token && !byToken) return 'accessTokenNotHere'
  } else if (!may(caller, permission)) return token ? 'accessTokenRightMissing' : 'forbidden'
  return viewer && !onlyReads(endpoint) && endpoint !== viewAs.leave ? 'viewReadOnly' : undefined
}

function admit(caller: Caller, endpoint: Endpoint) {
  const refusal = guardRefusal(caller, endpoint)
  if (refusal) throw new AppError(refusal, { permission: endpoint.permission })
}
