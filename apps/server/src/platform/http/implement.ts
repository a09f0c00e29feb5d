import type { BodyOf, Contract, Endpoint, ParamsOf, QueryOf } from '@fleetdeck/contract/endpoint'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../core/caller.ts'
import { workOwner } from '../core/work-owner.ts'
import { languageFor } from './language.ts'

declare module 'fastify' {
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
        const owner = request.caller && ownerOf(request.caller)
        const data = await (owner ? workOwner.run(owner, handler, call) : handler(call))
        return { code: 0, msg: '', data: endpoint.data.parse(data) }
      },
    })
  }
}
