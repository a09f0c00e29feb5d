import { CacheType } from '@fleetdeck/contract/caches'
import type { UserId } from '@fleetdeck/contract/ids'
import { PhoneData, phoneCaches } from '@fleetdeck/contract/phone-data'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { changeOnce } from '../../../domain/data-items/answer-once.ts'
import { toCacheValue } from '../../../domain/data-items/cache-value.ts'
import * as caches from '../../../domain/data-items/caches.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { type Call, implement } from '../../../platform/http/implement.ts'
import { sealed } from '../../../platform/http/rapi-envelope.ts'
import { phoneCall, phoneChange, toPopOrder } from '../phone-call.ts'

type CacheCall = Pick<Call<(typeof phoneCaches)['addCache']>, 'body' | 'request'>

/** Calls of scripts on the caches of the device's owner. */
export function phoneCacheRoutes(app: FastifyInstance, deps: Deps) {
  const { db, shared } = deps

  const valueIn = async (call: CacheCall) => {
    const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheValue)
    const value = toCacheValue(sent, shared.maxCacheBytes)
    return { key: toCacheKey(phone, sent), value, seconds: sent.expireTime, id }
  }
  const step = async (call: CacheCall, sign: 1 | -1) => {
    const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheStep)
    return result(await shared.caches.step(toCacheKey(phone, sent), { by: sign * sent.step, id }))
  }

  /** A missing key is told apart from a list without lines. */
  const requireCache = async (key: caches.CacheKey) => {
    if (!(await caches.readCache(db, key))) throw unknown(key)
  }

  implement(app, phoneCaches, {
    getCache: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.cacheKey)
      const found = await caches.readCache(db, toCacheKey(phone, sent))
      if (!found) return sealed(null)
      const { dataType, content, lines } = found
      return sealed({ dataType, content: dataType === CacheType.text ? content : lines })
    },

    addCache: async (call) => {
      const { key, value, seconds, id } = await valueIn(call)
      return result(await changeOnce(db, id, (tx) => shared.caches.add(tx, key, value, seconds)))
    },

    updateCache: async (call) => {
      const { key, value, seconds, id } = await valueIn(call)
      const isSet = await changeOnce(db, id, (tx) => shared.caches.set(tx, key, value, { seconds }))
      if (!isSet) throw unknown(key)
      return result(isSet)
    },

    updateCacheExpire: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheExpiry)
      const key = toCacheKey(phone, sent)
      const isSet = await changeOnce(db, id, (tx) => caches.setCacheExpiry(tx, key, sent.expireTime))
      if (!isSet) throw unknown(key)
      return result(isSet)
    },

    getCacheExpire: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.cacheKey)
      const left = await caches.readCacheExpiry(db, toCacheKey(phone, sent))
      return result(left === 'never' ? -1 : (left ?? 0))
    },

    removeCache: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheKey)
      return result(await changeOnce(db, id, (tx) => caches.removeCache(tx, toCacheKey(phone, sent))))
    },

    appendOneLineCache: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheLine)
      const maxBytes = shared.maxCacheBytes
      const line = { line: sent.content, maxBytes }
      const change = await changeOnce(db, id, (tx) => shared.caches.append(tx, toCacheKey(phone, sent), line))
      if (change === 'missing') throw unknown(sent)
      if (change === 'tooLong') throw new AppError('dataTooLong', { kilobytes: Math.floor(maxBytes / 1024) })
      return result(true)
    },

    removeOneLineCache: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cacheLine)
      const key = toCacheKey(phone, sent)
      const change = await changeOnce(db, id, (tx) => caches.removeCacheLine(tx, key, sent.content))
      if (change === 'missing') await requireCache(key)
      return result(change === 'changed')
    },

    incrementCache: (call) => step(call, 1),
    decrementCache: (call) => step(call, -1),

    popPushCache: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.cachePopPush)
      const wanted = {
        way: toPopOrder(sent.getType),
        pushKey: sent.pushKey,
        content: sent.content,
        maxBytes: shared.maxCacheBytes,
      }
      const key = toCacheKey(phone, sent)
      const content = await changeOnce(
        db,
        id,
        async (tx) => (await shared.caches.popPush(tx, key, wanted)) ?? null,
      )
      if (content === null) await requireCache(key)
      return sealed({ content })
    },
  })
}

const unknown = ({ cacheKey }: { cacheKey: string }) => new AppError('cacheUnknown', { name: cacheKey })
const result = (value: boolean | number) => sealed({ result: Number(value) })
const toCacheKey = ({ tenantId }: { tenantId: UserId }, { cacheKey }: { cacheKey: string }) => ({
  tenantId,
  cacheKey,
})
