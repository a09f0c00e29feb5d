import type { BodyOf, Contract, Endpoint, ParamsOf, QueryOf } from '@fleetdeck/contract/endpoint'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { QueuePerKey } from '../core/bounded-queue.ts'
import type { Caller } from '../core/caller.ts'
import { workOwner } from '../core/work-owner.ts'
import { languageFor } from './language.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of each session and access token. */
    turns: QueuePerKey
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    /** Every route has a guard; a route without one prevents the start. */
    endpoint?: Endpoint
  }
}

export interface Call<E extends Endpoint> {
  params: z.output<ParamsOf<E>>
  query: z.output<QueryOf<E>>
  body: z.output<BodyOf<E>>
  /** Undefined only in public calls. */
  caller: E['permission'] extends 'public' ? undefined : Caller
  language: Language
  ip: string
  request: FastifyRequest
}

export type Handlers<C extends Contract> = {
  [Name in keyof C]: (call: Call<C[Name]>) => Promise<z.input<C[Name]['data']>>
}

const ownerOf = ({ sessionId, token }: Caller) => (token ? `token ${token.id}` : `session ${sessionId}`)

/** Calls of one session or access token that a server works on at a time, as many as a browser sends. */
const atOnce = 6
/** Further ones wait; more are refused until later. */
const mostWaiting = 500

/** Call it before `implement`. One caller's many calls then do not delay those of others. */
export function takeTurns(app: FastifyInstance): void {
  app.decorate('turns', new QueuePerKey(mostWaiting, atOnce))
}

/** Registers every endpoint of a contract: a missing handler or a wrong field in a response does not compile. */
export function implement<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const handler = handlers[name] as unknown as (call: Call<Endpoint>) => Promise<unknown>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        endpoint,
        ...(endpoint.perMinute && { rateLimit: { max: endpoint.perMinute, timeWindow: 60_000 } }),
      },
      schema: {
        querystring: endpoint.query ?? z.strictObject({}),
        ...(endpoint.body && { body: endpoint.body }),
        ...(endpoint.params && { params: endpoint.params }),
        response: { 200: z.object({ code: z.number(), msg: z.string(), data: endpoint.data }) },
        tags: [endpoint.path.split('/')[1] ?? ''],
      },
      handler: async (request) => {
        const call: Call<Endpoint> = {
          params: request.params as never,
          query: request.query as never,
          body: request.body as never,
          caller: request.caller as never,
          language: languageFor(request),
          ip: request.ip,
          request,
        }
        const data = await inTurn(app, request, endpoint, () => handler(call))
        return { code: 0, msg: '', data: endpoint.data.parse(data) }
      },
    })
  }
}

/** Uploads take as long as their callers send, and have a limit of their own. */
function inTurn<T>(
  app: FastifyInstance,
  { caller }: FastifyRequest,
  { upload }: Endpoint,
  work: () => Promise<T>,
) {
  if (!caller) return work()
  const owner = ownerOf(caller)
  const owned = () => workOwner.run(owner, work)
  return upload ? owned() : app.turns.run(owner, owned)
}
