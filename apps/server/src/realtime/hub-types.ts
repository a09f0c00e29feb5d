import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { Unsubscribe } from './bus/bus.ts'
import type { HubEvents } from './hub-events.ts'
import type { DevicesChange } from './hub-options.ts'
import type { GuestListeners, GuestOptions, GuestSeat } from './rooms/guest-seat.ts'

export interface HubStats {
  phones: number
  viewers: number
  rooms: number
  consoles: number
  logViewers: number
  walls: number
  framesIn: number
  framesOut: number
  /** Pictures that gave way to a newer one because the viewer or the bus was slower. */
  framesSkipped: number
  /** Frames, of phones and browsers, that were not understood. */
  malformedFrames: number
  /** Frames above a socket's rate. */
  droppedFrames: number
}

export interface Hub {
  on<Name extends keyof HubEvents>(event: Name, listener: (info: HubEvents[Name]) => void): Unsubscribe
  /** Newest values of a device; they reach the consoles that watch it, on every server. */
  deviceStateChanged(id: DeviceId, runtime: DeviceRuntime): void
  /** Whether a server holds the phone's socket and was given the order. */
  sendToPhone(deviceId: DeviceId, order: PhoneOrder): Promise<boolean>
  /** Those whose sockets a server holds, whichever it is. */
  connectedPhones(deviceIds: DeviceId[]): Promise<Set<DeviceId>>
  /** Takes a place in the phone's room for the server itself; undefined when the phone is not connected. */
  joinAsGuest(
    deviceId: DeviceId,
    options: GuestOptions,
    listeners: GuestListeners,
  ): Promise<GuestSeat | undefined>
  /** Phones whose sockets this server holds. */
  phoneIds(): DeviceId[]
  /** Ends the phone's socket wherever it is, such as after its token was revoked; false when there was none. */
  closePhone(deviceId: DeviceId, code: number, reason: string): Promise<boolean>
  /** Ends every browser socket of these sessions, on all servers. */
  endSessions(sessionIds: number[]): Promise<void>
  /** Consoles of these users, or of everybody, load their rights again; their open screens and logs are checked again. */
  rightsChanged(userIds: UserId[] | null): Promise<void>
  devicesChanged(change?: DevicesChange): Promise<void>
  /** Phones came or went, and the database says so. */
  presenceChanged(): Promise<void>
  parametersChanged(): Promise<void>
  noticesChanged(): Promise<void>
  dictionariesChanged(): Promise<void>
  commandsChanged(): Promise<void>
  tasksChanged(): Promise<void>
  /** Tells consoles that a script which was only tried out has ended; only who started it knows the id. */
  tryEnded(runKey: string): Promise<void>
  /** Alarms of these owners, or of any, opened, ended or were told. */
  alarmsChanged(change: Pick<DevicesChange, 'tenantIds'>): Promise<void>
  stats(): HubStats
  /** Closes all sockets with 1001, in under two seconds; the bus stays open. */
  close(): Promise<void>
}
