import type { ComputerFrame, OrderedCommand } from '@fleetdeck/contract/computer-socket'
import type { ClientFrame } from '@fleetdeck/contract/device-socket'
import type { ComputerId, DeviceId, RecordingId, SessionId, UserId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import type { PhoneFrame, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { RecordingEnd, RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { ServerDuty } from '@fleetdeck/contract/service-monitor'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { ConsoleCommand } from '../hub-events.ts'
import type { DeviceState, DevicesChange } from '../hub-options.ts'
import type { Bus } from './bus.ts'
import { JsonChannel } from './json-channel.ts'

type ClientFrameOf<Action extends ClientFrame['action']> = Extract<ClientFrame, { action: Action }>
type PhoneFrameOf<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

/** Actions that only the controller of the phone may do. */
export type Input =
  | ClientFrameOf<'canvas_action'>
  | ClientFrameOf<'typeText'>
  | ClientFrameOf<'pressKey'>
  | ClientFrameOf<'holdKeys'>
  | ClientFrameOf<'setClipboard'>
  | ClientFrameOf<'askClipboard'>

/** One viewer's request to see the screen. */
export interface Seat {
  viewer: string
  /** Of the viewer; missing from servers of former versions. */
  server?: string
  name: string
  /** The client behind it, within its session: its new socket takes over the seat of its old one. */
  client?: string
  /** All device settings, including the viewer's own choices. */
  setting: Record<string, string>
  /** Never gets control. */
  watches?: boolean
  /** Takes audio with its video. */
  sound?: true
  /** It only watches because somebody else has booked the phone. */
  isReserved?: boolean
  /** Of a guest with a link. */
  byLink?: boolean
  /** A tile among many: maximum width of the frames in pixels, and minimum ms between two. */
  wall?: { width: number; delayMs: number }
  /** Set when the viewer reconnects automatically: the viewer gets control only after having had it. */
  returning?: { controlled: boolean }
  /** Set for a seat without a page. */
  guest?: Guest
}

/**
 * A server in a phone's room: it records the room and is only visible as a mark, or replays inputs and receives no
 * frames.
 */
export type Guest = { recording: RecordingMark } | 'player'

/** To the server with the phone's socket. */
export type PhoneMessage =
  /** A new socket of the phone; all earlier ones are replaced. */
  | { kind: 'claim'; session: string; server: string }
  | { kind: 'close'; code: number; reason: string }
  | { kind: 'order'; order: PhoneOrder }
  /** Is the phone connected? The number of receivers is the answer. */
  | { kind: 'poke' }
  /** Asks which phone it is, and where. */
  | { kind: 'askOrigin'; asker: string }
  /** Asks for the members of the room. */
  | { kind: 'look'; viewer: string }
  | ({ kind: 'join' } & Seat)
  | ({ kind: 'keep' } & Seat)
  | { kind: 'exit'; viewer: string }
  /** Ended by another server than the recorder's, which may no longer run. */
  | { kind: 'endRecording'; id: RecordingId }
  | { kind: 'release'; viewer: string }
  | { kind: 'input'; viewer: string; frame: Input }
  | { kind: 'ask'; viewer: string }
  | { kind: 'tool'; viewer: string; frame: ClientFrameOf<'askTool'> }
  | { kind: 'grant'; viewer: string; to: string; isGranted: boolean }
  | { kind: 'take'; viewer: string }
  | { kind: 'measure'; viewer: string; isOn: boolean }
  | { kind: 'askTiming'; viewer: string; frame: ClientFrameOf<'askTiming'> }
  | { kind: 'signal'; viewer: string; frame: ClientFrameOf<'answer' | 'candidate' | 'listen'> }
  | { kind: 'command'; viewer: string; command: ConsoleCommand; cmdSubId: string }

export interface RoomState {
  controller: string | null
  seats: { viewer: string; name: string; isWall?: boolean; byLink?: boolean }[]
  asking: string[]
  recording: RecordingMark | null
}

type ToOne<Action extends PhoneFrame['action']> = Omit<PhoneFrameOf<Action>, 'viewer'>
export type Signal =
  | ToOne<'offer'>
  | ToOne<'candidate'>
  | ToOne<'videoFailed'>
  | ToOne<'sound'>
  | ToOne<'timing'>

/** From the server with the phone's socket to those with viewers. */
export type RoomEvent =
  | { kind: 'online'; session: string }
  /** session: a late message of a replaced socket must not be mistaken for its successor's. */
  | { kind: 'gone'; session: string }
  /** Missing from phones that do not tell. */
  | { kind: 'origin'; to: string; origin?: PhoneOrigin }
  | { kind: 'joined'; viewer: string }
  | { kind: 'refused'; viewer: string; text: TextKey }
  /** A newer socket of the same client took over this viewer's seat; sent before the room without it. */
  | { kind: 'replaced'; viewer: string }
  /** region: of the phone's server. */
  | ({ kind: 'room'; session: string; to?: string; region?: string | undefined } & RoomState)
  /** An empty msg means a general text. */
  | { kind: 'stopped'; msg: string }
  /** A message of the phone for one viewer. */
  | { kind: 'signal'; viewer: string; frame: Signal }
  | { kind: 'clipboard'; viewer: string; text: string }
  | { kind: 'toolReply'; viewer: string; reply: ToOne<'toolReply'> }
  | { kind: 'toolRefused'; viewer: string; id: string; text: TextKey }
  | { kind: 'systemLog'; viewer: string; log: ToOne<'systemLog'> }
  /** A message sent to the phone; published only during a recording, and for a guest with a link. */
  | { kind: 'input'; viewer: string; name: string; frame: Input }
  | ({ kind: 'recordingEnded' } & RecordingEnd)
  | { kind: 'commandSent'; viewer: string; cmdSubId: string }
  | { kind: 'commandRefused'; viewer: string; cmdSubId: string; text: TextKey }
  | { kind: 'commandState'; cmdSubId: string; state: PhoneFrameOf<'commandState'>['state']; msg: string }

/** To the servers with open logs of a phone. */
export type LogMessage =
  | { kind: 'live'; server: string; lines: LogLine[] }
  | { kind: 'kept'; server: string; to: string; lines: LogLine[] }
/** To all servers: send the stored log lines. */
export type LogQuery = { deviceId: DeviceId; to: string }

/** To all servers: send newer last frames of these phones. */
export interface LastFrameQuery {
  to: string
  query: number
  /** Until when each phone showed the frame that this server has, in ms since 1970; 0: it has none. */
  phones: (readonly [DeviceId, number])[]
}

/** Between the servers, about the phones of each. */
export type ServerMessage =
  | { kind: 'load'; server: string; phones: number; region?: string | undefined }
  /** The server stops. */
  | { kind: 'leaves'; server: string }
  /** Phones that are asked to connect again within this time, and since when each has been online, in ms since 1970. */
  | { kind: 'moving'; phones: [DeviceId, number][]; withinMs: number }

export type ServerOrder = 'drain' | 'resume' | 'spread'

/** Between the servers, about what each does for the load balancer. */
export type DutyMessage =
  | { kind: 'duty'; server: string; name: string; duty: ServerDuty }
  /** To the server of this name, or to all. */
  | { kind: 'order'; id: string; name: string | null; order: ServerOrder }
  /** isDone: false when it is the last one in service. */
  | { kind: 'ordered'; id: string; isDone: boolean }

/** To the browser sockets of all servers. */
export type ConsoleMessage =
  | { kind: 'endSessions'; sessionIds: SessionId[] }
  /** Null means all users. */
  | { kind: 'rightsChanged'; userIds: UserId[] | null }
  | { kind: 'devicesChanged'; change: DevicesChange }
  | { kind: 'presenceChanged' }
  | { kind: 'parametersChanged' }
  | { kind: 'noticesChanged' }
  | { kind: 'dictionariesChanged' }
  | { kind: 'commandsChanged' }
  | { kind: 'tasksChanged' }
  | { kind: 'tryEnded'; runKey: string }
  | { kind: 'alarmsChanged'; change: DevicesChange }
  | { kind: 'questionsChanged'; change: DevicesChange }
  | { kind: 'accountAlertsChanged'; userIds: UserId[] | null }
  | { kind: 'incidentsChanged' }
  | { kind: 'bookingsChanged'; deviceIds: DeviceId[] }
  | { kind: 'screenLinksChanged'; deviceIds: DeviceId[] }

/** To the server with the computer's socket. */
export type ComputerMessage =
  /** A new socket of the computer; all earlier ones are replaced. */
  { kind: 'claim'; session: string } | { kind: 'command'; id: string; command: OrderedCommand }
/** From the server with the computer's socket to the one that sent the command. */
export type ComputerAnswer = Extract<ComputerFrame, { action: 'commandDone' | 'commandFailed' }>

export const toPhone = (bus: Bus, deviceId: DeviceId) =>
  new JsonChannel<PhoneMessage>(bus, `to-phone:${deviceId}`)
export const fromPhone = (bus: Bus, deviceId: DeviceId) =>
  new JsonChannel<RoomEvent>(bus, `from-phone:${deviceId}`)
export const toComputer = (bus: Bus, computerId: ComputerId) =>
  new JsonChannel<ComputerMessage>(bus, `to-computer:${computerId}`)
export const fromComputer = (bus: Bus, computerId: ComputerId) =>
  new JsonChannel<ComputerAnswer>(bus, `from-computer:${computerId}`)
export const logChannel = (bus: Bus, deviceId: DeviceId) =>
  new JsonChannel<LogMessage>(bus, `log:${deviceId}`)
export const logQueries = (bus: Bus) => new JsonChannel<LogQuery>(bus, 'log-wishes')
export const lastFrameQueries = (bus: Bus) => new JsonChannel<LastFrameQuery>(bus, 'last-frame-queries')
/** Binary: the answers to the queries of this server (last-frames.ts). */
export const lastFrameAnswers = (serverId: string) => `last-frames:${serverId}`
export const serverChannel = (bus: Bus) => new JsonChannel<ServerMessage>(bus, 'servers')
export const dutyChannel = (bus: Bus) => new JsonChannel<DutyMessage>(bus, 'server-duties')
export const consoleChannel = (bus: Bus) => new JsonChannel<ConsoleMessage>(bus, 'consoles')
export const deviceStates = (bus: Bus) => new JsonChannel<DeviceState[]>(bus, 'device-states')
/** Binary: frames as the phone sent them (screen-frame.ts). */
export const frameChannel = (deviceId: DeviceId) => `frames:${deviceId}`
