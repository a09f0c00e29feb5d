import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { z } from 'zod'

/** A call that was questioned (412) is sent again as confirmed. The dialects name the rows of a delete call in different places, and some delete only one. */
export function idsInput({ params, query, body }: Endpoint, ids: number[], confirmed = false): object {
  const [part, schema] = params ? ['params', params] : body ? ['body', body] : ['query', query]
  const isSingle = schema instanceof z.ZodObject && !('ids' in schema.shape)
  const input = isSingle ? { id: ids[0] } : { ids }
  return { [String(part)]: confirmed ? { ...input, confirmed: '1' } : input }
}
