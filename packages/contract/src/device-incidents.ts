import { z } from 'zod'
import { pageCall, rowCall } from './calls.ts'
import { ComputerCommandName, IncidentStep } from './computer-commands.ts'
import { done, idParam, pageQuery, periodShape, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { CommandId, ComputerId, DeviceId, DeviceIncidentEventId, DeviceIncidentId, UserId } from './ids.ts'

/**
 * offline and service are alarms of many devices; bot: messages to a user's bot fail. deadPhone: a computer has tried in
 * vain for ten minutes to get phones of one owner back.
 */
export const DeviceIncidentKind = z.enum(['offline', 'service', 'bot', 'deadPhone'])
export type DeviceIncidentKind = z.output<typeof DeviceIncidentKind>

/**
 * The property that the devices have in common. hub: all phones of this USB hub have left. computer: they are plugged
 * into it. address: they connect from the same address. none: only the time; of bots, too.
 */
export const DeviceIncidentCause = z.enum([
  'hub',
  'computer',
  'address',
  'network',
  'group',
  'version',
  'none',
])
export type DeviceIncidentCause = z.output<typeof DeviceIncidentCause>

export const DeviceIncidentEventKind = z.enum([
  'opened',
  'joined',
  'ended',
  'acknowledged',
  'unacknowledged',
  'silenced',
  'unsilenced',
  'assigned',
  'unassigned',
  'commented',
  /** A command was sent to its devices, or to a computer. */
  'sent',
  'ordered',
])
export type DeviceIncidentEventKind = z.output<typeof DeviceIncidentEventKind>

export const DeviceIncidentEventDetails = z.object({
  /** Devices that opened it or joined it, or got a command; phones that a computer connects again. */
  count: z.number().optional(),
  /** The end of the silence. */
  until: z.string().optional(),
  /** The name of the user it was assigned to, or of the computer. */
  name: z.string().optional(),
  text: z.string().optional(),
  /** Of devices: what was sent, and how many are in which state now. */
  order: z.string().optional(),
  commandId: CommandId.optional(),
  counts: z.record(z.string(), z.number()).optional(),
  /** Of a computer. */
  command: IncidentStep.optional(),
  /** The name of the refusal, if the computer did not do it, and the values of its text. */
  failure: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type DeviceIncidentEventDetails = z.output<typeof DeviceIncidentEventDetails>

/** A phone that its computer has given up, and where it is. */
export const DeadPhone = z.object({
  /** adb's name: its serial number, or its address on the network. */
  serial: z.string(),
  deviceId: DeviceId.nullable(),
  /** Empty without a device. */
  deviceNo: z.string(),
  port: z.string().nullable(),
  shelf: z.object({ name: z.string(), slot: z.number() }).nullable(),
  isBack: z.boolean(),
})
export type DeadPhone = z.output<typeof DeadPhone>

export const DeviceIncident = z.object({
  id: DeviceIncidentId,
  kind: DeviceIncidentKind,
  cause: DeviceIncidentCause,
  /** The hub with its computer, computer, address, network, group or version; of bots, the failure. */
  causeValue: z.string(),
  /** The user whose alarm settings apply. */
  userName: z.string(),
  since: time,
  openedAt: time,
  /** Null while it lasts. */
  endedAt: time.nullable(),
  /** Devices of the caller's scope: all, and those that still have the problem. */
  devices: z.number(),
  lasting: z.number(),
  /** Numbers of the first that still have the problem; of an incident that is over, of the first of all. */
  deviceNos: z.array(z.string()),
  /**
   * The caller sees only some of the devices. Who handles the incident is then hidden, and only a comment can be added.
   */
  isPartial: z.boolean(),
  /** Of deadPhone, also those that are back. */
  phones: z.array(DeadPhone),
  acknowledgedAt: time.nullable(),
  acknowledgedBy: z.string().nullable(),
  silencedUntil: time.nullable(),
  assigneeId: UserId.nullable(),
  assignee: z.string().nullable(),
})
export type DeviceIncident = z.output<typeof DeviceIncident>

/** How many computers an incident names. */
export const namedComputers = 5
/** How many numbers a row names, and how many devices a wall shows. */
export const namedDevices = 5
export const maxWallDevices = 1000
/** Entries of the time line; of more, the newest. */
export const maxIncidentEvents = 500

export const DeviceIncidentEvent = z.object({
  id: DeviceIncidentEventId,
  kind: DeviceIncidentEventKind,
  details: DeviceIncidentEventDetails,
  /** Null: the server. */
  userName: z.string().nullable(),
  at: time,
})
export type DeviceIncidentEvent = z.output<typeof DeviceIncidentEvent>

export const DeviceIncidentDetail = DeviceIncident.extend({
  /** Devices of the caller's scope that have the problem, or had it if the incident is over; up to `maxWallDevices`. */
  deviceIds: z.array(DeviceId),
  /** Computers that serve these devices, those with the most first; none if the caller may not see computers. */
  computers: z.array(
    z.object({
      id: ComputerId,
      computerName: z.string(),
      isOnline: z.boolean(),
      /** How many of the devices. */
      devices: z.number(),
      commands: z.array(ComputerCommandName),
    }),
  ),
  /** Oldest first; if the caller sees only some of the devices, only start, end and the caller's own entries. */
  events: z.array(DeviceIncidentEvent),
})
export type DeviceIncidentDetail = z.output<typeof DeviceIncidentDetail>

/** Open incidents in a summary; of more, the newest. */
export const maxSummedIncidents = 20
/** Weeks of the figures. */
export const figureWeeks = 12

const base = '/alarm/incident'
const permission = `${base.slice(1)}/list`
const id = DeviceIncidentId

export const deviceIncidents = {
  list: pageCall(`${base}/list`, {
    row: DeviceIncident,
    query: pageQuery(
      {
        state: z.enum(['open', 'ended']).optional(),
        kind: DeviceIncidentKind.optional(),
        cause: DeviceIncidentCause.optional(),
        /** Only those that are assigned to the caller. */
        mine: z.enum(['1']).optional(),
        ...periodShape,
      },
      ['id', 'since', 'endedAt'],
    ),
  }),
  one: rowCall(`${base}/one`, { row: DeviceIncidentDetail, permission }),
  /** Open incidents, for the home page, the bell and the list of alarms. */
  summary: {
    method: 'GET',
    path: `${base}/summary`,
    permission,
    data: z.object({
      open: z.number(),
      /** Of these, how many nobody has acknowledged and are not silenced. */
      unacknowledged: z.number(),
      list: z.array(DeviceIncident),
    }),
  },
  /** Incidents by the week of the site's time zone in which they opened, oldest first; weeks begin on Monday. */
  weeks: {
    method: 'GET',
    path: `${base}/weeks`,
    permission,
    data: z.array(
      z.object({
        /** The Monday, as yyyy-mm-dd. */
        week: z.string(),
        count: z.number(),
        /** Mean seconds until the first acknowledgement and until the end; null without any. */
        ackSeconds: z.number().nullable(),
        endSeconds: z.number().nullable(),
      }),
    ),
  },
  /** Acknowledges it with all its alarms: they send no more messages. Refused if the caller sees only some devices. */
  ack: {
    method: 'POST',
    path: `${base}/ack`,
    permission: `${base.slice(1)}/ack`,
    body: z.strictObject({ id, isUndone: z.boolean().default(false) }),
    data: done,
    log: OperationType.edit,
  },
  /** Sends no messages about it until the given time; null ends the silence. */
  silence: {
    method: 'POST',
    path: `${base}/silence`,
    permission: `${base.slice(1)}/silence`,
    body: z.strictObject({ id, until: timeInput.nullable() }),
    data: done,
    log: OperationType.edit,
  },
  /** Users who may see the incident and the caller may name. */
  assignees: {
    method: 'GET',
    path: `${base}/assignees`,
    permission: `${base.slice(1)}/assign`,
    query: z.strictObject({
      id: idParam.brand<'DeviceIncidentId'>(),
      name: z.string().max(50).default(''),
    }),
    data: z.array(z.object({ id: UserId, userName: z.string(), nickName: z.string() })),
  },
  assign: {
    method: 'POST',
    path: `${base}/assign`,
    permission: `${base.slice(1)}/assign`,
    body: z.strictObject({ id, userId: UserId.nullable() }),
    data: done,
    log: OperationType.edit,
  },
  comment: {
    method: 'POST',
    path: `${base}/comment`,
    permission: `${base.slice(1)}/comment`,
    body: z.strictObject({
      id,
      text: z
        .string()
        .trim()
        .min(1, 'deviceIncident.commentRequired')
        .max(1000, 'deviceIncident.commentLength'),
    }),
    data: done,
    log: OperationType.add,
  },
} as const
