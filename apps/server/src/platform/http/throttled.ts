import type { UserId } from '@fleetdeck/contract/ids'
import { type ThrottleKind, throttleKinds } from '@fleetdeck/contract/throttles'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { actorOf } from '../core/caller.ts'

/** A caller that was refused until later. */
export interface Throttled {
  kind: ThrottleKind
  /** Of the call, as in the contract. */
  path: string
  ip: string
  /** The signed-in user, or the owner of the phones; 0 if not known. */
  userId: UserId | 0
}

/** A throttled caller gets, in the text and as Retry-After, the number of seconds until the next try. */
interface Answered extends Throttled {
  seconds: number
}

const isKind = (name: string): name is ThrottleKind => throttleKinds.some((kind) => kind === name)

/** Undefined for any other refusal. */
export function throttledBy(error: unknown, request: FastifyRequest): Answered | undefined {
  if (!(error instanceof AppError) || !isKind(error.errorName)) return undefined
  const { seconds, minutes } = error.values
  return {
    ...throttledAs(error.errorName, request, error.ownerId),
    seconds: Number(seconds) || Number(minutes) * 60,
  }
}

export const throttledAs = (
  kind: ThrottleKind,
  { routeOptions, ip, caller }: FastifyRequest,
  ownerId?: UserId,
): Throttled => ({
  kind,
  path: routeOptions.config.endpoint?.path ?? routeOptions.url ?? '',
  ip,
  userId: (caller && actorOf(caller).userId) ?? ownerId ?? 0,
})
