import type { MessageKind } from '@fleetdeck/contract/alarms'
import type { Waiting } from './gather.queries.ts'

type Told = Exclude<MessageKind, 'test'>
export interface Due {
  kinds: Told[]
  /** How long updates are collected from now on, in seconds. */
  paceSeconds: number
}

/**
 * While updates keep coming, they are collected for longer and longer: however many phones go offline within a minute,
 * that makes three messages.
 */
const growth = 5
/** Updates this soon after a message belong to the same flood, in seconds. */
const calm = 60
/** Minimum distance of a repetition from any earlier message, in seconds. */
const apart = 60

/** The messages that are due for a user now. */
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
  // While the robot is unreachable, a repetition would only lengthen its queue.
  if (repeatAt <= now && !hasUnsent) kinds.push('repeated')
  const hasNews = kinds.some((kind) => kind !== 'repeated')
  return { kinds, paceSeconds: hasNews ? (isFlood ? grown : groupSeconds) : paceSeconds }
}
