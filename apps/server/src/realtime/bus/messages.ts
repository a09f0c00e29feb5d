import type { ClientFrame } from '@fleetdeck/contract/device-socket'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { PhoneFrame, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { RecordingEnd, RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { ConsoleCommand, DeviceState, DevicesChange } from '../hub-types.ts'
import type { Bus } from './bus.ts'
import { JsonChannel } from './json-channel.ts'

type Sent<Action extends ClientFrame['action']> = Extract<ClientFrame, { action: Action }>
type Told<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

/** What only the one who controls the phone may do. */
export type Input =
  | Sent<'canvas_action'>
  | Sent<'typeText'>
  | Sent<'pressKey'>
  | Sent<'setClipboard'>
  | Sent<'askClipboard'>

/** One viewer's wish to see the screen. */
export interface Seat {
  viewer: string
  name: string
  /** All device settings, the viewer's own choices included. */
  setting: Record<string, string>
  /** Never given control. */
  watches?: boolean
  /** A tile among many: pictures no wider than so many pixels, at most one in so many ms. */
  wall?: { width: number; delayMs: number }
  /** Set when the viewer comes back by himself: he gets control only if he had it. */
  returning?: { controlled: boolean }
  /** Set for a place that no page holds. */
  guest?: Guest
}

/** A server in a phone's room: it records what goes on there, unseen but for its mark, or plays inputs and sees nothing. */
export type Guest = { recording: RecordingMark } | 'player'

/** To the server that holds a phone's socket. */
export type PhoneMail =
  /** A new socket of the phone; all earlier ones are replaced. */
  | { kind: 'claim'; session: string; server: string }
  | { kind: 'close'; code: number; reason: string }
  | { kind: 'order'; order: PhoneOrder }
  /** Is it there? The number of receivers is the answer. */
  | { kind: 'poke' }
  /** Who is in the room? */
  | { kind: 'look'; viewer: string }
  | ({ kind: 'join' } & Seat)
  | ({ kind: 'keep' } & Seat)
  | { kind: 'exit'; viewer: string }
  | { kind: 'release'; viewer: string }
  | { kind: 'input'; viewer: string; frame: Input }
  | { kind: 'ask'; viewer: string }
  | { kind: 'grant'; viewer: string; to: string; isGranted: boolean }
  | { kind: 'take'; viewer: string }
  | { kind: 'measure'; viewer: string; isOn: boolean }
  | { kind: 'askTiming'; viewer: string; frame: Sent<'askTiming'> }
  | { kind: 'signal'; viewer: string; frame: Sent<'answer'> | Sent<'candidate'> }
  | { kind: 'command'; viewer: string; command: ConsoleCommand; cmdSubId: string }

export interface RoomFacts {
  controller: string | null
  seats: { viewer: string; name: string; isWall?: boolean }[]
  asking: string[]
  recording: RecordingMark | null
}

type ToOne<Action extends PhoneFrame['action']> = Omit<Told<Action>, 'viewer'>
export type Signal = ToOne<'offer'> | ToOne<'candidate'> | ToOne<'videoFailed'> | ToOne<'timing'>

/** From the server that holds a phone's socket to those with viewers. */
export type RoomNews =
  | { kind: 'online'; session: string }
  /** session: a late word of a replaced socket must not be taken for its successor's. */
  | { kind: 'gone'; session: string }
  | { kind: 'joined'; viewer: string }
  | { kind: 'refused'; viewer: string; text: TextKey }
  | ({ kind: 'room'; session: string; to?: string } & RoomFacts)
  /** An empty msg stands for a general text. */
  | { kind: 'stopped'; msg: string }
  /** What a phone says to one viewer. */
  | { kind: 'signal'; viewer: string; frame: Signal }
  | { kind: 'clipboard'; viewer: string; text: string }
  /** The phone was given this; told only while somebody records. */
  | { kind: 'input'; name: string; frame: Input }
  | ({ kind: 'recordingEnded' } & RecordingEnd)
  | { kind: 'commandSent'; viewer: string; cmdSubId: string }
  | { kind: 'commandRefused'; viewer: string; cmdSubId: string; text: TextKey }
  | { kind: 'commandState'; cmdSubId: string; state: Told<'commandState'>['state']; msg: string }

/** To the servers with open logs of a phone. */
export type LogNews =
  | { kind: 'live'; server: string; lines: LogLine[] }
  | { kind: 'kept'; server: string; to: string; lines: LogLine[] }
/** To all servers: hand over what you kept. */
export type LogWish = { deviceId: DeviceId; to: string }

/** To the browser sockets of all servers. */
export type ConsoleNews =
  | { kind: 'endSessions'; sessionIds: number[] }
  /** Null means everybody. */
  | { kind: 'rightsChanged'; userIds: UserId[] | null }
  | { kind: 'devicesChanged'; change: DevicesChange }
  | { kind: 'presenceChanged' }
  | { kind: 'parametersChanged' }
  | { kind: 'noticesChanged' }
  | { kind: 'dictionariesChanged' }
  | { kind: 'commandsChanged' }
  | { kind: 'tasksChanged' }
  | { kind: 'tryEnded'; runId: string }
  | { kind: 'alarmsChanged'; change: DevicesChange }

export const toPhone = (bus: Bus, deviceId: DeviceId) =>
  new JsonChannel<PhoneMail>(bus, `to-phone:${deviceId}`)
export const fromPhone = (bus: Bus, deviceId: DeviceId) =>
  new JsonChannel<RoomNews>(bus, `from-phone:${deviceId}`)
export const logOf = (bus: Bus, deviceId: DeviceId) => new JsonChannel<LogNews>(bus, `log:${deviceId}`)
export const logWishes = (bus: Bus) => new JsonChannel<LogWish>(bus, 'log-wishes')
export const consoleNews = (bus: Bus) => new JsonChannel<ConsoleNews>(bus, 'consoles')
export const deviceStates = (bus: Bus) => new JsonChannel<DeviceState[]>(bus, 'device-states')
/** Binary: pictures as the phone sent them (screen-frame.ts). */
export const framesOf = (deviceId: DeviceId) => `frames:${deviceId}`
