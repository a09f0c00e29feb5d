import { z } from 'zod'
import { pageCall } from './calls.ts'
import { pageQuery, periodShape, time } from './endpoint.ts'

/** Why callers were refused until later. Their texts are in the catalogues under `throttle.kind.<name>`. */
export const throttleKinds = [
  /** Calls per minute from an address, or too much of it waits already. */
  'tooManyRequests',
  /** Wrong keys, tokens and numbers of phones. */
  'tooManyGuesses',
  /** Wrong passwords. */
  'loginLocked',
  /** Wrong codes of a second factor. */
  'factorLocked',
  /** Wrong passwords for many accounts. */
  'passwordsSlowed',
  /** Calls per second of an owner's phones and programs. */
  'dataTooFast',
  /** More frames or bytes per second than a socket takes; the rest is dropped. */
  'socketTooFast',
  /** A body that came too slowly. */
  'slowBody',
  /** Callers without a valid session or token, or without the right; further refusals come later. */
  'turnedAway',
] as const
export type ThrottleKind = (typeof throttleKinds)[number]

/** How often one caller was refused until later in one hour, at one call and for one reason. */
export const Throttle = z.object({
  id: z.number(),
  kind: z.enum(throttleKinds),
  /** As in the contract, without values; empty for the sum of callers that were too many to name. */
  path: z.string(),
  ipaddr: z.string(),
  /** The signed-in user, or the owner of the phones; null if not known. */
  userName: z.string().nullable(),
  count: z.number(),
  firstAt: time,
  lastAt: time,
})
export type Throttle = z.output<typeof Throttle>

export const throttles = {
  list: pageCall('/system/monitor/throttle/list', {
    row: Throttle,
    query: pageQuery(
      {
        kind: z.enum(throttleKinds).optional(),
        ipaddr: z.string().max(128).optional(),
        userName: z.string().max(50).optional(),
        ...periodShape,
      },
      ['count', 'firstAt', 'lastAt'],
    ),
  }),
} as const
