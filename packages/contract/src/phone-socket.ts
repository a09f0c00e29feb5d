import { z } from 'zod'
import { ScreenSetting } from './device-socket.ts'
import { LogLevel } from './log-level.ts'
import { PhoneCheck } from './phone-check.ts'
import { PhoneOrigin } from './phone-origin.ts'
import { ConnectionProof, PublicKey } from './phone-proof.ts'
import { PhoneRefusal } from './phone-refusal.ts'
import { AskTool, SystemLog, ToolReply } from './phone-tools.ts'
import { OfferedScrcpy } from './scrcpy-server.ts'
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
import { maxModules, OrderedModule } from './script-modules.ts'
import { AuthorSignature, EndorsedAuthor } from './script-signature.ts'
import { reportText, storable } from './storable-text.ts'

/**
 * A phone's only socket: /rapi/ws/device?type=device, with the header `Authorization: Bearer <device token>`. Text
 * frames are JSON as below; binary messages from the phone are screen frames (screen-frame.ts). Unknown fields are
 * ignored both ways, so that older phones remain compatible.
 */
export const phoneSocketVersion = 1

/** Given by the server: the id of a run, or the revision of settings. */
const givenKey = z.string().max(64).refine(storable)
/** Of a command or task. */
export const OrderId = z.union([z.string().refine(storable), z.number()])

/** The range that the database can store: numbers that it refuses would fail the values of other phones with them. */
const bytes = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
/** Of `Date`, in ms. */
const farthestTime = 8.64e15

/**
 * What scripts can do on a phone, by the names in script-api/capabilities.ts, and by those of newer agents. Sent after
 * each connection and when it has changed; nothing is assumed to be missing from a phone that never sends it.
 */
export const ReportedCapabilities = z.array(reportText(40)).max(100)

/** Spec §3, device heartbeat message fields, and properties of the phone that rarely change. */
export const Heartbeat = z.object({
  action: z.literal('heartbeat'),
  runMode: reportText(20).optional(),
  /** '1' normal, '0' not started. */
  serviceOk: z.enum(['0', '1']).optional(),
  /** Percent. */
  battery: z.number().min(0).max(100).optional(),
  /** '1' charging, '0' not. */
  isCharging: z.enum(['0', '1']).optional(),
  osVersion: reportText(40).optional(),
  apkVersion: reportText(40).optional(),
  /** °C. */
  batteryTemp: z.number().min(-100).max(200).optional(),
  brightness: z.number().min(0).max(100_000).optional(),
  sdCardSpace: bytes.optional(),
  sdCardLeftSpace: bytes.optional(),
  totalMemory: bytes.optional(),
  availMemory: bytes.optional(),
  /** ms since 1970 by the phone's clock. */
  reportTime: z.number().min(-farthestTime).max(farthestTime).optional(),
  msg: reportText(500).optional(),
  taskName: reportText(200).optional(),
  /** Set while a task runs. */
  taskId: OrderId.optional(),
  /** The run of that task, for phones that support runs. */
  runId: givenKey.optional(),
  /** Set while a command runs. */
  cmdSubId: OrderId.optional(),
  brand: reportText(64).optional(),
  model: reportText(64).optional(),
  imei: reportText(64).optional(),
  /** Of the script engine, where it differs from the app's. */
  ecVersion: reportText(40).optional(),
  can: ReportedCapabilities.optional().catch(undefined),
})
export type Heartbeat = z.output<typeof Heartbeat>

/** Why a run failed, as far as the phone knows; the message is in `msg`. */
export const TaskFailure = z.enum([
  /** The script could not be fetched. */
  'download',
  /** The downloaded file has another MD5 than the order. */
  'md5',
  /** The phone cannot run it as a script. */
  'notAScript',
  /** It is not signed by the key of the installation that the phone has pinned. */
  'unsigned',
  /** It is not signed by an author whom the phone has pinned. */
  'noAuthor',
  /** It threw an uncaught error. */
  'exception',
  'timeout',
  'memory',
  /** The agent was stopped or restarted during the run. */
  'interrupted',
])
export type TaskFailure = z.output<typeof TaskFailure>

/** Resource limits of a script on a phone. */
export const TaskLimits = z.object({
  /** 0: no time limit. */
  timeoutSeconds: z.number().int().min(0),
  memoryMegabytes: z.number().int().min(1),
  stackKilobytes: z.number().int().min(1),
  /** Hosts that it may call, such as example.org or *.example.org; none by default. */
  httpHosts: z.array(z.string()).optional(),
  /**
   * How long a call for shared data waits for the server; 0: not at all. Servers that do each call once by its requestId
   * send it. It is not signed.
   */
  dataWaitSeconds: z.number().int().min(0).max(3600).optional(),
  /** The site's time zone, such as Asia/Taipei; the phone's own without it. It is not signed. */
  timeZone: z.string().max(64).optional(),
})
export type TaskLimits = z.output<typeof TaskLimits>

