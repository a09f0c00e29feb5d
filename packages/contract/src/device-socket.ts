import { z } from 'zod'
import { AskTool, SystemLog, ToolReply } from './phone-tools.ts'
import { RecordingEnd, RecordingMark } from './recording-marks.ts'
import {
  Answer,
  AskClipboard,
  AskTiming,
  Candidate,
  CanvasAction,
  Clipboard,
  HoldKeys,
  IceServer,
  Listen,
  Measure,
  Offer,
  Ping,
  Pong,
  PressKey,
  SetClipboard,
  Sound,
  Timing,
  TypeText,
  VideoFailed,
} from './screen-action.ts'

/**
 * The console's socket to one phone: /rapi/ws/device?deviceNo=…&type=client (spec §7).
 * Optional clientId=…: up to 64 letters, digits, - and _, random, and the same after each reconnect of one client: its
 * new socket takes over the seat of its old one, with control of the phone, before the old one is known to be closed.
 * The session token travels as the sub-protocol `token.<token>` next to `fleetdeck.v1`; Origin is checked.
 * Text messages are JSON as below; binary messages from the server are frames (screen-frame.ts).
 */
export const browserProtocol = 'fleetdeck.v1'
export const tokenProtocolPrefix = 'token.'

/** Seconds between two pings of the console; a missing or closing socket is reopened at the same interval (spec §4). */
export const socketCheckSeconds = 2

/** Why a socket was closed: this program's WebSocket close codes. */
export const CloseCode = {
  serverStops: 1001,
  malformedFrame: 4000,
  wrongVersion: 4001,
  unauthorized: 4401,
  forbidden: 4403,
  notFound: 4404,
  replaced: 4409,
  tooSlow: 4408,
  /** Another phone with this identity is connected; the reason says where, as `computer · adb's name`. */
  identityTaken: 4410,
  /** Screens are not shown while the console is seen as somebody else. */
  readOnlyView: 4423,
  /** The session has too many sockets. */
  tooMany: 4429,
  /** The phone connects again immediately: another server may have more room for it. */
  moved: 4307,
} as const

export const ScreenSetting = z.record(z.string().max(40), z.string().max(40))

/** The messages that the browser sends. */
export const ClientFrame = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('joinRoom'),
    /**
     * Device settings (spec §3) for this room; missing ones are the device's own. screen_mode applies to each viewer:
     * some may see video while others see frames.
     */
    screenSetting: ScreenSetting.default({}),
    /** Watches without ever getting control. */
    watches: z.boolean().default(false),
    /** Takes an offer of video with audio, which stays silent until `listen`. */
    sound: z.literal(true).optional(),
  }),
  z.object({ action: z.literal('exitRoom') }),
  z.object({ action: z.literal('releaseScreenPermission') }),
  CanvasAction,
  TypeText,
  PressKey,
  HoldKeys,
  SetClipboard,
  AskClipboard,
  /** Answered by `toolReply`. */
  AskTool,
  /** Requests control from the controller; a free phone is taken immediately. */
  z.object({ action: z.literal('askControl') }),
  /** The controller's answer to a request, by the id of roomState. */
  z.object({ action: z.literal('grantControl'), viewer: z.string().max(64), isGranted: z.boolean() }),
  /** Takes control from the current controller; needs takeControlPermission. */
  z.object({ action: z.literal('takeControl') }),
  Answer,
  Candidate,
  Listen,
  /** Restarts need rebootPermission. */
  z.object({ action: z.literal('rebootEC') }),
  z.object({ action: z.literal('rebootPhone') }),
  /** The frame with this sequence has been drawn: the server keeps two unacknowledged, or six small ones. */
  z.object({ action: z.literal('frameDrawn'), sequence: z.number().int().min(0) }),
  Measure,
  AskTiming,
  Ping,
  Pong,
])
export type ClientFrame = z.output<typeof ClientFrame>

export const takeControlPermission = 'device/deviceList/takeControl'
/** Without it the devices in the caller's scope can only be watched. */
export const controlPermission = 'device/deviceList/control'

/** A frame of the browser was refused; the socket stays open. */
export const Refused = z.object({
  action: z.literal('refused'),
  msg: z.string(),
  /** Frames above the rate were dropped: frames that still matter have to be sent again. */
  dropped: z.literal(true).optional(),
})
export type Refused = z.output<typeof Refused>

export const RoomState = z.object({
  action: z.literal('roomState'),
  /** The controller; null without one. */
  controller: z.string().nullable(),
  /** Whether it is this socket. */
  youControl: z.boolean(),
  /** Names of all viewers, including the controller. */
  viewers: z.array(z.string()),
  /** Pending requests for control. */
  asking: z.array(z.object({ viewer: z.string(), name: z.string() })),
  /** Whether this socket requested control. */
  youAsk: z.boolean(),
  /** Set during a recording. */
  recording: RecordingMark.nullable(),
  /** This socket may watch, and never gets control. */
  watches: z.boolean().optional(),
  /** Of the phone's server, if that is not the region of this one. */
  region: z.string().optional(),
})

/** The messages that the browser receives. */
export const ClientEvent = z.discriminatedUnion('action', [
  /** code 0 joined; 1 refused with a text, shown as device number plus msg (spec §8). */
  z.object({
    action: z.literal('joinRoomResp'),
    code: z.number(),
    msg: z.string(),
    /** For the peer connection that answers the phone's offer. */
    iceServers: z.array(IceServer).optional(),
  }),
  RoomState,
  /** The phone connected or disconnected; msg: what happens next, in the page's language. */
  z.object({ action: z.literal('deviceState'), online: z.boolean(), msg: z.string().optional() }),
  /** The screen stopped without a request of this viewer: the phone disconnected, or another user took control. */
  z.object({ action: z.literal('screenStopped'), msg: z.string() }),
  /** A command such as rebootPhone was forwarded (0) or refused (1). */
  z.object({ action: z.literal('commandResp'), command: z.string(), code: z.number(), msg: z.string() }),
  Clipboard,
  /** msg: why the phone did not do it, in the page's language. */
  ToolReply.omit({ failure: true }).extend({ msg: z.string().optional() }),
  SystemLog,
  /** A recording of this phone has ended, and why, in the page's language. */
  RecordingEnd.extend({ action: z.literal('recordingEnded'), msg: z.string() }),
  Refused,
  Offer,
  Candidate,
  VideoFailed,
  Sound,
  Timing,
  Ping,
  Pong,
])
export type ClientEvent = z.output<typeof ClientEvent>
