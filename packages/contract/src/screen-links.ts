import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, idParam, idsOf, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, ScreenLinkId, ScreenVisitId } from './ids.ts'

/** Open links of one creator, and of one phone. */
export const maxLinksOfUser = 200
export const maxLinksOfDevice = 20
/** Sites in which one link may be embedded. */
export const maxLinkOrigins = 10
/** Guests who use one link at the same time, and visits that are stored of one link. */
export const maxVisitsAtOnce = 5
export const maxVisitsOfLink = 1000
/** Seconds without a connection after which a visit has ended. */
export const visitSilence = 30

/** Prefix of the token of a visit: distinguishes it from session tokens and identifies leaked tokens. */
export const visitTokenMark = 'fdv_'

/**
 * creator: its creator was disabled, removed, or may no longer show the phone · device: the phone was deleted,
 * unassigned or moved to another owner.
 */
export const LinkState = z.enum(['open', 'expired', 'revoked', 'creator', 'device'])
export type LinkState = z.output<typeof LinkState>

/** left: the guest closed the page, or the connection was lost; the others are states of the link. */
export const VisitEnding = z.enum(['left', 'expired', 'revoked', 'creator', 'device'])
export type VisitEnding = z.output<typeof VisitEnding>

export const ScreenLink = z.object({
  id: ScreenLinkId,
  /** The phone's number when the link was created. */
  deviceNo: z.string(),
  /** Otherwise guests only watch. */
  mayControl: z.boolean(),
  note: z.string(),
  /** Sites, such as `https://shop.example`, whose pages may embed the screen. */
  origins: z.array(z.string()),
  creatorName: z.string(),
  state: LinkState,
  createdAt: time,
  expiresAt: time,
  endedAt: time.nullable(),
  /** The user who revoked it. */
  endedByName: z.string().nullable(),
  visits: z.number(),
  /** Guests who use it now. */
  guests: z.number(),
  lastVisitAt: time.nullable(),
})
export type ScreenLink = z.output<typeof ScreenLink>

/** Scheme, host and port as browsers name them: such texts get into a content policy. */
const originPattern = /^https?:\/\/([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?$/
/** The origin of an address of a site; undefined unless it is one. */
export function originOf(address: string): string | undefined {
  const parsed = URL.parse(address.includes('://') ? address : `https://${address}`)
  // Written in full, it has no path, no question and no account.
  if (parsed?.href !== `${parsed?.origin}/`) return undefined
  return originPattern.test(parsed.origin) ? parsed.origin : undefined
}
const origin = z
  .string()
  .trim()
  .max(200, 'screenLink.originWrong')
  .refine((address) => originOf(address) !== undefined, 'screenLink.originWrong')
  .transform((address) => originOf(address) ?? '')

export const ScreenLinkDraft = z.strictObject({
  deviceId: DeviceId,
  mayControl: z.boolean().default(false),
  /** Whom the link is for; guests do not see it. */
  note: z.string().trim().max(100, 'screenLink.noteLength').default(''),
  /** Addresses of sites; without a scheme: https. Without any, the screen cannot be embedded. */
  origins: z
    .array(origin)
    .max(maxLinkOrigins, 'screenLink.originsTooMany')
    .transform((list) => [...new Set(list)])
    .default([]),
  expiresAt: timeInput,
})

/** A guest's use of a link. */
export const ScreenVisit = z.object({
  id: ScreenVisitId,
  guestName: z.string(),
  ip: z.string(),
  location: z.string(),
  /** Common names of browser and system; empty when unknown. */
  browser: z.string(),
  os: z.string(),
  beganAt: time,
  /** Null while it lasts. */
  endedAt: time.nullable(),
  ending: VisitEnding.nullable(),
  /** Gestures, keys and texts that the phone got. */
  touches: z.number(),
  keys: z.number(),
  texts: z.number(),
})
export type ScreenVisit = z.output<typeof ScreenVisit>

const base = '/device/screenLink'
export const screenLinkPermission = `${base.slice(1)}/list`
const linkId = z.int().positive().brand<'ScreenLinkId'>()

/** Links with which people without an account see the screen of one phone. */
export const screenLinks = {
  list: pageCall(`${base}/list`, {
    row: ScreenLink,
    query: pageQuery(
      {
        deviceNo: z.string().max(64).optional(),
        note: z.string().max(100).optional(),
        state: LinkState.optional(),
        tenantId: idParam.brand<'UserId'>().optional(),
      },
      ['id', 'deviceNo', 'note', 'creatorName', 'createdAt', 'expiresAt', 'visits', 'lastVisitAt'],
    ),
  }),
  /** Newest first. */
  visits: pageCall(`${base}/visits`, {
    row: ScreenVisit,
    query: pageQuery({ id: idParam.brand<'ScreenLinkId'>() }),
    permission: screenLinkPermission,
  }),
  /** The longest time that a link may last, in days. */
  limits: {
    method: 'GET',
    path: `${base}/limits`,
    permission: screenLinkPermission,
    data: z.object({ maxDays: z.number() }),
  },
  /**
   * Returns the token only here. The address of the page for guests is `/guest/` with publicId, `#` and token, below the
   * server's public address; empty: the address of the console.
   */
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: `${base.slice(1)}/add`,
    body: ScreenLinkDraft,
    data: z.object({
      id: ScreenLinkId,
      deviceNo: z.string(),
      publicId: z.string(),
      token: z.string(),
      address: z.string(),
    }),
    proof: true,
    log: OperationType.grant,
  },
  /** Moves the expiry of a link that is open. */
  extend: {
    method: 'POST',
    path: `${base}/extend`,
    permission: `${base.slice(1)}/extend`,
    body: z.strictObject({ id: linkId, expiresAt: timeInput }),
    data: done,
    log: OperationType.edit,
  },
  /** Ends links and the visits of their guests. */
  revoke: {
    method: 'POST',
    path: `${base}/revoke`,
    permission: `${base.slice(1)}/revoke`,
    body: z.strictObject({ ids: idsOf<ScreenLinkId>() }),
    data: done,
    log: OperationType.remove,
  },
} as const

/** The part of a guest's address that follows `guestPagePath`, and the part after `#`. */
const key = {
  publicId: z.string().regex(/^[\w-]{1,64}$/, 'screenLink.unknown'),
  token: z.string().regex(/^[\w-]{1,200}$/, 'screenLink.unknown'),
}

/** The calls of guests, who have no session. */
export const guestScreens = {
  /** What the link is for. */
  look: {
    method: 'POST',
    path: '/guest/link',
    permission: 'public',
    body: z.strictObject(key),
    data: z.object({
      state: LinkState,
      deviceNo: z.string(),
      mayControl: z.boolean(),
      expiresAt: time,
      /** Both only while the link is open. */
      isOnline: z.boolean(),
      /** Somebody has reserved the phone: guests only watch. */
      isReserved: z.boolean(),
    }),
    perMinute: 120,
    isRead: true,
  },
  /** Begins a visit: its token opens the socket of the phone's screen, as a session's does. */
  begin: {
    method: 'POST',
    path: '/guest/visit',
    permission: 'public',
    body: z.strictObject({
      ...key,
      name: z.string().trim().min(1, 'screenLink.nameRequired').max(30, 'screenLink.nameLength'),
    }),
    data: z.object({ token: z.string(), deviceNo: z.string() }),
    perMinute: 120,
  },
  /** Ends it; visits without a connection end by themselves after `visitSilence`. */
  leave: {
    method: 'POST',
    path: '/guest/leave',
    permission: 'public',
    body: z.strictObject({ token: key.token }),
    data: done,
    perMinute: 60,
  },
} as const
