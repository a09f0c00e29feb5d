import { CacheType, caches } from '@fleetdeck/contract/caches'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { cacheValueOf } from '../../domain/data-items/cache-value.ts'
import { addCache, setCache } from '../../domain/data-items/caches.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { written } from '../../platform/crud/written.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './caches.queries.ts'

const typeTexts = {
  [CacheType.text]: 'cache.typeText',
  [CacheType.set]: 'cache.typeSet',
  [CacheType.list]: 'cache.typeList',
} as const

export function cacheRoutes(app: FastifyInstance, { db, files, shared }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof caches) => scopeFor(caller, caches[call].permission)
  const found = async (caller: Caller, call: keyof typeof caches, id: number) => {
    const cache = await queries.findCache(db, scopeOf(caller, call), id)
    if (!cache) throw new AppError('notFound')
    return cache
  }

  implement(app, caches, {
    list: ({ query, caller }) => queries.listCaches(db, scopeOf(caller, 'list'), query),
    one: ({ query, caller }) => found(caller, 'one', query.id),

    add: async ({ body, caller }) => {
      const { cacheKey, tenantId = caller.userId } = body
      if (!(await queries.userVisible(db, scopeOf(caller, 'add'), tenantId))) throw new AppError('notFound')
      const value = cacheValueOf(body, shared.maxCacheBytes)
      if (!(await addCache(db, { tenantId, cacheKey }, value, body.expireTime ?? undefined)))
        throw new AppError('cacheKeyTaken')
      return null
    },

    edit: async ({ body, caller }) => {
      const { tenantId, cacheKey } = await found(caller, 'edit', body.id)
      if (body.tenantId !== undefined && body.tenantId !== tenantId) throw new AppError('dataGroupOfOther')
      const value = cacheValueOf(body, shared.maxCacheBytes)
      if (body.cacheKey !== cacheKey) await keyedOnce(queries.renameCache(db, body.id, body.cacheKey))
      const expiry =
        body.expireTime === undefined ? ('keep' as const) : { seconds: body.expireTime ?? undefined }
      if (!(await setCache(db, { tenantId, cacheKey: body.cacheKey }, value, expiry)))
        throw new AppError('notFound')
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      await queries.deleteCaches(db, query.ids)
      return null
    },

    export: ({ query, caller, language }) =>
      exportRows(files, {
        name: 'caches',
        ownerId: caller.userId,
        rows: queries.eachCache(db, scopeOf(caller, 'export'), query),
        columns: [
          { title: text(language, 'cache.key'), value: (row) => row.cacheKey },
          { title: text(language, 'cache.type'), value: (row) => text(language, typeTexts[row.dataType]) },
          { title: text(language, 'cache.value'), value: (row) => row.content },
          { title: text(language, 'cache.owner'), value: (row) => row.userName },
          { title: text(language, 'cache.expiresAt'), value: (row) => row.expiresAt?.toISOString() },
        ],
      }),
  })
}

const keyedOnce = <T>(write: PromiseLike<T>) => written(write, { caches_key: 'cacheKeyTaken' })
