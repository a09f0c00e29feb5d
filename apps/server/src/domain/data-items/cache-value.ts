import { CacheType } from '@fleetdeck/contract/caches'
import { AppError } from '../../platform/core/app-error.ts'
import type { CacheValue } from './caches.queries.ts'

/** The stored form of a value; a set or list is given as an array, or as a text of lines. */
export function toCacheValue(
  { dataType, content }: { dataType: number; content: string | string[] },
  maxBytes: number,
): CacheValue {
  const text = Array.isArray(content) ? content.join('\n') : content
  if (Buffer.byteLength(text) > maxBytes)
    throw new AppError('dataTooLong', { kilobytes: Math.floor(maxBytes / 1024) })
  if (dataType === CacheType.text) return { dataType: CacheType.text, content: text, lines: [] }
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  return dataType === CacheType.set
    ? { dataType: CacheType.set, content: '', lines: [...new Set(lines)] }
    : { dataType: CacheType.list, content: '', lines }
}
