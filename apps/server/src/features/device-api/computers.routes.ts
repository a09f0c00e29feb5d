import { computerApi } from '@fleetdeck/contract/computer-socket'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { implement } from '../../platform/http/implement.ts'
import { enrolComputer, findComputerByToken } from './computers.queries.ts'
import { openKeyToEnrol, requireUsable } from './enrolment-key.ts'

/** How computers that run the agent become known; everything else comes over their sockets. */
export function computerEnrolmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

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
