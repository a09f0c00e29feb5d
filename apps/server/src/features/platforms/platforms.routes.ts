import { platforms } from '@fleetdeck/contract/platforms'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { written } from '../../platform/crud/written.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './platforms.queries.ts'

export function platformRoutes(app: FastifyInstance, { db, files }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof platforms) =>
    scopeFor(caller, platforms[call].permission)

  implement(app, platforms, {
    list: ({ query, caller }) => queries.listPlatforms(db, scopeOf(caller, 'list'), query),

    one: async ({ query, caller }) => {
      const platform = await queries.findPlatform(db, scopeOf(caller, 'one'), query.id)
      if (!platform) throw new AppError('notFound')
      return platform
    },

    add: async ({ body, caller }) => {
      const tenantId = body.tenantId ?? caller.userId
      if (!(await queries.userVisible(db, scopeOf(caller, 'add'), tenantId))) throw new AppError('notFound')
      await namedOnce(queries.insertPlatform(db, { platformName: body.platformName, tenantId }))
      return null
    },

    edit: async ({ body, caller }) => {
      const scope = scopeOf(caller, 'edit')
      const platform = await queries.findPlatform(db, scope, body.id)
      if (!platform) throw new AppError('notFound')
      const { platformName, tenantId = platform.tenantId } = body
      if (!(await queries.userVisible(db, scope, tenantId))) throw new AppError('notFound')
      await namedOnce(queries.updatePlatform(db, body.id, { platformName, tenantId }))
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allPlatformsVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      await unused(queries.deletePlatforms(db, query.ids))
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listPlatforms(db, scopeOf(caller, 'export'), all)
      return exportRows(files, {
        name: 'platforms',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'platform.name'), value: (row) => row.platformName },
          { title: text(language, 'platform.owner'), value: (row) => row.userName },
          { title: text(language, 'platform.created'), value: (row) => row.createdAt.toISOString() },
        ],
      })
    },
  })
}

const namedOnce = <T>(write: PromiseLike<T>) => written(write, { platforms_name: 'platformNameTaken' })

const unused = <T>(write: PromiseLike<T>) => written(write, { '23503': 'platformInUse' })
