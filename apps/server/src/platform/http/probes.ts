import { timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { bearerToken } from '../core/tokens.ts'

const probe = (path: string) =>
  ({ endpoint: { method: 'GET', path, permission: 'public', data: z.unknown() } satisfies Endpoint }) as const
export interface ProbeSettings {
  /** Serves /healthz and /readyz. */
  health: boolean
  /** The token that a collector needs to read /metrics; without it the address does not exist. */
  metricsToken: string | undefined
}

interface Deps {
  registry: Registry
  /** The problems that prevent this server from working, one line each; never rejects. */
  problems(): Promise<{ check: string; problem: string }[]>
}

/**
 * For monitoring and load balancers. /readyz?exclude=redis leaves out a check; several are joined by commas. Without a
 * token these addresses only show the problems.
 */
export function answerProbes(
  app: FastifyInstance,
  settings: ProbeSettings,
  { registry, problems }: Deps,
): void {
  if (settings.health) {
    app.get('/healthz', { config: probe('/healthz') }, (_request, reply) => plain(reply).send('ok\n'))
    app.get('/readyz', { config: probe('/readyz') }, async (request, reply) => {
      const { exclude } = request.query as { exclude?: unknown }
      const left = typeof exclude === 'string' ? exclude.split(',') : []
      const wrong = (await problems()).filter(({ check }) => !left.includes(check))
      if (wrong.length === 0) return plain(reply).send('ok\n')
      const lines = wrong.map(({ check, problem }) => `${check} ${problem}\n`)
      return plain(reply)
        .code(503)
        .send(`not ready\n${lines.join('')}`)
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
