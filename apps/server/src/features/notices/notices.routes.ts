import { notices } from '@fleetdeck/contract/notices'
import type { FastifyInstance } from 'fastify'
import { crudHandlers } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { cleanHtml, outsidePicture } from '../../platform/crud/clean-html.ts'
import { implement } from '../../platform/http/implement.ts'
import { countUnread, listNewest, listReaders, markRead, noticeQueries } from './notices.queries.ts'

export function noticeRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const cleaned = <Draft extends { noticeContent: string }>(draft: Draft) => ({
    ...draft,
    noticeContent: cleanHtml(draft.noticeContent),
  })

  const written = <Draft extends { noticeContent: string }>(draft: Draft) => {
    const picture = outsidePicture(draft.noticeContent)
    if (picture) throw new AppError('pictureFromOutside', { address: picture.slice(0, 100) })
    return cleaned(draft)
  }

  const crud = crudHandlers(deps, notices, noticeQueries)

  implement(app, notices, {
    ...crud,

    one: async (call) => cleaned(await crud.one(call)),

    add: async ({ body, caller }) => {
      await noticeQueries.insert(db, { ...written(body), createBy: caller.userId })
      await hub.noticesChanged()
      return null
    },

    edit: async (call) => {
      await crud.edit({ ...call, body: written(call.body) })
      await hub.noticesChanged()
      return null
    },

    remove: async (call) => {
      await crud.remove(call)
      await hub.noticesChanged()
      return null
    },

    readers: async ({ query, caller }) => {
      await requireVisible({ db, scope: 'all' }, noticeQueries, [query.noticeId])
      return listReaders(db, scopeFor(caller, notices.readers.permission), query)
    },

    listTop: async ({ caller }) => ({
      list: (await listNewest(db, caller.userId)).map(cleaned),
      unreadCount: await countUnread(db, caller.userId),
    }),

    markRead: async ({ query, caller }) => {
      await markRead(db, caller.userId, [query.noticeId])
      return null
    },

    markReadAll: async ({ query, caller }) => {
      await markRead(db, caller.userId, query.ids)
      return null
    },
  })
}