/** By the site's clock (`now` in `registered`), in ms since 1970. Out of range, the time of arrival counts. */
const writtenAt = z.number().optional()

export const LogReport = z.object({
  action: z.literal('log'),
  level: LogLevel.default('info'),
  msg: reportText(8000),
  /** ms since 1970 by the phone's clock. */
  time: z.number(),
  /** The run that wrote it: its lines are also stored with the run. */
  runId: givenKey.optional(),
  /** When it was written, up to 7 days ago. */
  at: writtenAt,
  /** It was sent before, and may have arrived; a line of a run with the same `at` is not stored twice. */
  again: z.boolean().optional(),
})
export type LogReport = z.output<typeof LogReport>

export const CommandState = z.object({
  action: z.literal('commandState'),
  cmdSubId: OrderId,
  state: z.enum(['acknowledged', 'running', 'succeeded', 'failed']),
  /** Enough for a list of two thousand apps; agents truncate other answers at 4,000. */
  msg: reportText(100_000).default(''),
})
export type CommandState = z.output<typeof CommandState>

/** The content of a run, as the phone executes it. */
const RunContent = z.object({
  /** Of the file, in hex. */
  md5: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/)
    .toLowerCase(),
  version: reportText(40),
  /** The hot update that brought it; without it, the file of the order. */
  hotId: z.int32().positive().brand<'HotScriptId'>().optional(),
})

/**
 * Progress of a task's run. `acknowledged`: received, it will start automatically. The last three are final and are
 * repeated until the server receives them; a run cancelled before it started is `stopped` too.
 */
export const TaskState = z.object({
  action: z.literal('taskState'),
  runId: givenKey,
  state: z.enum(['acknowledged', 'running', 'succeeded', 'failed', 'stopped']),
  /** While it runs: whether it is paused. */
  paused: z.boolean().default(false),
  /** The phone's own message: the script's result, or the error. */
  msg: reportText(4000).default(''),
  /** Only for `failed`. */
  cause: TaskFailure.optional().catch(undefined),
  /** While it runs: the pinned key by which it is signed, as people compare it. */
  signer: reportText(60).optional().catch(undefined),
  /** From `running` on. Without it, the server assumes nothing about hot updates. */
  script: RunContent.optional().catch(undefined),
})
export type TaskState = z.output<typeof TaskState>

/** The phone has applied the settings of this revision. */
const SettingsTaken = z.object({ action: z.literal('settingsTaken'), revision: givenKey })

/** What a phone reports about its work: on its socket, or with a heartbeat over HTTP. */
export const PhoneReport = z.discriminatedUnion('action', [
  LogReport,
  CommandState,
  TaskState,
  SettingsTaken,
  PhoneCheck,
])
export type PhoneReport = z.output<typeof PhoneReport>

/** The messages that a phone sends. */
export const PhoneFrame = z.discriminatedUnion('action', [
  /** First frame; another version is closed with CloseCode.wrongVersion. */
  z.object({
    action: z.literal('register'),
    version: z.number().int(),
    brand: reportText(64).optional(),
    model: reportText(64).optional(),
    imei: reportText(64).optional(),
    /** Ids of commands and tasks that the phone has. */
    heldIds: z.array(OrderId).default([]),
    /** Revision of the phone's settings; if outdated, new ones are sent after `registered`. */
    settingsRevision: givenKey.optional(),
    /** Required from phones with a stored key; a phone without one gets this key. */
    proof: ConnectionProof.optional().catch(undefined),
    origin: PhoneOrigin.optional().catch(undefined),
  }),
  Heartbeat,
  /** The screen stream could not be started or was interrupted. */
  z.object({ action: z.literal('screenFailed'), msg: reportText(500) }),
  ...PhoneReport.options,
  /** viewer: the viewer who requested it. */
  Clipboard.extend({ viewer: z.string() }),
  ToolReply.extend({ viewer: z.string() }),
  SystemLog.extend({ viewer: z.string() }),
  /** viewer: the receiver; every viewer has a separate peer connection. */
  Offer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  VideoFailed.extend({ viewer: z.string() }),
  Sound.extend({ viewer: z.string() }),
  Timing.extend({ viewer: z.string() }),
  Ping,
  Pong,
])
export type PhoneFrame = z.output<typeof PhoneFrame>

