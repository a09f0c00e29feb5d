import { z } from 'zod'
import { deviceRemoveCall, pageCall } from './calls.ts'
import { done, idParam, pageQuery, periodShape, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { RecordingId } from './ids.ts'
import { RecordingEnding } from './recording-marks.ts'
import { CanvasAction, PressKey, SetClipboard, TypeText } from './screen-action.ts'
import { ScriptParam } from './script-params.ts'

/** cut: it ended early; everything written until then can be played. */
export const RecordingState = z.enum(['recording', 'done', 'cut'])
export type RecordingState = z.output<typeof RecordingState>

export const Recording = z.object({
  id: RecordingId,
  /** Number and owner of the device when it was recorded. */
  deviceNo: z.string(),
  ownerName: z.string(),
  /** The user who started it; null when the user was deleted. */
  userName: z.string().nullable(),
  state: RecordingState,
  /** Null while it lasts. */
  ending: RecordingEnding.nullable(),
  startedAt: time,
  durationMs: z.number(),
  /** Bytes. */
  size: z.number(),
  pictures: z.number(),
  inputs: z.number(),
  /** Whether typed texts were stored, or only their lengths. */
  keepsTexts: z.boolean(),
})
export type Recording = z.output<typeof Recording>

/** An input sent to the phone. A text that is not stored is represented by its length. */
export const RecordedAction = z.discriminatedUnion('action', [
  CanvasAction,
  TypeText,
  PressKey,
  SetClipboard,
  z.object({ action: z.literal('hiddenText'), length: z.number() }),
])
export type RecordedAction = z.output<typeof RecordedAction>

const Moment = {
  /** ms since the start of the recording. */
  at: z.number(),
}
export const RecordedPicture = z.object({
  ...Moment,
  /** Offset and length of the JPEG in the recording's file; bytes. */
  from: z.number(),
  length: z.number(),
  /** Of the phone's screen in its rotation at that time. */
  screenWidth: z.number(),
  screenHeight: z.number(),
})
export type RecordedPicture = z.output<typeof RecordedPicture>
export const RecordedInput = z.object({ ...Moment, name: z.string(), frame: RecordedAction })
export type RecordedInput = z.output<typeof RecordedInput>
export const RecordedLine = z.object({ ...Moment, level: z.string(), msg: z.string() })
export type RecordedLine = z.output<typeof RecordedLine>

/** All records of a recording except the frames' bytes, in order. */
export const Timeline = z.object({
  durationMs: z.number(),
  pictures: z.array(RecordedPicture),
  inputs: z.array(RecordedInput),
  lines: z.array(RecordedLine),
  /** When the phone disconnected (false) and reconnected (true). */
  online: z.array(z.object({ ...Moment, isOnline: z.boolean() })),
})
export type Timeline = z.output<typeof Timeline>

export const replaySpeeds = [1, 2, 4] as const
export const ReplayProgress = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  deviceNo: z.string(),
  /** ms of the recording between its first and its last input. */
  total: z.number(),
  done: z.number(),
  sent: z.number(),
  /** Texts that were not stored: nothing was typed instead. */
  skipped: z.number(),
  /** Why it failed. */
  reason: z.string().nullable(),
})
export type ReplayProgress = z.output<typeof ReplayProgress>

/** Bytes per chunk of a recording's file. */
export const longestPiece = 4 * 1024 * 1024

const deviceNo = z.string().min(1, 'device.noRequired').max(64)
const oneId = z.strictObject({ id: idParam.brand<'RecordingId'>() })
const base = '/device/recording'
const permission = base.slice(1)
const replaying = `${permission}/replay`
const job = z.strictObject({ jobId: z.string().max(64) })
const at = z.int().min(0)

/** Recordings belong to the owner of the device at that time. */
export const recordings = {
  list: pageCall(`${base}/list`, {
    row: Recording,
    query: pageQuery(
      {
        deviceNo: z.string().max(64).optional(),
        userName: z.string().max(50).optional(),
        state: RecordingState.optional(),
        tenantId: idParam.brand<'UserId'>().optional(),
        ...periodShape,
      },
      ['id', 'deviceNo', 'startedAt', 'durationMs', 'size'],
    ),
  }),
  one: {
    method: 'GET',
    path: `${base}/one`,
    permission: `${permission}/list`,
    query: oneId,
    data: Recording,
  },
  /** Records a connected phone until it is stopped or the phone has no viewer any more. */
  start: {
    method: 'POST',
    path: `${base}/start`,
    permission: `${permission}/add`,
    body: z.strictObject({ deviceNo, keepsTexts: z.boolean().default(false) }),
    /** Null: the phone is not connected. */
    data: z.object({ id: RecordingId.nullable() }),
    log: OperationType.add,
  },
  /** A recording that has already ended stays unchanged. */
  stop: {
    method: 'POST',
    path: `${base}/stop`,
    permission: `${permission}/add`,
    body: z.strictObject({ id: RecordingId }),
    data: done,
    log: OperationType.edit,
  },
  remove: deviceRemoveCall(`${base}/delete`, { row: Recording }),
  timeline: {
    method: 'GET',
    path: `${base}/timeline`,
    permission: `${permission}/play`,
    query: oneId,
    data: Timeline,
  },
  /** The file's raw bytes from `from` up to but excluding `to`; refusals come in the envelope. */
  piece: {
    method: 'GET',
    path: `${base}/piece`,
    permission: `${permission}/play`,
    query: z
      .strictObject({ id: idParam.brand<'RecordingId'>(), from: at, to: at })
      .refine(({ from, to }) => to > from && to - from <= longestPiece, 'recording.pieceWrong'),
    media: 'application/octet-stream',
    data: z.unknown(),
  },
  /** The inputs as a task script for phones, with a parameter for each text that was not stored. */
  script: {
    method: 'GET',
    path: `${base}/script`,
    permission: `${permission}/script`,
    query: oneId,
    data: z.object({ text: z.string(), params: z.array(ScriptParam) }),
  },
  /** Replays the inputs on a phone without another controller, on the server; the user may leave the page. */
  replay: {
    method: 'POST',
    path: `${base}/replay`,
    permission: replaying,
    body: z.strictObject({
      id: RecordingId,
      deviceNo,
      speed: z.literal(replaySpeeds, 'recording.speedWrong').default(1),
    }),
    data: job,
    log: OperationType.other,
  },
  /** What a replay would repeat, and the recorded screen, in pixels of its rotation at that time. */
  replayPreview: {
    method: 'GET',
    path: `${base}/replayPreview`,
    permission: replaying,
    query: oneId,
    data: z.object({
      /** Gestures, keys and texts. */
      steps: z.number(),
      /** Texts that were not stored. */
      skipped: z.number(),
      /** ms between its first and its last input. */
      durationMs: z.number(),
      screen: z.object({ width: z.number(), height: z.number() }).nullable(),
    }),
  },
  replayProgress: {
    method: 'GET',
    path: `${base}/replayProgress`,
    permission: replaying,
    query: job,
    data: ReplayProgress,
  },
  replayCancel: {
    method: 'POST',
    path: `${base}/replayCancel`,
    permission: replaying,
    body: job,
    data: done,
  },
} as const
