import { posts } from '@fleetdeck/contract/posts'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { statusCell } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { seededName } from '../../platform/http/language.ts'
import { postQueries } from './posts.queries.ts'

export function postRoutes(app: FastifyInstance, deps: Deps) {
  const crud = crudHandlers(deps, posts, postQueries, {
    name: 'posts',
    columns: [
      { title: 'post.code', value: (row) => row.postCode },
      { title: 'post.name', value: (row, t) => seededName(row.postName, t) },
      { title: 'post.sort', value: (row) => row.postSort },
      { title: 'common.status', value: statusCell },
      { title: 'post.remark', value: (row) => row.remark },
    ],
  })

  implement(app, posts, {
    ...crud,

    remove: async (call) => {
      const { ids } = call.body
      const rows = requireAll(await postQueries.find(deps.db, 'all', ids), ids)
      const used = rows.find((post) => post.userCount > 0)
      if (used) throw new AppError('postInUse', { name: used.postName })
      return crud.remove(call)
    },
  })
}
