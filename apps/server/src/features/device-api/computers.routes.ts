import { agentPackageFile } from '@fleetdeck/contract/agent-package'
import { computerApi } from '@fleetdeck/contract/computer-socket'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { bearerToken, hashToken } from '../../platform/core/tokens.ts'
import { tooManyDownloads } from '../../platform/files/send-file.ts'
import { implement } from '../../platform/http/implement.ts'
import { enrolComputer, findComputerByToken } from './computers.queries.ts'
import { openKeyToEnrol, requireUsable } from './enrolment-key.ts'

/** How computers that run the agent become known; everything else comes over their sockets. */
export function computerEnrolmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db, downloads, agentOffer } = deps

  const { params, path, media } = agentPackageFile
  const options = { config: { endpoint: agentPackageFile }, schema: { params } }
  app.get(path, options, async (request, reply) => {
    const { sha256 } = request.params as z.output<typeof params>
    const token = bearerToken(request.headers.authorization)
    if (!token) throw new AppError('deviceTokenMissing')
    const computer = await findComputerByToken(db, hashToken(token))
    if (!computer || computer.isExpired) throw new AppError('deviceTokenWrong')
    const leave = downloads.enter()
    if (!leave) return tooManyDownloads(reply)
    reply.raw.once('close', leave)
    const content = agentOffer.contentOf(sha256)
    if (!content) throw new AppError('fileGone')
    return reply.header('content-type', media).send(content)
  })

  implement(app, computerApi, {
    enrol: async ({ body: { key: text, token, ...computer }, ip }) => {
      const key = await openKeyToEnrol(deps, text, ip)
      const tokenHash = hashToken(token)
      // As phones, known computers enrol again with a code that is used up.
      if (!(await findComputerByToken(db, tokenHash))) requireUsable(key.code?.state)
      return { name: await enrolComputer(db, { ...computer, tokenHash, ip, ownerId: key.owner?.id ?? null }) }
    },
  })
}