/** The messages that a phone receives. */
export const PhoneOrder = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('registered'),
    /** Empty while unassigned. */
    deviceNo: z.string(),
    heartbeatSeconds: z.number(),
    /** The site's clock, ms since 1970, for proofs of calls over HTTP. */
    now: z.number().optional(),
    /** The public key with which the installation signs scripts; a phone pins the first that it sees. */
    signer: PublicKey.optional().catch(undefined),
    /**
     * Set when the tenant requires authors: a phone pins the first that it sees, and those whom a pinned one endorses.
     */
    authors: z.array(EndorsedAuthor).optional().catch(undefined),
    /** The server file of scrcpy for agents of real phones; missing if they get none. */
    scrcpy: OfferedScrcpy.optional().catch(undefined),
  }),
  /** The server file of scrcpy was replaced, or removed: then it is missing. */
  z.object({ action: z.literal('scrcpyServer'), scrcpy: OfferedScrcpy.optional().catch(undefined) }),
  /** The number was assigned, changed or removed (empty). */
  z.object({ action: z.literal('assigned'), deviceNo: z.string() }),
  /** The settings to apply from now on; answered by settingsTaken. */
  z.object({
    action: z.literal('settings'),
    /** Different for each set of values. */
    revision: z.string(),
    /** Device settings (spec §3). */
    settings: ScreenSetting,
    /** Control settings (spec §3). */
    control: ScreenSetting,
    heartbeatSeconds: z.number(),
  }),
  /** Stream the screen from now on, with these device settings (spec §3); repeated when they change. */
  z.object({
    action: z.literal('startScreen'),
    setting: ScreenSetting,
    /** Ids of video viewers: each gets a separate offer; missing ones are disconnected. */
    viewers: z.array(z.string()).optional(),
    /** Whether there are viewers of frames. */
    pictures: z.boolean().default(true),
    /** Draw the time code (time-code.ts). */
    timeCode: z.boolean().default(false),
    /** The one of `viewers` whose camera the phone shows. */
    camera: z.string().optional(),
    /** Those of `viewers` that take an offer with audio, which stays silent until `listen`. */
    sound: z.array(z.string()).optional(),
    iceServers: z.array(IceServer).optional(),
  }),
  z.object({ action: z.literal('stopScreen') }),
  PhoneRefusal,
  /** The frame arrived: a phone keeps at most two unacknowledged and drops the older of those that wait. */
  z.object({ action: z.literal('frameTaken'), sequence: z.number() }),
  CanvasAction,
  TypeText,
  PressKey,
  HoldKeys,
  SetClipboard,
  AskClipboard.extend({ viewer: z.string() }),
  /** Answered by toolReply, with the same id. */
  AskTool.extend({ viewer: z.string() }),
  /**
   * content: an address for inst and push, a command line for shellcmd, an app for launch and uninst, a path for pull,
   * else empty. Pull and shot send their file (phone-api.ts, commandUpload) before they succeed.
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
   * Runs a script once, by runId, however often the order arrives; answered by taskState. A phone gets its runs one
   * after the other. taskId and scriptId are the console's ids.
   */
  z.object({
    action: z.literal('task'),
    runId: z.string(),
    taskId: z.number(),
    taskName: z.string(),
    sort: z.number(),
    /** 1 once, 2 loop; each round of a loop is a separate run. */
    execType: z.number(),
    /** From 1 on: the round of the loop. */
    round: z.number(),
    scriptId: z.number(),
    scriptName: z.string(),
    /**
     * Without a host it means the server that the phone is connected to; requested with the device token. Its ending tells
     * the language: `.ts` is TypeScript.
     */
    scriptUrl: z.string(),
    scriptVersion: z.string(),
    /** In hex; the file is verified against it. */
    scriptMd5: z.string(),
    /** Phones that have pinned the key of the installation run nothing that it has not signed (signed-scripts.ts). */
    scriptSha256: z.string().optional(),
    signature: z.string().optional(),
    /** Of the file; required by phones whose tenant requires authors. */
    author: AuthorSignature.optional(),
    /** What the script and its modules import; missing without imports. */
    modules: z.array(OrderedModule).max(maxModules).optional(),
    /** 1: cache the file by its MD5 for the next run, 0: download it each time. */
    cacheScript: z.union([z.literal(0), z.literal(1)]),
    /** The task's parameters for this phone. */
    valueJson: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    limits: TaskLimits,
    /**
     * Add the screenshot, the elements of the screen and the last lines to the report of an uncaught error; `blurred`:
     * the first two without anything readable. Without it, the server does not want them.
     */
    evidence: z.object({ blurred: z.boolean() }).optional(),
  }),
  /** Without runId: the running script, whatever it is. An unknown run is answered by `stopped` when it should stop. */
  z.object({
    action: z.literal('taskControl'),
    order: z.enum(['pause', 'continue', 'stop']),
    runId: z.string().optional(),
  }),
  /** Script versions are assigned independently of tasks: request them by POST /rapi/hotScripts. */
  z.object({ action: z.literal('hotScripts') }),
  /** Check the phone again: answered by check, within 10 s. */
  z.object({ action: z.literal('askCheck') }),
  Answer.extend({ viewer: z.string() }),
  Candidate.extend({ viewer: z.string() }),
  Listen.extend({ viewer: z.string() }),
  AskTiming.extend({ viewer: z.string() }),
  Ping,
  Pong,
])
export type PhoneOrder = z.output<typeof PhoneOrder>
