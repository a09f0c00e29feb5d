import { viewAs } from '@fleetdeck/contract/view-as'
import type { FastifyInstance } from 'fastify'
import { readSource } from '../../access/open-session.ts'
import { findViewed, type Viewed } from '../../access/viewed-caller.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'

export function viewAsRoutes(app: FastifyInstance, { db, sessions, changes }: Deps) {
  implement(app, viewAs, {
    start: async ({ body, caller, request }) => {
      if (caller.sessionId === null) throw new AppError('accessTokenNotHere')
      const viewed: Viewed = body
      request.subjects = [(await findViewed(db, caller, viewed)).name]
      return { token: await sessions.startView(caller.sessionId, viewed, readSource(request)) }
    },

    leave: async ({ caller, request }) => {
      if (!caller.viewer || caller.sessionId === null) throw new AppError('viewNone')
      request.subjects = [caller.userName]
      await changes.endSessions([caller.sessionId])
      return null
    },
  })
}
