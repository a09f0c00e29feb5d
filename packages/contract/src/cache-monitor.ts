import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

/** The program's temporary stores. */
export const cacheNames = ['sessions', 'captchas', 'loginFailures', 'parameters', 'temporary'] as const
export type CacheName = (typeof cacheNames)[number]
const name = z.enum(cacheNames)
const key = z.string().min(1).max(300)

export const CacheInfo = z.object({
  /** `own` is this program's memory and database. */
  kind: z.enum(['redis', 'own']),
  /** Names and values of Redis; empty without Redis. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Bytes; `most` is null without a limit. */
  memory: z.object({ used: z.number(), most: z.number().nullable() }),
  /** Calls by kind, the most frequent first. */
  commands: z.array(z.object({ name: z.string(), count: z.number() })),
})
export type CacheInfo = z.output<typeof CacheInfo>

/** Maximum keys per answer; others are found by prefix. */
export const maxCacheKeys = 500

export const cacheMonitor = {
  info: {
    method: 'GET',
    path: '/system/monitor/cache/info',
    permission: 'system/monitor/cache/list',
    data: CacheInfo,
  },
  names: {
    method: 'GET',
    path: '/system/monitor/cache/names',
    permission: 'system/monitor/cache/list',
    data: z.object({ list: z.array(z.object({ name, count: z.number(), isMasked: z.boolean() })) }),
  },
  keys: {
    method: 'GET',
    path: '/system/monitor/cache/keys',
    permission: 'system/monitor/cache/list',
    query: z.strictObject({ name, search: z.string().max(100).optional() }),
    data: z.object({
      list: z.array(z.object({ key: z.string(), about: z.string(), expiresAt: time.nullable() })),
    }),
  },
  /** Masked if secret. */
  value: {
    method: 'GET',
    path: '/system/monitor/cache/value',
    permission: 'system/monitor/cache/list',
    query: z.strictObject({ name, key }),
    data: z.object({ content: z.string(), isMasked: z.boolean() }),
  },
  /** One key, or all of a name. Users of cleared sessions must sign in again; the caller's own session stays. */
  clear: {
    method: 'DELETE',
    path: '/system/cache/clear',
    permission: 'system/cache/clear',
    body: z.strictObject({ name, key: key.optional() }),
    data: done,
    log: OperationType.clear,
  },
} as const
