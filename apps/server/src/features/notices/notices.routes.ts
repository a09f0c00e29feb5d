import { notices } from '@fleetdeck/contract/notices'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { cleanHtml } from '../../platform/crud/clean-html.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './notices.queries.ts'

export function noticeRoutes(app: FastifyInstance, { db, hub }: Deps) {
  const cleaned = <Draft extends { noticeContent: string }>(draft: Draft) => ({
    ...draft,
    noticeContent: cleanHtml(draft.noticeContent),
  })

  implement(app, notices, {
    list: ({ query }) => queries.listNotices(db, query),

    one: async ({ params }) => {
      const notice = await queries.findNotice(db, params.id)
      if (!notice) throw new AppError('notFound')
      return cleaned(notice)
    },

    add: async ({ body, caller }) => {
      await queries.insertNotice(db, { ...cleaned(body), createBy: caller.userId })
      await hub.noticesChanged()
      return null
    },

    edit: async ({ body: { id, ...draft } }) => {
      if (!(await queries.findNotice(db, id))) throw new AppError('notFound')
      await queries.updateNotice(db, id, cleaned(draft))
      await hub.noticesChanged()
      return null
    },

    remove: async ({ params }) => {
      await db.transaction(async (tx) => {
        const gone = await queries.deleteNotices(tx, params.ids)
        if (gone !== new Set(params.ids).size) throw new AppError('notFound')
      })
      await hub.noticesChanged()
      return null
    },

    readers: async ({ query, caller }) => {
      if (!(await queries.findNotice(db, query.noticeId))) throw new AppError('notFound')
      return queries.listReaders(db, scopeFor(caller, notices.readers.permission), query)
    },

    listTop: async ({ caller }) => ({
      list: (await queries.listNewest(db, caller.userId)).map(cleaned),
      unreadCount: await queries.countUnread(db, caller.userId),
    }),

    markRead: async ({ query, caller }) => {
      await queries.markRead(db, caller.userId, [query.noticeId])
      return null
    },

    markReadAll: async ({ query, caller }) => {
      await queries.markRead(db, caller.userId, query.ids)
      return null
    },
  })
}
