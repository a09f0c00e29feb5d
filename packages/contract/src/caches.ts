import { z } from 'zod'
import { deviceCrud } from './crud.ts'
import { dataName } from './data-groups.ts'
import { idParam, pageQuery, time } from './endpoint.ts'
import { CacheId, UserId } from './ids.ts'

/** The type of a cache (device API: dataType). */
export const CacheType = { text: 1, set: 2, list: 3 } as const
export type CacheType = (typeof CacheType)[keyof typeof CacheType]
export const cacheType = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** Ten years, in seconds. */
export const longestExpiry = 315_360_000
const value = z
  .string()
  .max(1_500_000, 'cache.valueLength')
  .regex(/^[^\0]*$/, 'sharedData.nul')

export const CacheRow = z.object({
  id: CacheId,
  cacheKey: z.string(),
  dataType: cacheType,
  /** The text, or the lines of a set or list joined by line feeds; of a list only the first ones. */
  content: z.string(),
  /** Characters of a text, lines of a set or list. */
  size: z.number(),
  tenantId: UserId,
  userName: z.string(),
  /** Null: never expires. */
  expiresAt: time.nullable(),
  gmtModified: time,
})
export type CacheRow = z.output<typeof CacheRow>

export const CacheDraft = z.strictObject({
  cacheKey: dataName('cache.keyRequired', 'cache.keyLength', 200),
  dataType: cacheType.default(CacheType.text),
  content: value.min(1, 'cache.valueRequired'),
  /** Seconds from now; null never expires. Omitted when a cache is changed: its expiry stays. */
  expireTime: z
    .int('cache.expiryWrong')
    .min(1, 'cache.expiryWrong')
    .max(longestExpiry, 'cache.expiryWrong')
    .nullish(),
  /** Omitted: the caller. The owner never changes. */
  tenantId: UserId.optional(),
})

const filter = {
  cacheKey: z.string().max(200).optional(),
  dataType: cacheType.optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
}

export const caches = deviceCrud('/data/cache', {
  row: CacheRow,
  draft: CacheDraft,
  query: pageQuery(filter, ['id', 'cacheKey', 'expiresAt', 'userName', 'gmtModified']),
})
