import { posts } from '@fleetdeck/contract/posts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { written } from '../../platform/crud/written.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './posts.queries.ts'

export function postRoutes(app: FastifyInstance, { db, files }: Deps) {
  const found = async (ids: number[]) => {
    const rows = await queries.findPosts(db, ids)
    if (rows.length !== new Set(ids).size) throw new AppError('notFound')
    return rows
  }

  implement(app, posts, {
    list: ({ query }) => queries.listPosts(db, query),

    one: async ({ query }) => {
      const [post] = await found([query.id])
      if (!post) throw new AppError('notFound')
      return post
    },

    add: async ({ body }) => {
      await namedOnce(queries.insertPost(db, body))
      return null
    },

    edit: async ({ body: { id, ...draft } }) => {
      await found([id])
      await namedOnce(queries.updatePost(db, id, draft))
      return null
    },

    remove: async ({ body }) => {
      const used = (await found(body.ids)).find((post) => post.userCount > 0)
      if (used) throw new AppError('postInUse', { name: used.postName })
      await queries.deletePosts(db, body.ids)
      return null
    },

    export: async ({ query, caller, language }) => {
      const { list } = await queries.listPosts(db, { ...query, pageNum: 1, pageSize: 100_000 })
      return exportRows(files, {
        name: 'posts',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'post.code'), value: (row) => row.postCode },
          { title: text(language, 'post.name'), value: (row) => row.postName },
          { title: text(language, 'post.sort'), value: (row) => row.postSort },
          {
            title: text(language, 'common.status'),
            value: (row) => text(language, row.status ? 'common.disabled' : 'common.enabled'),
          },
          { title: text(language, 'post.remark'), value: (row) => row.remark },
        ],
      })
    },
  })
}

const namedOnce = <T>(write: PromiseLike<T>) =>
  written(write, { posts_code: 'postCodeTaken', posts_name: 'postNameTaken', '23503': 'rowInUse' })
