import { z } from 'zod'
import { Refused } from './device-socket.ts'
import { DeviceRuntime } from './devices.ts'
import { DeviceId, deviceIds } from './ids.ts'
import { Ping, Pong } from './screen-action.ts'

/** /ws/console: everything the server pushes to a signed-in page; token and Origin as on the device socket. */
export const consoleSocketPath = '/ws/console'

export const ConsoleRequest = z.discriminatedUnion('action', [
  /**
   * Subscribes to the states of these devices, five times a second or, when many change, once; replaces the earlier
   * choice.
   */
  z.object({ action: z.literal('watchDevices'), ids: deviceIds({ most: 10_000 }) }),
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
  /** Devices were added, removed or assigned: lists of devices reload. */
  z.object({ action: z.literal('devicesChanged') }),
  /** Phones connected or disconnected: counts of them reload. */
  z.object({ action: z.literal('presenceChanged') }),
  /** Roles, menus or permissions of this user changed: reload them. */
  z.object({ action: z.literal('rightsChanged') }),
  /** Public parameters changed: reload systemParam. */
  z.object({ action: z.literal('parametersChanged') }),
  /** A notice was created, changed or removed: the bell reloads. */
  z.object({ action: z.literal('noticesChanged') }),
  /** Dictionaries changed: pages that show their labels reload them. */
  z.object({ action: z.literal('dictionariesChanged') }),
  /** Commands were sent, or phones reported progress. */
  z.object({ action: z.literal('commandsChanged') }),
  /** Tasks were changed, or phones reported progress of their runs. */
  z.object({ action: z.literal('tasksChanged') }),
  /** A trial run of a script has ended. */
  z.object({ action: z.literal('tryEnded'), runId: z.string() }),
  /** Alarms were opened, ended or acknowledged, or a message about them was sent. */
  z.object({ action: z.literal('alarmsChanged') }),
  /** Scripts asked the operators of devices of this user, or got an answer. */
  z.object({ action: z.literal('questionsChanged') }),
  /** The alerts of this account, or of accounts directly below it, were opened or ended. */
  z.object({ action: z.literal('accountAlertsChanged') }),
  /** Incidents of the installation were opened, ended or acknowledged; sent to pages that may see them. */
  z.object({ action: z.literal('incidentsChanged') }),
  /** Bookings of devices were made, changed, began or ended, or will soon; sent to pages that may see them. */
  z.object({ action: z.literal('bookingsChanged') }),
  /** Guest links or their visits changed; sent to pages that may see them. */
  z.object({ action: z.literal('screenLinksChanged') }),
  /** Whether news of other servers arrive: they do not while the connection between the servers is lost. */
  z.object({ action: z.literal('liveNews'), isLimited: z.boolean() }),
  /** The session was ended elsewhere. */
  z.object({ action: z.literal('sessionEnded') }),
  Refused,
  Ping,
  Pong,
])
export type ConsoleEvent = z.output<typeof ConsoleEvent>
