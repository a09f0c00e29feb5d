import { agentDownload, agentInstall } from '@fleetdeck/contract/agent-package'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { DownloadLimiter } from '../../platform/files/download-limiter.ts'
import { tooManyDownloads } from '../../platform/files/send-file.ts'
import { implement } from '../../platform/http/implement.ts'

/** Apart from those of phones, which nobody without a token may keep waiting. */
const mostAtOnce = 50

/** The agent's package at a public address, from which npm installs and starts it on any computer. */
export function agentInstallRoutes(app: FastifyInstance, { agentOffer }: Deps) {
  const { params, path, media } = agentDownload
  implement(app, agentInstall, {
    one: async () => {
      const { fileName } = agentOffer
      return { path: fileName ? path.replace(':fileName', fileName) : null }
    },
  })

  const downloads = new DownloadLimiter(() => mostAtOnce)
  const options = { config: { endpoint: agentDownload }, schema: { params } }
  app.get(path, options, async (request, reply) => {
    const { fileName } = request.params as z.output<typeof params>
    const { package: offered } = agentOffer
    if (!offered || fileName !== agentOffer.fileName) return reply.code(404).send()
    const tag = `"${offered.sha256}"`
    // Another build of the same version has the same address.
    reply.headers({ 'cache-control': 'no-cache', etag: tag })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const leave = downloads.enter()
    if (!leave) return tooManyDownloads(reply)
    reply.raw.once('close', leave)
    return reply.header('content-type', media).send(agentOffer.contentOf(offered.sha256))
  })
}
