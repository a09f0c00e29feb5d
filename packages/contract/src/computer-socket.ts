import { z } from 'zod'
import { UpdateFailure } from './agent-package.ts'
import { ComputerCommandName } from './computer-commands.ts'
import { PairingInvitation } from './pairing-invitation.ts'
import { Signature } from './phone-proof.ts'
import { PhoneRefusal } from './phone-refusal.ts'
import { Ping, Pong } from './screen-action.ts'
import { Sha256 } from './sha-256.ts'
import { storable } from './storable-text.ts'
import { UnusableState } from './unusable-phones.ts'

/**
 * How a computer that runs the agent is known to the site: it enrols with its enrolment key, holds one socket, reports
 * itself and its phones, and takes commands. Only for this product's own agent; other agents report phones that cannot
 * be used by POST /rapi/unusablePhones.
 */
export const computerEnrolPath = '/rapi/computers/enroll'
/** With the header `Authorization: Bearer <computer token>`; 401: unknown token, enrol again. */
export const computerSocketPath = '/rapi/ws/computer'

const line = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^\P{Cc}*$/u)
    .refine(storable)
/** Words of drivers and systems: control characters become spaces, and the rest is cut. */
const words = (length: number) =>
  z
    .string()
    .transform((text) =>
      text
        .replaceAll(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .slice(0, length)
        .toWellFormed(),
    )
    .pipe(z.string())
const count = z.int().min(0)
const bytes = z.number().min(0)
/** How long something has been so at the time of the report, in seconds: no clock of the computer is compared. */
const age = z.number().min(0)

/**
 * The computer's token is chosen by the agent: 32 random bytes as base64url. It is stored before the first enrolment, so
 * that a lost answer locks nobody out. The same enrolment again changes nothing but name, version and owner. A known
 * installation with another token is refused (`computerKnown`): delete the computer in the console first.
 */
export const ComputerEnrolment = z.object({
  /** An enrolment key or code, which determines the owner. */
  key: z.string().min(1).max(200),
  /** Distinguishes this folder of tokens from any other; the same as `agent` in UnusableReport. */
  installation: line(64).min(1),
  token: z.string().regex(/^[\w-]{43,100}$/),
  /** The name of the computer in its network; its first name in the console. */
  host: words(100),
  agentVersion: words(40),
})
export type ComputerEnrolment = z.input<typeof ComputerEnrolment>

export const computerApi = {
  enrol: {
    method: 'POST',
    path: computerEnrolPath,
    permission: 'public',
    body: ComputerEnrolment,
    example: { token: 'q8yXk2vUqJ0yQm3m0sVn7b1o9T4hZcWdEfGaBcDeFgH' },
    data: z.object({ name: z.string() }),
  },
} as const

/** Seconds between two reports of a computer on which nothing changes. Changes are reported within 2 s. */
export const computerReportSeconds = 60
/** Bytes of one report as JSON. */
export const maxReportBytes = 64 * 1024
/** Bytes of any other message of a computer. */
export const maxComputerFrameBytes = 512 * 1024
export const maxUsbNodes = 500
export const maxComputerPhones = 300
export const maxComputerErrors = 20

/**
 * A place in the USB tree, as Linux names it: `usb1` is the root hub of bus 1, `1-4` what is plugged into its port 4,
 * `1-4.2` what is plugged into port 2 of that hub. Other systems report paths of the same form.
 */
export const UsbPath = z.string().regex(/^(usb\d{1,3}|\d{1,3}-\d{1,3}(\.\d{1,3}){0,8})$/)

/** The port of a hub that a path is plugged into: `1-4.2` → hub `1-4`, port 2; `1-4` → hub `usb1`, port 4. */
export function usbPortOf(path: string): { hub: string; port: number } | undefined {
  const [, bus, ports] = /^(\d+)-(.+)$/.exec(path) ?? []
  if (bus === undefined || ports === undefined) return undefined
  const steps = ports.split('.')
  const port = Number(steps.pop())
  return { hub: steps.length ? `${bus}-${steps.join('.')}` : `usb${bus}`, port }
}

const usbId = z.string().regex(/^[\da-f]{4}$/)
export const UsbNode = z.object({
  path: UsbPath,
  kind: z.enum(['hub', 'device']),
  vendorId: usbId,
  productId: usbId,
  /** Maker and product as the device names itself; may be empty. */
  words: words(100),
  /** Of the link, such as 1.5, 12, 480, 5000, 10000; missing when unknown. */
  mbitPerSecond: z.number().positive().optional(),
  /** Of a hub. */
  ports: z.int().min(0).max(64).optional(),
  /** Of a hub: whether the power of its ports can be switched, one by one or only all together. */
  powerSwitching: z.enum(['perPort', 'together']).optional(),
  /** Of a hub: ports whose power is off. */
  portsOff: z.array(z.int().min(1).max(64)).max(64).optional(),
  /** The name of the phone in adb's list, if it is one that adb lists. */
  serial: line(128).optional(),
})
export type UsbNode = z.output<typeof UsbNode>

/** `working`: connected to the console. `starting`: adb works; it is being prepared or enrolled, or waits for that. */
export const ComputerPhoneState = z.enum(['working', 'starting', ...UnusableState.options])
export type ComputerPhoneState = z.output<typeof ComputerPhoneState>

/**
 * Phones charge up to `high` percent, and again below `low`. What limits them is the power of their port at the hub, or a
 * switch of the phone itself.
 */
export const ChargeLimit = z
  .strictObject({
    low: z.int('computer.chargeRange').min(20, 'computer.chargeRange').max(90, 'computer.chargeRange'),
    high: z.int('computer.chargeRange').min(30, 'computer.chargeRange').max(100, 'computer.chargeRange'),
  })
  .refine(({ low, high }) => low + 10 <= high, 'computer.chargeRange')
export type ChargeLimit = z.output<typeof ChargeLimit>

/** Why a phone cannot be kept within the limit. */
export const ChargeHindrance = z.enum([
  /** Its hub cannot switch the power of single ports, or it is not known where the phone is plugged in. */
  'noSwitch',
  /** It would be lost without power, as it is connected by its cable alone; and it has no switch of its own. */
  'cableOnly',
  /** It has not told its battery level. */
  'unknown',
])
export type ChargeHindrance = z.output<typeof ChargeHindrance>

export const ChargeState = z.object({
  /** hub: the power of its port is switched. phone: its own switch, which was read back. none: see `why`. */
  by: z.enum(['hub', 'phone', 'none']),
  why: ChargeHindrance.optional(),
  /** It is kept from charging now. */
  isHeld: z.boolean(),
  /** Of the phone's own switch: its name in the list of known ones. */
  way: line(40).optional(),
})
export type ChargeState = z.output<typeof ChargeState>

export const ComputerPhone = z.object({
  /** adb's name of the phone: its serial, or address and port. */
  serial: line(128).min(1),
  /** As it enrols, once known; with `identityTaken`, the identity that both phones have. */
  hardwareId: line(128).min(1).optional(),
  state: ComputerPhoneState.catch('other'),
  seconds: age,
  /** Where it is plugged in, if that is known. */
  port: UsbPath.optional(),
  transport: z.enum(['usb', 'wifi', 'simulated']),
  /** adb's other name of the phone, if it is reachable both by cable and over Wi-Fi; it is used by `serial`. */
  other: line(128).min(1).optional(),
  /** How it is kept within the computer's limit for charging, if there is one. */
  charging: ChargeState.optional(),
  /** The agent has tried all that it can to get it back for ten minutes, without success. */
  isGivenUp: z.boolean().default(false),
})
export type ComputerPhone = z.output<typeof ComputerPhone>

export const ComputerErrorCode = z.enum([
  /** The adb server cannot be reached, or ended. */
  'adbServer',
  /** A phone was lost or did not answer. */
  'phone',
  /** The console's server refused something or could not be reached. */
  'server',
  'usb',
  /** A process of phones ended. */
  'process',
  'other',
])
export type ComputerErrorCode = z.output<typeof ComputerErrorCode>

export const ComputerError = z.object({
  code: ComputerErrorCode.catch('other'),
  /** In the language of the agent's output. */
  words: words(300),
  /** adb's name of the phone that it is about. */
  serial: line(128).optional(),
  seconds: age,
})
export type ComputerError = z.output<typeof ComputerError>

/** A process that serves a group of phones; the parent serves none. */
export const ComputerProcess = z.object({
  pid: count,
  kind: z.enum(['parent', 'group']),
  /** adb's names. */
  phones: z.array(line(128)).max(maxComputerPhones),
  memory: bytes,
  /** Share of one core since the last report, 0 to the number of cores. */
  cpu: z.number().min(0).optional(),
  restarts: count,
  seconds: age,
})
export type ComputerProcess = z.output<typeof ComputerProcess>

/** A server of the installation, as the computer reaches it. */
export const ServerState = z.object({
  address: words(200),
  /** Empty if the server has none. */
  region: words(20),
  /** Median of the times until it answered; null if it did not, and while there is no other one. */
  ms: z.number().min(0).nullable(),
  isReady: z.boolean(),
  /** The computer is connected to it. */
  isUsed: z.boolean(),
})
export type ServerState = z.output<typeof ServerState>

/** An update of the agent that is under way, or the last one, if it was undone. */
export const AgentUpdate = z.object({
  version: words(40),
  sha256: Sha256,
  /**
   * `preparing`: it is downloaded. `trial`: the new version runs, and the former one returns unless it proves itself.
   * `failed`: the former version runs.
   */
  state: z.enum(['preparing', 'trial', 'failed']),
  failure: UpdateFailure.catch('other').optional(),
  /** What the system said. */
  words: words(300).default(''),
})
export type AgentUpdate = z.output<typeof AgentUpdate>

export const ComputerReport = z.object({
  agentVersion: words(40),
  /** SHA-256 of the package that it runs; null: the agent as it was installed on the computer. */
  release: Sha256.nullable().default(null),
  update: AgentUpdate.nullable().default(null),
  host: words(100),
  /** Name and version of the operating system in words, such as `Debian GNU/Linux 12`. */
  system: words(100),
  /** As Node.js names it, such as `x64`. */
  arch: words(20),
  cpu: z.object({
    model: words(100),
    cores: z.int().min(1).max(4096),
    /** Share of all cores in use since the last report, 0–1. */
    load: z.number().min(0).max(1),
  }),
  memory: z.object({ total: bytes, used: bytes }),
  /** Of the file system with the agent's folder; null if unknown. */
  disk: z.object({ total: bytes, used: bytes }).nullable(),
  servers: z.array(ServerState).max(40).default([]),
  /** Since the computer, and since the agent started; seconds. */
  uptime: age,
  agentUptime: age,
  /** Null: no adb server is used, as all phones are connected directly or are simulated. */
  adb: z
    .object({
      address: words(100),
      version: words(40).nullable(),
      isReachable: z.boolean(),
      /** How long it has been reachable or not. */
      seconds: age,
      restarts: count,
    })
    .nullable(),
  /** Null when this system or user cannot read it. Hubs before what is plugged into them. */
  usb: z.array(UsbNode).max(maxUsbNodes).nullable(),
  phones: z.array(ComputerPhone).max(maxComputerPhones),
  processes: z.array(ComputerProcess).max(100),
  /** Newest first. */
  errors: z.array(ComputerError).max(maxComputerErrors),
  /** What the agent can do; others are not offered. Unknown ones are ignored. */
  commands: z
    .array(z.string())
    .max(50)
    .transform((names) => ComputerCommandName.options.filter((name) => names.includes(name))),
})
export type ComputerReport = z.output<typeof ComputerReport>
/** As an agent writes it. */
export type ComputerReportInput = z.input<typeof ComputerReport>

/** Lines of the agent's own output that can be read at a time, the newest. */
export const maxReadLines = 1000

export const ComputerCommand = z.discriminatedUnion('type', [
  /** Reads everything again and reports it, whether it has changed or not. */
  z.strictObject({ type: z.literal('check') }),
  /** Answers first, and then restarts. */
  z.strictObject({ type: z.literal('restartAgent') }),
  z.strictObject({ type: z.literal('restartAdb') }),
  /** adb's name of one phone; missing: all that do not work. */
  z.strictObject({ type: z.literal('reconnect'), serial: line(128).min(1).optional() }),
  /** Resets what is plugged in there, as if it was pulled out and plugged in. */
  z.strictObject({ type: z.literal('resetPort'), path: UsbPath }),
  /** Of a hub with `powerSwitching`. With `together`, all its ports are switched. */
  z.strictObject({
    type: z.literal('switchPort'),
    hub: UsbPath,
    port: z.int().min(1).max(64),
    isOn: z.boolean(),
  }),
  /**
   * Waits `pairingWaitSeconds` for a phone that has read the QR code of this invitation, and pairs with it. Sent again
   * with the same invitation while no phone has come.
   */
  z.strictObject({ type: z.literal('pairByQr'), invitation: PairingInvitation }),
  /** Pairs with a phone that shows this address and code (wireless debugging). */
  z.strictObject({
    type: z.literal('pairByCode'),
    host: z.union(
      [z.ipv4('computer.phoneAddress'), z.ipv6('computer.phoneAddress')],
      'computer.phoneAddress',
    ),
    port: z.int().min(1, 'computer.phoneAddress').max(65_535, 'computer.phoneAddress'),
    code: z.string().regex(/^\d{6}$/, 'computer.pairingCode'),
  }),
  /**
   * Answers when it begins; `update` of the reports tells the rest. Refused if this version runs already, and with
   * `notPermitted` unless the pinned key of the server has signed it. The server adds the signature.
   */
  z.strictObject({ type: z.literal('updateAgent'), sha256: Sha256, signature: Signature.optional() }),
  /** Answers first, and then restarts as it was installed on the computer. */
  z.strictObject({ type: z.literal('revertAgent') }),
  /** Uses a phone that is plugged in over Wi-Fi from now on: by `adb tcpip 5555`, also after it has restarted. */
  z.strictObject({ type: z.literal('useWifi'), serial: line(128).min(1) }),
  /** Ends that: by `adb usb`. */
  z.strictObject({ type: z.literal('useUsb'), serial: line(128).min(1) }),
  z.strictObject({ type: z.literal('readLog'), lines: z.int().min(1).max(maxReadLines).default(200) }),
])
export type ComputerCommand = z.output<typeof ComputerCommand>
export type ComputerCommandInput = z.input<typeof ComputerCommand>

/** What the server orders besides: null ends the limit. */
const LimitCharge = z.strictObject({ type: z.literal('limitCharge'), limit: ChargeLimit.nullable() })
/** With what only the server itself sends. */
export const OrderedCommand = z.discriminatedUnion('type', [...ComputerCommand.options, LimitCharge])
export type OrderedCommand = z.output<typeof OrderedCommand>

export const ComputerFailure = z.enum([
  /** This agent cannot do it on this computer. */
  'unsupported',
  /** The phone, hub or port does not exist, or no longer. */
  'notThere',
  /** The user of the agent may not do it; `words` names what is missing. */
  'notPermitted',
  /** The same command is still running. */
  'busy',
  /** The phone is not connected to Wi-Fi. */
  'noWifi',
  /** The phone does not accept the code. */
  'codeRefused',
  'failed',
])
export type ComputerFailure = z.output<typeof ComputerFailure>

const lines = z.array(words(2000)).max(maxReadLines)

/** The messages that the server receives. The first is a report. */
export const ComputerFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('report'), report: ComputerReport }),
  /** The end of a command, once. */
  z.object({
    action: z.literal('commandDone'),
    id: z.string().max(64),
    /** Of readLog: oldest first. */
    lines: lines.optional(),
    /** Of reconnect: how many phones are being connected again. */
    count: count.optional(),
    /** Of pairByQr and pairByCode: the name that the phone announces; missing while no phone has come. */
    paired: line(200).optional(),
  }),
  z.object({
    action: z.literal('commandFailed'),
    id: z.string().max(64),
    failure: ComputerFailure.catch('failed'),
    /** What the system said. */
    words: words(300).default(''),
  }),
  Ping,
  Pong,
])
export type ComputerFrame = z.output<typeof ComputerFrame>
export type ComputerFrameInput = z.input<typeof ComputerFrame>

/** Seconds after which an unanswered command has failed. */
export const commandAnswerSeconds = 30
/** Seconds that one command waits for a phone that reads a QR code. */
export const pairingWaitSeconds = 15

/** The messages that the server sends. Unknown fields are ignored both ways. */
export const ComputerOrder = z.discriminatedUnion('action', [
  /** Answers the first report. name: of the computer in the console. */
  z.object({
    action: z.literal('welcome'),
    name: z.string(),
    /** Null or missing: phones charge as they will. */
    chargeLimit: ChargeLimit.nullable().optional(),
  }),
  /** Answered by `commandDone` or `commandFailed` within `commandAnswerSeconds`. */
  z.object({ action: z.literal('command'), id: z.string(), command: OrderedCommand }),
  PhoneRefusal,
  Ping,
  Pong,
])
export type ComputerOrder = z.output<typeof ComputerOrder>
