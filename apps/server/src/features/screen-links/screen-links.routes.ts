import { guestScreens, screenLinks } from '@fleetdeck/contract/screen-links'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, scopesOf } from '../../access/crud-handlers.ts'
import { requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { endLinks, endVisitsOf } from '../../domain/screen-links/screen-links.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { describeClient, describeLocation } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import { addLink, checkedExpiry } from './add-link.ts'
import { beginVisit, endVisit, lookAtLink } from './guest-visits.ts'
import { linkQueries, listVisits, updateExpiry } from './screen-links.queries.ts'
import { noteEnds } from './visit-log.ts'

export function screenLinkRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, parameters, events } = deps
  const scopeOf = scopesOf(screenLinks)
  const { list } = crudHandlers(deps, screenLinks, linkQueries)

  implement(app, screenLinks, {
    list,

    visits: async ({ query, caller, language }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'visits') }, linkQueries, [query.id])
      const found = await listVisits(db, query)
      const shown = found.list.map(({ userAgent, ...visit }) => ({
        ...visit,
        ...describeClient(userAgent),
        location: describeLocation(language, visit.ip),
      }))
      return { ...found, list: shown }
    },

    limits: async () => ({ maxDays: parameters.get('screenLink.maxDays') }),

    add: async ({ body, caller, request }) => {
      const made = await addLink(deps, caller, body)
      request.subjects = [made.deviceNo]
      return made
    },

    extend: async ({ body: { id, expiresAt }, caller, request }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'extend') }, linkQueries, [id])
      const changed = await updateExpiry(db, id, checkedExpiry(parameters, expiresAt))
      if (!changed) throw new AppError('screenLinkOver')
      request.subjects = await linkQueries.names(db, [id])
      if (changed.deviceId !== null) await hub.screenLinksChanged([changed.deviceId])
      return null
    },

    revoke: async ({ body: { ids }, caller, request }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'revoke') }, linkQueries, ids)
      request.subjects = await linkQueries.names(db, ids)
      const { devices, ended } = await db.transaction(async (tx) => ({
        devices: await endLinks(tx, ids, { ending: 'revoked', endedById: caller.userId }),
        ended: await endVisitsOf(tx, ids),
      }))
      noteEnds(events, ended)
      await hub.screenLinksChanged(devices.flatMap((id) => id ?? []))
      return null
    },
  })

  implement(app, guestScreens, {
    look: ({ body, ip }) => lookAtLink(deps, ip, body),

    begin: ({ body, ip, request }) => {
      const guest = { ip, userAgent: request.headers['user-agent'] ?? '' }
      return beginVisit(deps, guest, body)
    },

    leave: async ({ body }) => {
      await endVisit(deps, body.token)
      return null
    },
  })
}
