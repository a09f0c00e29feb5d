import { z } from 'zod'
import { Refused } from './device-socket.ts'
import { DeviceRuntime } from './devices.ts'
import { DeviceId } from './ids.ts'
import { Ping, Pong } from './screen-action.ts'

/** /ws/console: everything the server pushes to a signed-in page; token and Origin as on the device socket. */
export const consoleSocketPath = '/ws/console'

export const ConsoleRequest = z.discriminatedUnion('action', [
  /** States of these devices as they change, five times a second or, when many change, once; replaces the earlier choice. */
  z.object({ action: z.literal('watchDevices'), ids: z.array(DeviceId).max(10_000) }),
  Ping,
  Pong,
])
export type ConsoleRequest = z.output<typeof ConsoleRequest>
/** As a page writes it. */
export type ConsoleRequestInput = z.input<typeof ConsoleRequest>

export const ConsoleEvent = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('deviceStates'),
    states: z.array(z.object({ id: DeviceId, runtime: DeviceRuntime })),
  }),
  /** Devices were added, removed or assigned: lists that show them load again. */
  z.object({ action: z.literal('devicesChanged') }),
  /** Phones came or went: what counts them loads again. */
  z.object({ action: z.literal('presenceChanged') }),
  /** Roles, menus or permissions of this user changed: load them again. */
  z.object({ action: z.literal('rightsChanged') }),
  /** Public parameters changed: load systemParam again. */
  z.object({ action: z.literal('parametersChanged') }),
  /** A notice was written, changed or removed: the bell loads again. */
  z.object({ action: z.literal('noticesChanged') }),
  /** Dictionaries changed: pages that show their words read them again. */
  z.object({ action: z.literal('dictionariesChanged') }),
  /** Commands were given, or phones told how they go. */
  z.object({ action: z.literal('commandsChanged') }),
  /** Tasks were changed, or phones told how their runs go. */
  z.object({ action: z.literal('tasksChanged') }),
  /** A script that was only tried out has come to its end. */
  z.object({ action: z.literal('tryEnded'), runId: z.string() }),
  /** Alarms opened or ended, somebody looks after them, or a message about them went out. */
  z.object({ action: z.literal('alarmsChanged') }),
  /** The session was ended elsewhere. */
  z.object({ action: z.literal('sessionEnded') }),
  Refused,
  Ping,
  Pong,
])
export type ConsoleEvent = z.output<typeof ConsoleEvent>
