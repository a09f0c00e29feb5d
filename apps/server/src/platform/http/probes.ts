import { timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { bearerToken } from '../core/tokens.ts'

const probe = (path: string) =>
  ({ endpoint: { method: 'GET', path, permission: 'public', data: z.unknown() } satisfies Endpoint }) as const
const readyMs = 2000

export interface ProbeSettings {
  /** Serves /healthz and /readyz. */
  health: boolean
  /** The token that a collector needs to read /metrics; without it the address does not exist. */
  metricsToken: string | undefined
}

interface Deps {
  registry: Registry
  /** Rejects when the database does not answer. */
  ready(): Promise<unknown>
}

/** For monitoring. These addresses only answer yes or no, or require a token. */
export function answerProbes(app: FastifyInstance, settings: ProbeSettings, { registry, ready }: Deps): void {
  if (settings.health) {
    app.get('/healthz', { config: probe('/healthz') }, (_request, reply) => plain(reply).send('ok\n'))
    app.get('/readyz', { config: probe('/readyz') }, async (_request, reply) => {
      const isReady = await within(ready(), readyMs)
      return plain(reply)
        .code(isReady ? 200 : 503)
        .send(isReady ? 'ok\n' : 'not ready\n')
    })
  }
  const { metricsToken } = settings
  if (!metricsToken) return
  app.get('/metrics', { config: probe('/metrics') }, async (request, reply) => {
    if (!isSame(bearerToken(request.headers.authorization) ?? '', metricsToken))
      return plain(reply).code(401).header('www-authenticate', 'Bearer').send('A token is needed.\n')
    return reply
      .type(registry.contentType)
      .serializer(String)
      .send(await registry.metrics())
  })
}

const plain = (reply: FastifyReply) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').serializer(String)

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
