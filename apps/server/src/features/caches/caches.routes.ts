import { CacheType, caches } from '@fleetdeck/contract/caches'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { requireUser } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { toCacheValue } from '../../domain/data-items/cache-value.ts'
import { setCache } from '../../domain/data-items/caches.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { cacheQueries } from './caches.queries.ts'

const typeTexts = {
  [CacheType.text]: 'cache.typeText',
  [CacheType.set]: 'cache.typeSet',
  [CacheType.list]: 'cache.typeList',
} as const

export function cacheRoutes(app: FastifyInstance, deps: Deps) {
  const { db, shared } = deps
  const scopeOf = scopesOf(caches)

  implement(app, caches, {
    ...crudHandlers(deps, caches, cacheQueries, {
      name: 'caches',
      columns: [
        { title: 'cache.key', value: (row) => row.cacheKey },
        { title: 'cache.type', value: (row, t) => t(typeTexts[row.dataType]) },
        { title: 'cache.value', value: (row) => row.content },
        { title: 'cache.owner', value: (row) => row.userName },
        { title: 'cache.expiresAt', value: (row) => row.expiresAt },
      ],
    }),

    add: async ({ body, caller }) => {
      const { cacheKey, tenantId = caller.userId } = body
      await requireUser(db, scopeOf(caller, 'add'), tenantId)
      const value = toCacheValue(body, shared.maxCacheBytes)
      if (!(await shared.caches.add(db, { tenantId, cacheKey }, value, body.expireTime ?? undefined)))
        throw new AppError('cacheKeyTaken')
      return null
    },

    edit: async ({ body, caller }) => {
      const [cache] = await cacheQueries.find(db, scopeOf(caller, 'edit'), [body.id])
      const { tenantId, cacheKey } = requireFound(cache)
      if (body.tenantId !== undefined && body.tenantId !== tenantId) throw new AppError('cacheOfOther')
      const value = toCacheValue(body, shared.maxCacheBytes)
      const expiry =
        body.expireTime === undefined ? ('keep' as const) : { seconds: body.expireTime ?? undefined }
      await shared.caches.within(db, tenantId, async (tx) => {
        if (body.cacheKey !== cacheKey) await cacheQueries.update(tx, body.id, { cacheKey: body.cacheKey })
        const change = await setCache(tx, { tenantId, cacheKey: body.cacheKey }, value, expiry)
        if (change === 'missing') throw new AppError('notFound')
        return change
      })
      return null
    },
  })
}
