import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { z } from 'zod'

/** The dialects name the rows of a delete call in different places, and some delete only one. */
export function idsInput({ params, query, body }: Endpoint, ids: number[]): object {
  const [part, schema] = params ? ['params', params] : body ? ['body', body] : ['query', query]
  const isSingle = schema instanceof z.ZodObject && !('ids' in schema.shape)
  return { [String(part)]: isSingle ? { id: ids[0] } : { ids } }
}
