import { z } from 'zod'
import { Refused } from './device-socket.ts'
import { DeviceId } from './ids.ts'
import { CanvasAction, Ping, Pong, PressKey, TypeText } from './screen-action.ts'

/**
 * /ws/wall: the screens of many phones over one socket, and the control of a group of them; token and Origin as on the
 * device socket. Binary frames from the server are batches of pictures (wall-batch.ts).
 */
export const wallSocketPath = '/ws/wall'

export const maxWallPhones = 1000
export const maxGroupPhones = 500

/** Pixels that a tile is wide: its pictures are no wider where nobody else wants them wider. */
export const wallWidths = { least: 60, most: 720 } as const

const groupIds = z.array(DeviceId).min(1).max(maxGroupPhones)

export const GroupInput = z.discriminatedUnion('action', [CanvasAction, TypeText, PressKey])
export type GroupInput = z.output<typeof GroupInput>

/** What the page sends. */
export const WallRequest = z.discriminatedUnion('action', [
  /** Pictures of these phones from now on; replaces the earlier choice. Phones that the caller may not see stay away. */
  z.object({
    action: z.literal('watchPhones'),
    ids: z.array(DeviceId).max(maxWallPhones),
    width: z.int().min(wallWidths.least).max(wallWidths.most),
  }),
  /** The batch is on the page: the server keeps at most two unanswered. */
  z.object({ action: z.literal('batchDrawn'), batch: z.int().min(0) }),
  /** Takes control of these phones, and passes on to all what is done to the leader; ends an earlier group. */
  z.object({ action: z.literal('startGroup'), leader: DeviceId, followers: groupIds }),
  /** Another member leads from now on. */
  z.object({ action: z.literal('leadBy'), id: DeviceId }),
  z.object({ action: z.literal('pauseMembers'), ids: groupIds }),
  /** Members follow again, whatever they missed. */
  z.object({ action: z.literal('resumeMembers'), ids: groupIds }),
  /** Takes members from whoever controls them; needs takeControlPermission. */
  z.object({ action: z.literal('takeMembers'), ids: groupIds }),
  z.object({ action: z.literal('removeMembers'), ids: groupIds }),
  /** To all members that follow, or to one of them alone. Positions are fractions of each screen. */
  z.object({ action: z.literal('groupInput'), frame: GroupInput, only: DeviceId.optional() }),
  z.object({ action: z.literal('stopGroup') }),
  Ping,
  Pong,
])
export type WallRequest = z.output<typeof WallRequest>
/** As a page writes it. */
export type WallRequestInput = z.input<typeof WallRequest>

/**
 * follows: gets what the leader gets · paused: by hand, or because it missed something while it was away ·
 * turned: its screen lies another way than the leader's, so touches are kept from it · held: somebody else controls it ·
 * watchOnly: the caller may only look at it · offline · joining: control was asked for.
 */
export const MemberState = z.enum(['follows', 'paused', 'turned', 'held', 'watchOnly', 'offline', 'joining'])
export type MemberState = z.output<typeof MemberState>

export const GroupMember = z.object({
  id: DeviceId,
  deviceNo: z.string(),
  state: MemberState,
  /** Who controls it, of `held`. */
  by: z.string().optional(),
  /** Pixels of its screen as it lies now; missing until its first picture. */
  screen: z.object({ width: z.number(), height: z.number() }).optional(),
  /** Inputs that the others got since it last followed. */
  missed: z.number(),
})
export type GroupMember = z.output<typeof GroupMember>

/** What the page receives. */
export const WallEvent = z.discriminatedUnion('action', [
  /** Pictures a second that each phone is asked for: fewer where the page, the line or the site's limit allows no more. */
  z.object({ action: z.literal('wallRate'), perSecond: z.number() }),
  /** The group as it is now; null when there is none. */
  z.object({
    action: z.literal('groupState'),
    group: z
      .object({
        leader: DeviceId,
        members: z.array(GroupMember),
        /** Chosen phones that the caller may not see. */
        unseen: z.number(),
      })
      .nullable(),
  }),
  Refused,
  Ping,
  Pong,
])
export type WallEvent = z.output<typeof WallEvent>
export type WallGroup = NonNullable<Extract<WallEvent, { action: 'groupState' }>['group']>
