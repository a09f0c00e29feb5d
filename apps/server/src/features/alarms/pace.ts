import type { MessageKind } from '@fleetdeck/contract/alarms'
import type { Waiting } from './pending-alarms.queries.ts'

type QueuedKind = Exclude<MessageKind, 'test'>
export interface DueMessages {
  kinds: QueuedKind[]
  /** How long updates are collected from now on, in seconds. */
  paceSeconds: number
}

/**
 * While updates keep coming, they are collected for longer and longer: however many phones go offline within a minute,
 * that makes three messages.
 */
const growth = 5
/** Updates this soon after a message belong to the same flood, in seconds. */
const floodSeconds = 60
/** Minimum distance of a repetition from any earlier message, in seconds. */
const minDistance = 60

/** The messages that are due for a user now. */
export function dueMessages(waiting: Waiting, groupSeconds: number, now: number): DueMessages {
  const { frequency, paceSeconds, hasUnsent } = waiting
  // A time in the future, from a clock that was ahead, counts as long past, so that nothing waits for it.
  const past = (at: Date) => (at.getTime() > now ? 0 : at.getTime())
  const messagedAt = waiting.messagedAt ? past(waiting.messagedAt) : 0
  const firstUpdateAt = Math.min(...[waiting.openedAt, waiting.endedAt].flatMap((at) => (at ? past(at) : [])))
  const grown = Math.min(Math.max(paceSeconds, groupSeconds) * growth, Math.max(frequency, groupSeconds))
  const isFlood = messagedAt > 0 && firstUpdateAt < messagedAt + Math.max(grown, floodSeconds) * 1000
  const dueAt = Math.max(firstUpdateAt + groupSeconds * 1000, isFlood ? messagedAt + grown * 1000 : 0)
  const kinds: QueuedKind[] = []
  if (Number.isFinite(firstUpdateAt) && dueAt <= now) {
    if (waiting.openedAt) kinds.push('opened')
    if (waiting.endedAt) kinds.push('recovered')
  }
  const repeatAt = Math.max(
    (waiting.notifiedAt ? past(waiting.notifiedAt) : Number.POSITIVE_INFINITY) + frequency * 1000,
    messagedAt + Math.min(frequency, minDistance) * 1000,
  )
  // While the bot is unreachable, a repetition would only lengthen its queue.
  if (repeatAt <= now && !hasUnsent) kinds.push('repeated')
  const hasUpdates = kinds.some((kind) => kind !== 'repeated')
  return { kinds, paceSeconds: hasUpdates ? (isFlood ? grown : groupSeconds) : paceSeconds }
}
