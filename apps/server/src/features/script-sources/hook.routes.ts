import { scriptSourceHook } from '@fleetdeck/contract/script-sources'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { languageFor, text } from '../../platform/http/language.ts'
import { isSigned, toHookEvent } from './hook-events.rules.ts'
import { insertPull } from './pulls.queries.ts'
import * as queries from './script-sources.queries.ts'
import { openedHookSecret } from './sealed-source.ts'

/** Providers show the status of the answer, so a refusal is none with 200. */
const refuse = (request: FastifyRequest, reply: FastifyReply, status: 401 | 404) =>
  reply.code(status).send({
    code: status,
    msg: text(languageFor(request), status === 401 ? 'scriptSource.hookUnsigned' : 'error.notFound'),
  })

interface Followers {
  /** A source, or a pull request, is due. */
  onPush: () => void
  onPull: () => void
}

/** Calls of GitHub, GitLab and Gitea. They are answered before anything is read. */
export function sourceHookRoutes(app: FastifyInstance, { db, seal }: Deps, { onPush, onPull }: Followers) {
  const { path, params, perMinute } = scriptSourceHook
  app.register(async (scope) => {
    // Signatures are about the bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      path,
      {
        config: { endpoint: scriptSourceHook, rateLimit: { max: perMinute, timeWindow: 60_000 } },
        schema: { params },
      },
      async (request, reply) => {
        const { key } = request.params as z.output<typeof params>
        const source = await queries.findByHook(db, key)
        if (!source) return refuse(request, reply, 404)
        const body = request.body as Buffer
        if (!isSigned(request.headers, body, openedHookSecret(seal, source.hookSecret)))
          return refuse(request, reply, 401)
        const event = toHookEvent(request.headers, toJson(body))
        const answer = (taken: 'push' | 'pull' | 'ignored') => ({ code: 0, msg: '', data: { taken } })
        if (event.kind === 'push' && event.ref === `refs/heads/${source.branch}`) {
          await queries.readSoon(db, source.id, { isWhole: false })
          onPush()
          return answer('push')
        }
        if (event.kind === 'pull' && event.target === source.branch) {
          await insertPull(db, source, event.request)
          onPull()
          return answer('pull')
        }
        return answer('ignored')
      },
    )
  })
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
