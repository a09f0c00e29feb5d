import { z } from 'zod'

/** Action types of spec §7. */
export const ScreenActionType = z.enum([
  'touchDown',
  'touchMove',
  'touchUp',
  'zoom_in',
  'zoom_out',
  'back',
  'home',
  'recent',
  'power',
  'lock',
  'unlock',
  /** Toggles between portrait and landscape. */
  'rotate',
])
export type ScreenActionType = z.infer<typeof ScreenActionType>

const fraction = z.number().min(0).max(1)
const ScreenPoint = z.object({ x: fraction, y: fraction })
export type ScreenPoint = z.output<typeof ScreenPoint>

/** `canvas_action` of spec §7; x and y are fractions of the phone's screen, from its upper left corner. */
export const CanvasAction = z.object({
  action: z.literal('canvas_action'),
  action_type: ScreenActionType,
  x: fraction.default(0),
  y: fraction.default(0),
  /** The finger stands for a mouse wheel; a phone that can turn a wheel where the finger touched does that instead. */
  wheel: z.literal(true).optional(),
  /**
   * Of a touch: where a second finger is. It is put down with the first touch that has it, follows, and is lifted with
   * the first finger, or by a move without it. Only phones that report `pinch` get it.
   */
  second: ScreenPoint.optional(),
})
export type CanvasAction = z.output<typeof CanvasAction>

/** Types a text at the phone's cursor, in any language. */
export const TypeText = z.object({ action: z.literal('typeText'), text: z.string().min(1).max(5000) })
export const PhoneKey = z.enum([
  'enter',
  'backspace',
  'delete',
  'tab',
  'left',
  'right',
  'up',
  'down',
  'volume_up',
  'volume_down',
  /** Pulls the panel of notifications down. */
  'notifications',
])
export type PhoneKey = z.output<typeof PhoneKey>
/** A key that is neither text nor a button of the panel. */
export const PressKey = z.object({ action: z.literal('pressKey'), key: PhoneKey })
/** As many as the report of a usual keyboard holds: eight modifiers and six others. */
export const mostHeldKeys = 14
/**
 * The keys that are held on the hardware keyboard that `setKeyboard` has plugged in, by `KeyboardEvent.code`; those that
 * were held before and are missing are released. Unknown ones are ignored.
 */
export const HoldKeys = z.object({
  action: z.literal('holdKeys'),
  keys: z.array(z.string().max(24)).max(mostHeldKeys),
})
export type HoldKeys = z.output<typeof HoldKeys>
export const SetClipboard = z.object({ action: z.literal('setClipboard'), text: z.string().max(100_000) })
/** Answered by `clipboard`, to the sender only. copies: what is selected on the phone is copied first, if it can. */
export const AskClipboard = z.object({
  action: z.literal('askClipboard'),
  copies: z.literal(true).optional(),
})
export const Clipboard = z.object({ action: z.literal('clipboard'), text: z.string().max(100_000) })

/** WebRTC: the phone's offer, the console's answer, candidates both ways. */
export const Offer = z.object({ action: z.literal('offer'), sdp: z.string().max(100_000) })
export const Answer = z.object({ action: z.literal('answer'), sdp: z.string().max(100_000) })
export const Candidate = z.object({
  action: z.literal('candidate'),
  candidate: z.object({
    candidate: z.string().max(2000),
    sdpMid: z.string().max(100).nullish(),
    sdpMLineIndex: z.number().int().nullish(),
    usernameFragment: z.string().max(300).nullish(),
  }),
})
export type Candidate = z.output<typeof Candidate>

/** A viewer of video hears the phone from now on, or no longer; sent after an offer with audio. Answered by `sound`. */
export const Listen = z.object({ action: z.literal('listen'), isOn: z.boolean() })
/** Why the sound of a phone is not heard. */
export const SoundFailure = z.enum([
  /** Its Android is older than 11. */
  'android',
  /** Android 11 only starts it while the phone is unlocked. */
  'locked',
  /** It needs scrcpy, which is not available. */
  'scrcpy',
  /** Android does not let its sound be captured. */
  'refused',
  /** For another reason, in the words of `msg`. */
  'failed',
])
export type SoundFailure = z.output<typeof SoundFailure>
/** Whether the phone sends this viewer its sound; also sent when it ends by itself. */
export const Sound = z.object({
  action: z.literal('sound'),
  isOn: z.boolean(),
  /** Set if it was wanted, and is not sent. */
  why: SoundFailure.optional().catch('failed'),
  /** In the words of the phone. */
  msg: z.string().max(500).optional(),
})
export type Sound = z.output<typeof Sound>

/**
 * Servers from which a peer connection learns its public address (stun:) or which relay it (turn:), as RTCIceServer.
 */
export const IceServer = z.object({
  urls: z.array(z.string().max(300)),
  username: z.string().max(200).optional(),
  credential: z.string().max(200).optional(),
})
export type IceServer = z.output<typeof IceServer>

/** During a measurement, the phone draws a time code into its frames (time-code.ts). */
export const Measure = z.object({ action: z.literal('measure'), isOn: z.boolean() })
/** Queries the phone's clock and its share of a frame's latency; answered by `timing`, with the same sentAt. */
export const AskTiming = z.object({ action: z.literal('askTiming'), sentAt: z.number() })
/** How a phone behind adb shows its screen, and why not in a better way. */
export const ScreenSource = z.object({
  /** scrcpy, screenrecord or screencap: the best comes first. */
  way: z.string().max(20),
  /** Of the way's program. */
  version: z.string().max(40).optional(),
  /** Better ways that failed when they were last tried, the best first. */
  lost: z
    .array(
      z.object({
        way: z.string().max(20),
        /**
         * version: of the program is not known, and `detail` is that version. file: the given file is not the program.
         * failed: in the words of `detail`.
         */
        why: z.enum(['version', 'file', 'failed']),
        detail: z.string().max(300),
      }),
    )
    .max(3),
})
export type ScreenSource = z.output<typeof ScreenSource>
export const Timing = z.object({
  action: z.literal('timing'),
  /** By the sender's clock. */
  sentAt: z.number(),
  /** By the phone's clock, ms since 1970. */
  now: z.number(),
  /** Milliseconds, the mean of the last frames; undefined while none is sent. */
  captureMs: z.number().min(0).optional(),
  encodeMs: z.number().min(0).optional(),
  /** Whether a chip of the phone encodes its screen, or a program; undefined if the phone does not know. */
  encoder: z.enum(['hardware', 'software']).optional().catch(undefined),
  source: ScreenSource.optional().catch(undefined),
})
export type Timing = z.output<typeof Timing>
/** Why this viewer gets no video; the viewer may join for frames instead. */
export const VideoFailed = z.object({ action: z.literal('videoFailed'), msg: z.string().max(500) })

export const Ping = z.object({ action: z.literal('ping') })
export const Pong = z.object({ action: z.literal('pong') })
