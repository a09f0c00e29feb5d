import { type CacheName, cacheMonitor, cacheNames } from '@fleetdeck/contract/cache-monitor'
import { isSecretParameter, secretMask } from '@fleetdeck/contract/parameter-rows'
import { parameterKeys } from '@fleetdeck/contract/site-config'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Bus } from '../../realtime/bus/bus.ts'
import * as queries from './cache-monitor.queries.ts'

/** Their contents would allow a sign-in (reference J.2, 10). */
const maskedNames: readonly CacheName[] = ['sessions', 'captchas']

export function cacheMonitorRoutes(app: FastifyInstance, deps: Deps, bus: Bus) {
  const { db, parameters, changes } = deps
  const findParameter = (key: string) => parameterKeys.find((each) => each === key)

  implement(app, cacheMonitor, {
    info: async () => {
      const info = await bus.info?.()
      if (info) return { kind: 'redis' as const, ...info }
      const { heapUsed } = process.memoryUsage()
      return { kind: 'own' as const, facts: [], memory: { used: heapUsed, most: null }, commands: [] }
    },

    names: async () => {
      const list: { name: CacheName; count: number; isMasked: boolean }[] = []
      for (const name of cacheNames) {
        const count = name === 'parameters' ? parameterKeys.length : await queries.countKeys(db, name)
        list.push({ name, count, isMasked: maskedNames.includes(name) })
      }
      return { list }
    },

    keys: async ({ query: { name, search = '' } }) => {
      if (name !== 'parameters') return { list: await queries.listKeys(db, name, search) }
      const found = parameterKeys.filter((key) => key.toLowerCase().includes(search.toLowerCase()))
      return { list: found.map((key) => ({ key, about: '', expiresAt: null })) }
    },

    value: async ({ query: { name, key } }) => {
      if (name === 'parameters') {
        const found = findParameter(key)
        if (!found) throw new AppError('notFound')
        const isMasked = isSecretParameter(found)
        return { content: isMasked ? secretMask : parameters.text(found), isMasked }
      }
      const content = await queries.findContent(db, name, key)
      if (content === undefined) throw new AppError('notFound')
      const isMasked = maskedNames.includes(name)
      return { content: isMasked ? secretMask : content, isMasked }
    },

    clear: async ({ body: { name, key }, caller }) => {
      if (name === 'parameters') {
        await parameters.load()
        await changes.parameters()
        return null
      }
      if (name === 'sessions') {
        const ids = await queries.sessionIds(db, key, caller.sessionId)
        if (key !== undefined && ids.length === 0) throw new AppError('notFound')
        await changes.endSessions(ids)
        return null
      }
      const gone = await queries.removeKeys(db, name, key)
      if (key !== undefined && gone === 0) throw new AppError('notFound')
      return null
    },
  })
}
