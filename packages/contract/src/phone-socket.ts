import { z } from 'zod'
import { ScreenSetting } from './device-socket.ts'
import {
  Answer,
  AskClipboard,
  AskTiming,
  Candidate,
  CanvasAction,
  Clipboard,
  IceServer,
  Offer,
  Ping,
  Pong,
  PressKey,
  SetClipboard,
  Timing,
  TypeText,
  VideoFailed,
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
  /** The run of that task, from phones that know runs. */
  runId: z.string().max(64).optional(),
  /** Set while a command runs. */
  cmdSubId: z.union([z.string(), z.number()]).optional(),
})
export type Heartbeat = z.output<typeof Heartbeat>

export const LogLevel = z.enum(['debug', 'info', 'warn', 'error'])

/** Why a run failed, as far as the phone can tell; the words are in `msg`. */
export const TaskFailure = z.enum([
  /** The script could not be fetched. */
  'download',
  /** What was fetched has another MD5 than the order says. */
  'md5',
  /** It is no script that this phone can run. */
  'notAScript',
  /** It threw, and nothing caught it. */
  'exception',
  'timeout',
  'memory',
  /** The agent was ended or restarted in the midst of it. */
  'interrupted',
])
export type TaskFailure = z.output<typeof TaskFailure>

/** What a script may use up on a phone. */
export const TaskLimits = z.object({
  /** 0: it may run for ever. */
  timeoutSeconds: z.number().int().min(0),
  memoryMegabytes: z.number().int().min(1),
  stackKilobytes: z.number().int().min(1),
  /** Hosts that it may call, such as example.org or *.example.org; none when left out. */
  httpHosts: z.array(z.string()).optional(),
})
export type TaskLimits = z.output<typeof TaskLimits>

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
    /** The run that wrote it: its lines are kept with the run, too. */
    runId: z.string().max(64).optional(),
  }),
  /** The screen stream could not be started or broke off. */
  z.object({ action: z.literal('screenFailed'), msg: z.string().max(500) }),
  z.object({
    action: z.literal('commandState'),
    cmdSubId: z.union([z.string(), z.number()]),
    state: z.enum(['acknowledged', 'running', 'succeeded', 'failed']),
    /** So long that a list of two thousand apps fits; agents cut other answers at 4,000. */
    msg: z.string().max(100_000).default(''),
  }),
  /**
   * How a run of a task goes. `acknowledged`: it is here and will begin by itself. The last three are its end and are told
   * until the server is there to hear them; a run that was told to stop before it began is `stopped` too.
   */
  z.object({
    action: z.literal('taskState'),
    runId: z.string().max(64),
    state: z.enum(['acknowledged', 'running', 'succeeded', 'failed', 'stopped']),
    /** While it runs: whether it stands still. */
    paused: z.boolean().default(false),
    /** The phone's own words: what the script gave back, or what went wrong. */
    msg: z.string().max(4000).default(''),
    /** Of `failed`. */
    cause: TaskFailure.optional().catch(undefined),
  }),
  /** The phone goes by the settings of this revision from now on. */
  z.object({ action: z.literal('settingsTaken'), revision: z.string().max(64) }),
  /** viewer: who asked for it. */
  Clipboard.extend({ viewer: z.string() }),
  /** viewer: whom it is for; every viewer has a peer connection of his own. */
  Offer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  VideoFailed.extend({ viewer: z.string() }),
  Timing.extend({ viewer: z.string() }),
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
  /** Show the screen from now on, with these device settings (spec §3); repeated when anything of it changes. */
  z.object({
    action: z.literal('startScreen'),
    setting: ScreenSetting,
    /** Ids of those who see video: each gets an offer of his own; those who are missing are let go. */
    viewers: z.array(z.string()).optional(),
    /** Whether somebody sees pictures. */
    pictures: z.boolean().default(true),
    /** Draw the time code (time-code.ts). */
    timeCode: z.boolean().default(false),
    /** The one of `viewers` whose camera the phone shows. */
    camera: z.string().optional(),
    iceServers: z.array(IceServer).optional(),
  }),
  z.object({ action: z.literal('stopScreen') }),
  /** The picture arrived: a phone keeps at most two unanswered and drops the older of those that wait. */
  z.object({ action: z.literal('frameTaken'), sequence: z.number() }),
  CanvasAction,
  TypeText,
  PressKey,
  SetClipboard,
  AskClipboard.extend({ viewer: z.string() }),
  /**
   * content: an address for inst and push, a command line for shellcmd, an app for launch and uninst, a path for pull, else
   * empty. Pull and shot send their file (phone-api.ts, commandUpload) before they succeed.
   */
  z.object({
    action: z.literal('command'),
    command: z.enum([
      'rebootEC',
      'rebphone',
      'where',
      'inst',
      'push',
      'stsc',
      'stsc2',
      'shellcmd',
      'launch',
      'uninst',
      'apps',
      'pull',
      'shot',
    ]),
    cmdSubId: z.string(),
    content: z.string(),
  }),
  /**
   * Runs a script once, by runId, however often the order arrives; answered by taskState. A phone is given one run after
   * the other. Numbers of the console are in taskId and scriptId.
   */
  z.object({
    action: z.literal('task'),
    runId: z.string(),
    taskId: z.number(),
    taskName: z.string(),
    sort: z.number(),
    /** 1 once, 2 loop; each round of a loop is a run of its own. */
    execType: z.number(),
    /** From 1 on: which round of the loop this is. */
    round: z.number(),
    scriptId: z.number(),
    scriptName: z.string(),
    /** Without a host it means the server that the phone is connected to; asked for with the device token. */
    scriptUrl: z.string(),
    scriptVersion: z.string(),
    /** In hex; the file is checked against it. */
    scriptMd5: z.string(),
    /** 1: keep the file by its MD5 for the next run, 0: fetch it each time. */
    cacheScript: z.union([z.literal(0), z.literal(1)]),
    /** The task's parameters for this phone. */
    valueJson: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    limits: TaskLimits,
  }),
  /** Without runId: whatever script runs. A run that the phone does not know is answered by `stopped` when it is to stop. */
  z.object({
    action: z.literal('taskControl'),
    order: z.enum(['pause', 'continue', 'stop']),
    runId: z.string().optional(),
  }),
  /** Versions of scripts are given beside tasks: ask for them by POST /rapi/hotScripts. */
  z.object({ action: z.literal('hotScripts') }),
  Answer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  AskTiming.extend({ viewer: z.string() }),
  Ping,
  Pong,
])
export type PhoneOrder = z.output<typeof PhoneOrder>
