import { z } from 'zod'
import { Refused } from './device-socket.ts'
import { DeviceId, deviceIds, RecordingId } from './ids.ts'
import { GroupTool, PhoneApp } from './phone-tools.ts'
import { RecordingMark } from './recording-marks.ts'
import { replaySpeeds } from './recordings.ts'
import {
  AskClipboard,
  CanvasAction,
  Clipboard,
  Ping,
  Pong,
  PressKey,
  SetClipboard,
  TypeText,
} from './screen-action.ts'

/**
 * /ws/wall: the screens of many phones over one socket, and the control of a group of them; token and Origin as on the
 * device socket. Binary messages from the server are batches of frames (wall-batch.ts).
 */
export const wallSocketPath = '/ws/wall'

export const maxWallPhones = 1000
export const maxGroupPhones = 500
/** Longest delay of a follower, ms. */
export const maxSpreadMs = 10_000
/** Missed steps of a member that can be repeated, and lines of its log. */
export const maxMissedSteps = 50
export const maxLogLines = 200
/** Steps of a recording that a group replays. */
export const maxReplaySteps = 5000

/** Width of a tile in pixels: its frames are no wider, unless another viewer needs wider ones. */
export const wallWidths = { least: 60, most: 720 } as const

const groupIds = deviceIds({ least: 1, most: maxGroupPhones })

export const GroupInput = z.discriminatedUnion('action', [CanvasAction, TypeText, PressKey, SetClipboard])
export type GroupInput = z.output<typeof GroupInput>

/** The messages that the page sends. */
export const WallRequest = z.discriminatedUnion('action', [
  /**
   * Subscribes to frames of these phones; replaces the earlier choice. Phones that the caller may not see are
   * ignored.
   */
  z.object({
    action: z.literal('watchPhones'),
    ids: deviceIds({ most: maxWallPhones }),
    width: z.int().min(wallWidths.least).max(wallWidths.most),
  }),
  /** The batch has been drawn: the server keeps at most two unacknowledged. */
  z.object({ action: z.literal('batchDrawn'), batch: z.int().min(0) }),
  /** Takes control of these phones, and forwards input on the leader to all; ends an earlier group. */
  z.object({ action: z.literal('startGroup'), leader: DeviceId, followers: groupIds }),
  /** Another member leads from now on. */
  z.object({ action: z.literal('leadBy'), id: DeviceId }),
  z.object({ action: z.literal('pauseMembers'), ids: groupIds }),
  /** Members follow again, whatever they missed. */
  z.object({ action: z.literal('resumeMembers'), ids: groupIds }),
  /** Takes members from their current controllers; needs takeControlPermission. */
  z.object({ action: z.literal('takeMembers'), ids: groupIds }),
  z.object({ action: z.literal('removeMembers'), ids: groupIds }),
  /** Takes control of further phones for the group; answered by `membersAdded`. */
  z.object({ action: z.literal('addMembers'), ids: groupIds }),
  /** Members get the steps that they missed, one after the other, and then follow again. */
  z.object({ action: z.literal('repeatMissed'), ids: groupIds }),
  /** Subscribes to the log of this member; null ends it. */
  z.object({ action: z.literal('watchGroupLog'), id: DeviceId.nullable() }),
  /** To all following members, or to one of them. Positions are fractions of each screen. */
  z.object({ action: z.literal('groupInput'), frame: GroupInput, only: DeviceId.optional() }),
  /** Types on each of these members a text of its own; answered by `textsTyped`. */
  z.object({
    action: z.literal('typeTexts'),
    texts: z
      .array(z.object({ id: DeviceId, text: TypeText.shape.text }))
      .min(1)
      .max(maxGroupPhones),
  }),
  /** A tool of each of these members; answered by `toolResults`, more than once. `id`: chosen by the page. */
  z.object({
    action: z.literal('groupTool'),
    id: z.string().min(1).max(64),
    ids: groupIds,
    request: GroupTool,
  }),
  /** The apps of the leader; answered by `leaderApps`. */
  z.object({ action: z.literal('askApps') }),
  /** Of the leader, or of another member; answered by `clipboard`. */
  AskClipboard.extend({ only: DeviceId.optional() }),
  /** From now on each follower acts up to so many milliseconds after the leader, at random; 0: immediately. */
  z.object({ action: z.literal('spreadGroup'), spreadMs: z.int().min(0).max(maxSpreadMs) }),
  /**
   * Replays the inputs of a recording on all members that can be reached, with its timing; an earlier replay must have
   * ended. In the meantime inputs to all members are refused.
   */
  z.object({
    action: z.literal('startReplay'),
    recordingId: RecordingId,
    speed: z.literal(replaySpeeds).default(1),
  }),
  /** pause and resume: between two steps · stop: immediately · close: an ended replay is no longer reported. */
  z.object({ action: z.literal('steerReplay'), to: z.enum(['pause', 'resume', 'stop', 'close']) }),
  /** Members get the steps of the replay that they lack, from the first one on, and then follow again. */
  z.object({ action: z.literal('continueReplay'), ids: groupIds }),
  z.object({ action: z.literal('stopGroup') }),
  Ping,
  Pong,
])
export type WallRequest = z.output<typeof WallRequest>
/** As a page writes it. */
export type WallRequestInput = z.input<typeof WallRequest>

