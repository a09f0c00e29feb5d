import { z } from 'zod'
import { ScreenSetting } from './device-socket.ts'
import {
  Answer,
  AskClipboard,
  Candidate,
  CanvasAction,
  Clipboard,
  Offer,
  Ping,
  Pong,
  PressKey,
  SetClipboard,
  TypeText,
} from './screen-action.ts'

/**
 * A phone's one socket: /rapi/ws/device?type=device, with the header `Authorization: Bearer <device token>`.
 * Text frames are JSON as below; binary frames from the phone are pictures (screen-frame.ts).
 * Unknown fields are ignored both ways, so that older phones stay in the field.
 */
export const phoneSocketVersion = 1

/** Spec §3, device heartbeat message fields, and the facts of the phone that rarely change. */
export const Heartbeat = z.object({
  action: z.literal('heartbeat'),
  runMode: z.string().max(20).optional(),
  /** '1' normal, '0' not started. */
  serviceOk: z.enum(['0', '1']).optional(),
  /** Percent. */
  battery: z.number().min(0).max(100).optional(),
  /** '1' charging, '0' not. */
  isCharging: z.enum(['0', '1']).optional(),
  osVersion: z.string().max(40).optional(),
  apkVersion: z.string().max(40).optional(),
  /** °C. */
  batteryTemp: z.number().min(-100).max(200).optional(),
  brightness: z.number().min(0).max(100_000).optional(),
  /** Bytes. */
  sdCardSpace: z.number().min(0).optional(),
  /** Bytes. */
  sdCardLeftSpace: z.number().min(0).optional(),
  /** Bytes. */
  totalMemory: z.number().min(0).optional(),
  /** Bytes. */
  availMemory: z.number().min(0).optional(),
  /** ms since 1970 by the phone's clock. */
  reportTime: z.number().optional(),
  msg: z.string().max(500).optional(),
  taskName: z.string().max(200).optional(),
  /** Set while a task runs. */
  taskId: z.union([z.string(), z.number()]).optional(),
  /** Set while a command runs. */
  cmdSubId: z.union([z.string(), z.number()]).optional(),
})
export type Heartbeat = z.output<typeof Heartbeat>

export const LogLevel = z.enum(['debug', 'info', 'warn', 'error'])

/** What a phone sends. */
export const PhoneFrame = z.discriminatedUnion('action', [
  /** First frame; another version is closed with CloseCode.wrongVersion. */
  z.object({
    action: z.literal('register'),
    version: z.number().int(),
    brand: z.string().max(64).optional(),
    model: z.string().max(64).optional(),
    imei: z.string().max(64).optional(),
    /** Ids of commands and tasks that the phone holds. */
    heldIds: z.array(z.union([z.string(), z.number()])).default([]),
    /** Of the settings that the phone goes by; other ones are sent after `registered`. */
    settingsRevision: z.string().max(64).optional(),
  }),
  Heartbeat,
  z.object({
    action: z.literal('log'),
    level: LogLevel.default('info'),
    msg: z.string().max(8000),
    /** ms since 1970 by the phone's clock. */
    time: z.number(),
  }),
  /** The screen stream could not be started or broke off. */
  z.object({ action: z.literal('screenFailed'), msg: z.string().max(500) }),
  z.object({
    action: z.literal('commandState'),
    cmdSubId: z.union([z.string(), z.number()]),
    state: z.enum(['acknowledged', 'running', 'succeeded', 'failed']),
    msg: z.string().max(4000).default(''),
  }),
  /** The phone goes by the settings of this revision from now on. */
  z.object({ action: z.literal('settingsTaken'), revision: z.string().max(64) }),
  /** viewer: who asked for it. */
  Clipboard.extend({ viewer: z.string() }),
  /** viewer: whom it is for; every viewer has a peer connection of his own. */
  Offer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  Ping,
  Pong,
])
export type PhoneFrame = z.output<typeof PhoneFrame>

/** What a phone receives. */
export const PhoneOrder = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('registered'),
    /** Empty while unassigned. */
    deviceNo: z.string(),
    heartbeatSeconds: z.number(),
  }),
  /** The number was given, changed or taken away (empty). */
  z.object({ action: z.literal('assigned'), deviceNo: z.string() }),
  /** What the phone is to go by from now on; answered by settingsTaken. */
  z.object({
    action: z.literal('settings'),
    /** Another one for each set of values. */
    revision: z.string(),
    /** Device settings (spec §3). */
    settings: ScreenSetting,
    /** Control settings (spec §3). */
    control: ScreenSetting,
    heartbeatSeconds: z.number(),
  }),
  /** Send pictures from now on, with these device settings (spec §3); repeated when they change. */
  z.object({
    action: z.literal('startScreen'),
    setting: ScreenSetting,
    /** Ids of all who look on; in video mode the order is repeated when they change, and each gets an offer. */
    viewers: z.array(z.string()).optional(),
  }),
  z.object({ action: z.literal('stopScreen') }),
  /** The picture arrived: a phone keeps at most two unanswered and drops the older of those that wait. */
  z.object({ action: z.literal('frameTaken'), sequence: z.number() }),
  CanvasAction,
  TypeText,
  PressKey,
  SetClipboard,
  AskClipboard.extend({ viewer: z.string() }),
  /** content: an address for inst and push, a command line for shellcmd, else empty. */
  z.object({
    action: z.literal('command'),
    command: z.enum(['rebootEC', 'rebphone', 'where', 'inst', 'push', 'stsc', 'stsc2', 'shellcmd']),
    cmdSubId: z.string(),
    content: z.string(),
  }),
  Answer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  Ping,
  Pong,
])
export type PhoneOrder = z.output<typeof PhoneOrder>
