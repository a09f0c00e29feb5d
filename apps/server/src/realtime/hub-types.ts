import type { OrderedCommand } from '@fleetdeck/contract/computer-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { ComputerId, DeviceId, ScreenVisitId, SessionId, UserId } from '@fleetdeck/contract/ids'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import type { PhoneOrder, PhoneReport } from '@fleetdeck/contract/phone-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { ServerDuty } from '@fleetdeck/contract/service-monitor'
import type { Unsubscribe } from './bus/bus.ts'
import type { ComputerAnswer, RoomState } from './bus/messages.ts'
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
  /** Frames dropped for a newer one because the viewer or the bus was slower. */
  framesSkipped: number
  /** Invalid frames of phones and browsers. */
  malformedFrames: number
  /** Frames beyond a socket's rate. */
  droppedFrames: number
}

/** What this server and the others do for the load balancer. */
interface HubServers {
  /** Before a close: other servers send no phones here any more, and take over those of this one within the time. */
  retire(withinMs: number): void
  /** What each server did in the last seconds, by its name. */
  duties(): ReadonlyMap<string, ServerDuty>
  /** This server is out of service, and another one is in service. */
  isDraining(): boolean
  /** Takes a server out of service, or back into it. `last`: no other one is in service. */
  setDraining(serverName: string, isDraining: boolean): Promise<'done' | 'last' | 'silent'>
  /** Servers above the mean ask phones that are not in use to connect again, once. */
  spreadPhones(): Promise<void>
}

export interface Hub {
  on<Name extends keyof HubEvents>(event: Name, listener: (info: HubEvents[Name]) => void): Unsubscribe
  /** Latest values of a device; they reach the consoles that watch it, on every server. */
  deviceStateChanged(id: DeviceId, runtime: DeviceRuntime): void
  /** Whether the phone gets the order: on its socket, or with its next heartbeat over HTTP. */
  sendToPhone(deviceId: DeviceId, order: PhoneOrder): Promise<boolean>
  /** Reports of a phone without a socket. */
  takeReports(deviceId: DeviceId, reports: PhoneReport[]): void
  /** Those connected to any server. */
  connectedPhones(deviceIds: DeviceId[]): Promise<Set<DeviceId>>
  /** Those connected to any server. */
  connectedComputers(computerIds: ComputerId[]): Promise<Set<ComputerId>>
  /** Sends a command to a computer on any server, and waits for its answer. */
  askComputer(computerId: ComputerId, command: OrderedCommand): Promise<ComputerAnswer | 'offline' | 'silent'>
  /** The phone's room, on any server; undefined if the phone is not connected, or its server does not answer. */
  readRoom(deviceId: DeviceId): Promise<RoomState | undefined>
  /** Which phone has this identity now, and where; undefined as for readRoom, or if the phone does not tell. */
  readOrigin(deviceId: DeviceId): Promise<PhoneOrigin | undefined>
  /** Takes a seat in the phone's room for the server itself; undefined if the phone is not connected. */
  joinAsGuest(
    deviceId: DeviceId,
    options: GuestOptions,
    listeners: GuestListeners,
  ): Promise<GuestSeat | undefined>
  /** For a recording of another server, which may no longer run: its mark ends, and its server stops recording. */
  endRecording(deviceId: DeviceId, end: RecordingEnd): Promise<void>
  /** Phones connected to this server. */
  phoneIds(): DeviceId[]
  /** Closes the phone's socket on any server, for example after its token was revoked; false if there was none. */
  closePhone(deviceId: DeviceId, code: number, reason: string): Promise<boolean>
  /** Closes every browser socket of these sessions, on all servers. */
  endSessions(sessionIds: SessionId[]): Promise<void>
  /** Consoles of these users, or of all, reload their rights; their open screens and logs are checked again. */
  rightsChanged(userIds: UserId[] | null): Promise<void>
  devicesChanged(change?: DevicesChange): Promise<void>
  /** Phones connected or disconnected, and the database is up to date. */
  presenceChanged(): Promise<void>
  parametersChanged(): Promise<void>
  noticesChanged(): Promise<void>
  dictionariesChanged(): Promise<void>
  commandsChanged(): Promise<void>
  tasksChanged(): Promise<void>
  /** Notifies consoles that a trial run of a script has ended; only the user who started it knows the id. */
  tryEnded(runKey: string): Promise<void>
  /** Alarms of these owners, or of any, were opened, ended or sent. */
  alarmsChanged(change: Pick<DevicesChange, 'tenantIds'>): Promise<void>
  /** Scripts on devices of these owners asked, or got an answer. */
  questionsChanged(change: Pick<DevicesChange, 'tenantIds'>): Promise<void>
  /** Alerts of these accounts, or of accounts directly below them, were opened or ended; null means of any. */
  accountAlertsChanged(userIds: UserId[] | null): Promise<void>
  servers: HubServers
  /** Incidents of the installation were opened, ended or acknowledged. */
  incidentsChanged(): Promise<void>
  /** Bookings of these devices began, ended or changed: who may control them is checked again. */
  bookingsChanged(deviceIds: DeviceId[]): Promise<void>
  /** Guest links of these devices, or visits by them, began, ended or changed: screens of guests are checked again. */
  screenLinksChanged(deviceIds: DeviceId[]): Promise<void>
  /** The visits of guests whose pages are connected to this server. */
  visitIds(): ScreenVisitId[]
  stats(): HubStats
  /** Closes all sockets with 1001, in under two seconds; the bus stays open. */
  close(): Promise<void>
}