/**
 * follows: gets the same input as the leader · paused: by the user, or because it missed input while offline · turned:
 * its orientation differs from the leader's, so it gets no touches · held: another user controls it · reserved: another
 * user has booked it · watchOnly: the caller may only watch it · offline · joining: control was requested.
 */
export const MemberState = z.enum([
  'follows',
  'paused',
  'turned',
  'held',
  'reserved',
  'watchOnly',
  'offline',
  'joining',
])
export type MemberState = z.output<typeof MemberState>

export const GroupMember = z.object({
  id: DeviceId,
  deviceNo: z.string(),
  state: MemberState,
  /** The controller, for `held`. */
  by: z.string().optional(),
  /** Pixels of its screen in the current rotation; undefined until its first frame. */
  screen: z.object({ width: z.number(), height: z.number() }).optional(),
  /** Inputs that the others got since it last followed. */
  missed: z.number(),
  /** All of them can be repeated now: the newest `maxMissedSteps` are kept. */
  canRepeat: z.boolean(),
  /** It gets them at present. */
  isRepeating: z.boolean(),
  /** While it is recorded. */
  recording: RecordingMark.optional(),
})
export type GroupMember = z.output<typeof GroupMember>

/**
 * unseen: outside the caller's data scope · watchOnly · reserved · offline: as in `MemberState` · otherGroup: another
 * wall controls it in a group · full: the group has `maxGroupPhones`.
 */
export const AddRefusal = z.object({
  id: DeviceId,
  /** Null for `unseen`. */
  deviceNo: z.string().nullable(),
  why: z.enum(['unseen', 'watchOnly', 'reserved', 'offline', 'otherGroup', 'full']),
  /** The user who controls it, for `otherGroup`. */
  by: z.string().optional(),
})
export type AddRefusal = z.output<typeof AddRefusal>

const place = z.array(z.number()).length(2)

const toolNames = [
  'launchApp',
  'stopApp',
  'setDisplay',
  'setPosition',
  'setLanguage',
] as const satisfies readonly GroupTool['tool'][]

/** The action, without the text that was typed. Positions, x and y, are fractions of the screen. */
export const GroupStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('touch'),
    from: place,
    to: place,
    /** A second finger moved with it. */
    fingers: z.literal(2).optional(),
  }),
  z.object({ kind: z.literal('key'), key: z.string() }),
  z.object({ kind: z.enum(['text', 'clipboard']), characters: z.number() }),
  z.object({ kind: z.literal('tool'), tool: z.enum(toolNames) }),
])
export type GroupStep = z.output<typeof GroupStep>

/**
 * sent · cut: the finger was lifted early, because the member was paused or lost · missed · repeated: missed before,
 * and sent later · replayed: from a recording · failed: the phone could not do it.
 */
