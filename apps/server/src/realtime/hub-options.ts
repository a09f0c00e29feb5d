import type { IncomingMessage, Server } from 'node:http'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Caller } from '../platform/core/caller.ts'
import type { Bus } from './bus/bus.ts'

export type Awaitable<T> = T | Promise<T>

/** A device as one caller sees it; settings as spec §3, device settings. */
export interface VisibleDevice {
  id: DeviceId
  deviceNo: string
  settings: Record<string, string>
  /** Otherwise the caller may look at its screen, no more. */
  mayControl: boolean
}

/** What of it a wall needs. */
export type WallDevice = Omit<VisibleDevice, 'settings'>

export type PhoneIdentity =
  /** heartbeatSeconds: the phone's own, where it is not the site's. */
  | { deviceId: DeviceId; deviceNo: string; heartbeatSeconds?: number }
  | { refused: 'disabled' | 'expired' | 'overQuota' }

/** What a change of devices touched. Without deviceIds every open screen and log is checked again. */
export interface DevicesChange {
  deviceIds?: DeviceId[]
  /** Owners before and after the change. */
  tenantIds?: UserId[]
}

export interface DeviceState {
  id: DeviceId
  runtime: DeviceRuntime
}

export interface HubLog {
  warn(info: object, message: string): void
  error(info: object, message: string): void
}

/** Everything the hub needs from outside; it knows no table and no feature. */
export interface HubOptions {
  server: Pick<Server, 'on' | 'off'>
  bus: Bus
  log: HubLog
  authenticateSession(token: string): Awaitable<Caller | undefined>
  authenticatePhone(token: string, ip: string): Awaitable<PhoneIdentity | undefined>
  /** Undefined when there is no such device or the caller may not see it. */
  findDevice(caller: Caller, deviceNo: string): Awaitable<VisibleDevice | undefined>
  visibleDeviceIds(caller: Caller, ids: DeviceId[]): Awaitable<DeviceId[]>
  /** Those of them that the caller may see on his wall. */
  wallDevices(caller: Caller, ids: DeviceId[]): Awaitable<WallDevice[]>
  /** Bits a second that one wall may take. */
  wallBitsPerSecond?(): number
  may(caller: Caller, permission: string): boolean
  text(language: Language, key: TextKey): string
  heartbeatSeconds(): number
  /** For a peer connection of somebody with that name; made anew for each, as credentials run out. */
  iceServers?(name: string): IceServer[]
  /** Origins besides the request's own host, such as `https://console.example.org`. */
  allowedOrigins?: readonly string[]
  /** The address of a phone; the socket's own when left out. Behind a proxy the caller knows better. */
  addressOf?(request: IncomingMessage): string
  /** Sent to a console that begins to watch, so that it misses nothing since it loaded its list. */
  currentStates?(ids: DeviceId[]): Awaitable<DeviceState[]>
  /** Whether a change is worth telling this caller; without it every console is told. */
  concerns?(caller: Caller, change: DevicesChange): Awaitable<boolean>
  timing?: Partial<HubTiming>
}

/** Milliseconds. */
export interface HubTiming {
  /** How long states and log lines are gathered before they go over the bus. */
  tick: number
  /** Pace at which silence is looked for. */
  sweep: number
  /** A viewer's server says at this pace that the viewer is still there. */
  keepAlive: number
  /** A viewer not heard of for this long has lost his place: his server is gone. */
  viewerSilence: number
  /** A socket silent for this long is dead; phones have three heartbeats, if that is longer. */
  socketSilence: number
  /** A connected phone must have registered by then. */
  register: number
  commandAnswer: number
  /** Least time between two devicesChanged of a console, and between two deviceStates that tell of many phones. */
  consolePace: number
  /** Least time between two deviceStates that tell of few phones. */
  consoleLeast: number
  /** Pace at which a wall is sent what is new. */
  wallTick: number
  /** After this, a viewer who has answered no picture at all is taken for one that never will. */
  firstAnswer: number
  /** Other servers must have handed over their kept log lines by then. */
  logHistory: number
  close: number
}

export const defaultTiming: HubTiming = {
  tick: 100,
  sweep: 1000,
  keepAlive: 5000,
  viewerSilence: 15_000,
  socketSilence: 30_000,
  register: 15_000,
  commandAnswer: 5000,
  consolePace: 1000,
  consoleLeast: 200,
  wallTick: 100,
  firstAnswer: 3000,
  logHistory: 1000,
  close: 1500,
}
