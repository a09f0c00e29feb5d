import type { MessageKind } from '@fleetdeck/contract/alarms'
import type { Waiting } from './gather.queries.ts'

type Told = Exclude<MessageKind, 'test'>
export interface Due {
  kinds: Told[]
  /** How long news gather from now on, in seconds. */
  paceSeconds: number
}

/**
 * While news keep coming they gather longer and longer: however many phones drop, and over however long a minute, that
 * makes three messages.
 */
const growth = 5
/** News so soon after a message, in seconds, belong to the same flood. */
const calm = 60
/** A repetition keeps this distance from any message before it, in seconds. */
const apart = 60

/** Which messages a user is to get now. */
export function dueMessages(waiting: Waiting, groupSeconds: number, now: number): Due {
  const { frequency, paceSeconds, hasUnsent } = waiting
  const messagedAt = waiting.messagedAt?.getTime() ?? 0
  const firstNews = Math.min(...[waiting.openedAt, waiting.endedAt].flatMap((at) => at?.getTime() ?? []))
  const grown = Math.min(Math.max(paceSeconds, groupSeconds) * growth, Math.max(frequency, groupSeconds))
  const isFlood = messagedAt > 0 && firstNews < messagedAt + Math.max(grown, calm) * 1000
  const dueAt = Math.max(firstNews + groupSeconds * 1000, isFlood ? messagedAt + grown * 1000 : 0)
  const kinds: Told[] = []
  if (Number.isFinite(firstNews) && dueAt <= now) {
    if (waiting.openedAt) kinds.push('opened')
    if (waiting.endedAt) kinds.push('recovered')
  }
  const repeatAt = Math.max(
    (waiting.toldAt?.getTime() ?? Number.POSITIVE_INFINITY) + frequency * 1000,
    messagedAt + Math.min(frequency, apart) * 1000,
  )
  // While the robot cannot be reached, saying the same again only lengthens its queue.
  if (repeatAt <= now && !hasUnsent) kinds.push('repeated')
  const hasNews = kinds.some((kind) => kind !== 'repeated')
  return { kinds, paceSeconds: hasNews ? (isFlood ? grown : groupSeconds) : paceSeconds }
}