export const GroupLogLine = z.object({
  /** ms since 1970, by the server's clock. */
  at: z.number(),
  /** The user who controlled the group. */
  by: z.string(),
  what: GroupStep,
  result: z.enum(['sent', 'cut', 'missed', 'repeated', 'replayed', 'failed']),
  /** The member's state, for `missed`. */
  why: MemberState.optional(),
})
export type GroupLogLine = z.output<typeof GroupLogLine>

/** playing · done: it got all steps · lacks: it got none after the first `done` ones. */
export const ReplayMember = z.object({
  id: DeviceId,
  done: z.number(),
  status: z.enum(['playing', 'done', 'lacks']),
  /** Why it lacks steps: its state at that time, or that the user stopped the replay. */
  why: z.enum([...MemberState.options, 'stopped']).optional(),
})
export type ReplayMember = z.output<typeof ReplayMember>

/** A recording that is replayed on a group, or was. */
export const GroupReplay = z.object({
  recordingId: RecordingId,
  /** Number of the recorded device. */
  deviceNo: z.string(),
  speed: z.number(),
  /** ended: no member gets steps any more. */
  state: z.enum(['playing', 'paused', 'ended']),
  /** It was paused because the leader could not be reached. */
  isLeaderAway: z.boolean(),
  /** Gestures, keys and texts. */
  steps: z.number(),
  /** Texts that were not stored: nothing is typed instead. */
  skipped: z.number(),
  members: z.array(ReplayMember),
})
export type GroupReplay = z.output<typeof GroupReplay>

/** All but the id are null for a tile with live frames, or without any, whose phone nobody controls. */
export const TileNote = z.object({
  id: DeviceId,
  /** The phone is offline, and showed the tile's frame until so many milliseconds ago. */
  keptMs: z.number().nullable(),
  /** Why the phone cannot show its screen, in its own words; empty if it gives no reason. */
  failure: z.string().nullable(),
  /** Another user who controls the phone, or this one in another window. */
  controller: z.string().nullable(),
})
export type TileNote = z.output<typeof TileNote>

/** The messages that the page receives. */
export const WallEvent = z.discriminatedUnion('action', [
  /** Frames per second requested from each phone: fewer when the page, the line or the site's limit requires it. */
  z.object({ action: z.literal('wallRate'), perSecond: z.number() }),
  /** The current group; null when there is none. */
  z.object({
    action: z.literal('groupState'),
    group: z
      .object({
        leader: DeviceId,
        members: z.array(GroupMember),
        /** Selected phones that the caller may not see. */
        unseen: z.number(),
        spreadMs: z.number(),
      })
      .nullable(),
  }),
  /** At most twice a second; null when none is reported any more. */
  z.object({ action: z.literal('replayState'), replay: GroupReplay.nullable() }),
  /** The result of `addMembers`. */
  z.object({ action: z.literal('membersAdded'), ids: z.array(DeviceId), refused: z.array(AddRefusal) }),
  /** The log of a member, oldest line first; again after each step. */
  z.object({ action: z.literal('groupLog'), id: DeviceId, lines: z.array(GroupLogLine) }),
  /** Tiles that began or ceased to show something else than their phone's present screen. */
  z.object({ action: z.literal('tileNotes'), tiles: z.array(TileNote) }),
  /** The members to which their texts of `typeTexts` were sent. */
  z.object({ action: z.literal('textsTyped'), ids: z.array(DeviceId) }),
  /** What became of a tool on some members: `why` it was not asked, or `msg` why it could not; null where it did. */
  z.object({
    action: z.literal('toolResults'),
    id: z.string(),
    results: z.array(z.object({ id: DeviceId, why: MemberState.nullable(), msg: z.string().nullable() })),
  }),
  /** `id`: the leader. `msg`: why it could not list them. */
  z.object({
    action: z.literal('leaderApps'),
    id: DeviceId,
    apps: z.array(PhoneApp),
    msg: z.string().nullable(),
  }),
  Clipboard,
  Refused,
  Ping,
  Pong,
])
export type WallEvent = z.output<typeof WallEvent>
export type WallGroup = NonNullable<Extract<WallEvent, { action: 'groupState' }>['group']>
