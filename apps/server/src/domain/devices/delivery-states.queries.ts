import { deliveryStates } from '@fleetdeck/contract/delivery'
import { type SQL, sql } from 'drizzle-orm'

/** The place of a state on the way from queued to its end. */
export const stateRank = (state: SQL): SQL =>
  sql`array_position(${sql.raw(`array[${deliveryStates.map((name) => `'${name}'`).join(', ')}]`)}, ${state})`

/**
 * Of reports that arrived together, in columns `state` and `place`, the first in this order counts: the first end, or
 * the newest of the furthest state.
 */
export const reportOrder = sql`least(${stateRank(sql`state`)}, ${stateRank(sql`'succeeded'`)}) desc,
  case when ${stateRank(sql`state`)} < ${stateRank(sql`'succeeded'`)} then -place else place end`
