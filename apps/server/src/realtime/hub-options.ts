import type { IncomingMessage, Server } from 'node:http'
import type { ChargeLimit } from '@fleetdeck/contract/computer-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { ComputerId, DeviceId, RecordingId, UserId } from '@fleetdeck/contract/ids'
import type { HttpOrder } from '@fleetdeck/contract/phone-api'
import type { Timeline } from '@fleetdeck/contract/recordings'
import type { OfferedScrcpy } from '@fleetdeck/contract/scrcpy-server'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { TextValues } from '@fleetdeck/i18n/fill-text'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Caller } from '../platform/core/caller.ts'
import type { Bus } from './bus/bus.ts'

export type Awaitable<T> = T | Promise<T>

/** A device as one caller sees it; settings as in spec §3, device settings. */
export interface VisibleDevice {
  id: DeviceId
  deviceNo: string
  settings: Record<string, string>
  /** Otherwise the caller may only view its screen. */
  mayControl: boolean
  /** Somebody else has booked it, and the caller may not overrule that. */
  isReserved?: boolean
}

/** The fields that a wall needs. */
export type WallDevice = Omit<VisibleDevice, 'settings'>

export type PhoneIdentity =
  /**
   * heartbeatSeconds: the phone's own, if it differs from the site's.
   * publicKey: the key that it has to prove; null for a phone without a key pair.
   */
  | {
      deviceId: DeviceId
      deviceNo: string
      publicKey: string | null
      /** Set when its tenant requires authors of scripts. */
      authors?: EndorsedAuthor[]
      heartbeatSeconds?: number
    }
  | { refused: 'disabled' | 'expired' | 'overQuota' }

export type ComputerIdentity =
  | { computerId: ComputerId; name: string; chargeLimit: ChargeLimit | null }
  | { refused: 'expired' }

/** The scope of a change of devices. Without deviceIds every open screen and log is checked again. */
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

/** Where the last frames of phones are stored over a restart of the server. */
export interface LastFrameStore {
  folder: string
  /**
   * What must be the same for a frame to be shown still: who owns the device, and which phone it is. Devices that do
   * not exist are missing.
   */
  identities(ids: DeviceId[]): Promise<Map<DeviceId, string>>
}

/** The hub's external dependencies; it knows no table and no feature. */
export interface HubOptions {
  /** Of this process among the servers of the installation. */
  serverName?: string
  /** Where it is: phones are spread over the servers of one region. */
  region?: string | undefined
  server: Pick<Server, 'on' | 'off'>
  bus: Bus
  log: HubLog
  /** By the token of a session or of a visit, or an access token. */
  authenticate(token: string, ip: string): Awaitable<Caller | undefined>
  authenticatePhone(token: string, ip: string): Awaitable<PhoneIdentity | undefined>
  /** For the socket of a computer that runs the agent. */
  authenticateComputer?(token: string, ip: string): Awaitable<ComputerIdentity | undefined>
  /** Whether this phone, which has no socket, gets the order with its next heartbeat over HTTP. */
  leaveForPhone?(deviceId: DeviceId, order: HttpOrder): Awaitable<boolean>
  /** Stores the key that the owner of this token has proven, if the phone has none yet. */
  adoptPhoneKey(token: string, publicKey: string): Awaitable<unknown>
  /** The key by which phones know what the installation signs. */
  signer?: { publicKey: string; sign(text: string): string }
  /** The server file of scrcpy, if agents receive one. */
  offeredScrcpy?(): OfferedScrcpy | undefined
  /** Undefined if there is no such device or the caller may not see it. */
  findDevice(caller: Caller, deviceNo: string): Awaitable<VisibleDevice | undefined>
  visibleDeviceIds(caller: Caller, ids: DeviceId[]): Awaitable<DeviceId[]>
  /** Those of the devices for which the caller has the permission, without those that others have booked. */
  permitted(caller: Caller, permission: string, ids: DeviceId[]): Awaitable<DeviceId[]>
  /** The devices that the caller may see on a wall. */
  wallDevices(caller: Caller, ids: DeviceId[]): Awaitable<WallDevice[]>
  /**
   * The recording, for a caller who may replay it.
   *
   * @throws AppError forbidden, notFound, recordingFileGone
   */
  findRecording?(caller: Caller, id: RecordingId): Awaitable<Timeline & { deviceNo: string }>
  /** Without it they are in memory only. */
  lastFrameStore?: LastFrameStore
  /** Maximum bits per second of one wall. */
  wallBitsPerSecond?(): number
  may(caller: Caller, permission: string): boolean
  text(language: Language, key: TextKey, values?: TextValues): string
  heartbeatSeconds(): number
  /** For a peer connection of a user with that name; created for each connection, as credentials expire. */
  iceServers?(name: string): IceServer[]
  /** Whether phones are spread over the servers again when one of them has too many; true by default. */
  spreadsPhones?(): boolean
  /** Origins in addition to the request's own host, such as `https://console.example.org`. */
  allowedOrigins?: readonly string[]
  /** The address of a phone; by default the socket's own. Behind a proxy the caller knows the real one. */
  readAddress?(request: IncomingMessage): string
  /** Sent to a console that starts to watch, so that it misses nothing since it loaded its list. */
  currentStates?(ids: DeviceId[]): Awaitable<DeviceState[]>
  /** Whether a change concerns this caller; without it every console is notified. */
  concerns?(caller: Caller, change: DevicesChange): Awaitable<boolean>
  timing?: Partial<HubTiming>
}

/** Milliseconds. */
export interface HubTiming {
  /** How long states and log lines are collected before they are published. */
  tick: number
  /** Interval of the check for silent sockets. */
  sweep: number
  /** Interval at which a viewer's server confirms that the viewer is still connected. */
  keepAlive: number
  /** A viewer without confirmation for this long has lost the seat: its server died. */
  viewerSilence: number
  /** A socket silent for this long is dead; for phones three heartbeats, if that is longer. */
  socketSilence: number
  /** Deadline for a connected phone to register. */
  register: number
  commandAnswer: number
  /** Deadline for another server to tell who is in a phone's room. */
  roomAnswer: number
  /** Minimum time between two devicesChanged of a console, and between two deviceStates with many phones. */
  consolePace: number
  /** Minimum time between two deviceStates with few phones. */
  consoleLeast: number
  /** Interval at which a wall is updated. */
  wallTick: number
  /** After this, a viewer who has acknowledged no frame is assumed never to acknowledge any. */
  firstAnswer: number
  /** Deadline for other servers to send their stored log lines. */
  logHistory: number
  close: number
  /** How long a page without a session is delayed, if its address has asked for many sockets. */
  strangerHeld: number
  /** Interval at which servers report how many phones they have, and ask surplus ones to connect again. */
  balance: number
  /** A server counts for others after this time. */
  steadyServer: number
  /** A phone that was asked to connect again counts as connected for this time. */
  move: number
}

export const defaultTiming: HubTiming = {
  tick: 100,
  sweep: 1000,
  keepAlive: 5000,
  viewerSilence: 15_000,
  socketSilence: 30_000,
  register: 10_000,
  commandAnswer: 5000,
  roomAnswer: 1000,
  consolePace: 1000,
  consoleLeast: 200,
  wallTick: 100,
  firstAnswer: 3000,
  logHistory: 1000,
  close: 1500,
  strangerHeld: 1000,
  balance: 1000,
  steadyServer: 10_000,
  move: 10_000,
}
