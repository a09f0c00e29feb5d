import { z } from 'zod'
import { deviceRemoveCall, pageCall, rowCall } from './calls.ts'
import { DeliveryReason, DeliveryState, StateCounts } from './delivery.ts'
import { DeviceSelection, NamedReason } from './device-batches.ts'
import { controlPermission } from './device-socket.ts'
import { devices } from './devices.ts'
import { idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { CommandId, CommandRunId, DeviceId, DeviceIncidentId } from './ids.ts'

/** Commands for a phone; the spec's names where it has them, else those of the phones' protocol. */
export const CommandKind = z.enum([
  'rebootEC',
  'rebootPhone',
  'where',
  'inst',
  'uninst',
  'apps',
  'launch',
  'push',
  'pull',
  'shot',
  'stsc',
  'shellcmd',
])
export type CommandKind = z.output<typeof CommandKind>

/** One command to any number of phones. */
export const Command = z.object({
  id: CommandId,
  command: CommandKind,
  /**
   * The file's name for inst and push, the line for shellcmd, the app or the path for commands that need one, else
   * empty.
   */
  content: z.string(),
  /** The user who sent it; null when the user was deleted. */
  userName: z.string().nullable(),
  createdAt: time,
  /** Phones not reached by then are skipped. */
  expiresAt: time,
  counts: StateCounts,
  total: z.number(),
})
export type Command = z.output<typeof Command>

/** A command on its way to one phone. */
export const CommandRun = z.object({
  id: CommandRunId,
  commandId: CommandId,
  command: CommandKind,
  content: z.string(),
  userName: z.string().nullable(),
  /** Null when the device was deleted. */
  deviceId: DeviceId.nullable(),
  /** The device's number when the command was sent. */
  deviceNo: z.string(),
  state: DeliveryState,
  reason: DeliveryReason.nullable(),
  /** The time mentioned in the reason. */
  reasonAt: time.nullable(),
  /** The phone's own message, such as the output of a command line. */
  msg: z.string(),
  /** The file of pull or shot; null until it arrives. It is stored for a day. */
  fileName: z.string().nullable(),
  createdAt: time,
  /** Of the state. */
  changedAt: time,
})
export type CommandRun = z.output<typeof CommandRun>

export const CommandLine = z.object({
  id: z.number(),
  at: time,
  /** Null for a line that the phone wrote in the meantime. */
  state: DeliveryState.nullable(),
  msg: z.string(),
})
export type CommandLine = z.output<typeof CommandLine>

export const shellPermission = 'device/command/shell'
/** Restarts of a phone or its agent, as a command and from its screen. */
export const rebootPermission = 'device/deviceList/reboot'
const controls = [controlPermission]
/**
 * The permissions that commands need in addition to that of sending commands. Those that change what happens on a phone,
 * or read what is on it, are for users who may control it.
 */
export const ownPermissions: Record<CommandKind, readonly string[]> = {
  where: [],
  shot: [],
  apps: controls,
  stsc: controls,
  inst: controls,
  uninst: controls,
  launch: controls,
  push: controls,
  pull: controls,
  shellcmd: [shellPermission, controlPermission],
  rebootEC: [rebootPermission],
  rebootPhone: [rebootPermission],
}
/** Hours. */
export const commandHours = { default: 24, most: 24 * 30 } as const
/** Whoever wants to find a phone stands in front of it: later it must not light up any more. */
export const locateSeconds = 30

const command = z.discriminatedUnion('command', [
  /** Restarts also need rebootPermission. */
  z.strictObject({ command: z.literal(['rebootEC', 'rebootPhone', 'where', 'stsc', 'apps', 'shot']) }),
  /** app: its package name, or the name below its icon if the phone knows it. */
  z.strictObject({
    command: z.literal(['launch', 'uninst']),
    app: z.string().trim().min(1, 'command.appRequired').max(200),
  }),
  /** path: in the phone's storage. */
  z.strictObject({
    command: z.literal('pull'),
    path: z
      .string()
      .trim()
      .max(500)
      .regex(/^\/[^\0]*[^/\0]$/, 'command.pathFormat'),
  }),
  /** fileName: as returned by the upload. */
  z.strictObject({
    command: z.literal(['inst', 'push']),
    fileName: z.string().min(1, 'command.fileRequired').max(100),
  }),
  /** Also needs shellPermission, and controlPermission. */
  z.strictObject({
    command: z.literal('shellcmd'),
    line: z.string().trim().min(1, 'command.lineRequired').max(2000, 'command.lineLength'),
  }),
])
export type CommandOrder = z.output<typeof command>

/** What would become of a command now. Devices are counted once. */
export const CommandPreview = z.object({
  total: z.number(),
  /** Their phones are online. */
  now: z.number(),
  /** Their phones are offline: they get it when they are online before it expires. */
  later: NamedReason.omit({ reason: true }),
  /** It waits for them, but they cannot connect as they are. */
  never: z.array(NamedReason),
  /** It is not sent to these. */
  refusals: z.array(NamedReason),
})
export type CommandPreview = z.output<typeof CommandPreview>

const base = '/device/command'
const permission = 'device/command/list'

export const commands = {
  list: pageCall(`${base}/list`, {
    row: Command,
    query: pageQuery(
      {
        command: CommandKind.optional(),
        userName: z.string().max(50).optional(),
        /** '1' unfinished on some phones, '0' finished on all. */
        open: z.enum(['0', '1']).optional(),
      },
      ['id'],
    ),
  }),
  one: rowCall(`${base}/one`, { row: Command, permission }),
  /** Runs of one command, or of one device. */
  runs: pageCall(`${base}/runs`, {
    row: CommandRun,
    query: pageQuery(
      {
        commandId: idParam.brand<'CommandId'>().optional(),
        deviceId: idParam.brand<'DeviceId'>().optional(),
        deviceNo: z.string().max(64).optional(),
        state: DeliveryState.optional(),
      },
      ['id', 'deviceNo', 'changedAt'],
    ),
    permission,
  }),
  lines: {
    method: 'GET',
    path: `${base}/lines`,
    permission,
    query: z.strictObject({ runId: idParam.brand<'CommandRunId'>() }),
    data: z.array(CommandLine),
  },
  preview: {
    method: 'POST',
    path: `${base}/preview`,
    permission: `${base.slice(1)}/add`,
    body: z.strictObject({ command: CommandKind, selection: DeviceSelection }),
    data: CommandPreview,
    isRead: true,
  },
  /**
   * Returns the command's id and the number of its phones. Phones that others have booked, or that the caller may only
   * view, are left out; if none is left, it is refused. With `incidentId`, the time line of this incident tells
   * it.
   */
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: `${base.slice(1)}/add`,
    body: z.strictObject({
      order: command,
      selection: DeviceSelection,
      hours: z.int().min(1).max(commandHours.most).default(commandHours.default),
      incidentId: DeviceIncidentId.optional(),
    }),
    data: z.object({ id: CommandId, total: z.number() }),
    log: OperationType.other,
  },
  /** Cancels runs that have not reached their phones; returns how many. */
  takeBack: {
    method: 'POST',
    path: `${base}/takeBack`,
    permission: `${base.slice(1)}/add`,
    body: z.strictObject({ id: CommandId }),
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
  /** The same command again, to the phones where it did not succeed. */
  again: {
    method: 'POST',
    path: `${base}/again`,
    permission: `${base.slice(1)}/add`,
    body: z.strictObject({ id: CommandId }),
    data: z.object({ id: CommandId, total: z.number() }),
    log: OperationType.other,
  },
  remove: deviceRemoveCall(`${base}/delete`, { row: Command }),
} as const

/** The bytes of a file from pull or shot; refusals come in the envelope. */
export const commandResult = {
  method: 'GET',
  path: `${base}/file`,
  permission,
  query: z.strictObject({ runId: idParam.brand<'CommandRunId'>(), fileName: z.string().max(100) }),
  media: 'application/octet-stream',
  data: z.unknown(),
} as const

/** Where a phone is that waits for its number, for users who may assign it. */
export const locating = {
  /** It lights up and shows its identity. */
  start: {
    method: 'POST',
    path: `${base}/locate`,
    permission: devices.addAssDevice.permission,
    body: z.strictObject({ id: DeviceId }),
    data: z.object({ id: CommandId }),
    log: OperationType.other,
  },
  /** Whether it did. */
  result: {
    method: 'GET',
    path: `${base}/located`,
    permission: devices.addAssDevice.permission,
    query: z.strictObject({ id: idParam.brand<'CommandId'>() }),
    data: CommandRun.pick({ state: true, reason: true, msg: true }),
  },
} as const
