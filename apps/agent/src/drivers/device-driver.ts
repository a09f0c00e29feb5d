import type { PhoneKey, ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { RtpPacket } from 'werift'
import type { VideoCodec, VideoSource } from '../video/video-source.ts'

/** Facts that do not change while the agent runs. */
export interface DeviceIdentity {
  /** Stable over restarts and re-installs; printable ASCII without spaces, at most 128 characters. */
  hardwareId: string
  brand: string
  model: string
  imei: string
  osVersion: string
  apkVersion: string
}

/** What a heartbeat reports. A value that the phone cannot tell is left out. */
export interface DeviceStatus {
  runMode?: string
  /** Whether the phone's automation service runs. */
  serviceOk?: boolean
  /** Percent. */
  battery?: number
  charging?: boolean
  /** °C. */
  batteryTemp?: number
  /** 0 to 255, as Android counts it. */
  brightness?: number
  /** Bytes. */
  sdCardSpace?: number
  /** Bytes. */
  sdCardLeftSpace?: number
  /** Bytes. */
  totalMemory?: number
  /** Bytes. */
  availMemory?: number
}

export interface CaptureRequest {
  /** Size of the picture in percent of the screen's, 1 to 100. */
  scalePercent: number
  /** JPEG quality in percent, 1 to 100. */
  quality: number
  /** Revision of the picture that the caller has; the same picture is not worth coding again. */
  knownRevision?: number
  /** Draw the time code (contract, time-code.ts) into the picture, if the phone can. */
  timeCode?: boolean
}

export interface Capture {
  jpeg: Uint8Array
  /** Pixels of the picture. */
  width: number
  height: number
  /** Pixels of the screen in its present rotation. */
  screenWidth: number
  screenHeight: number
  /** Another number for each picture that differs; only equality has a meaning. */
  revision: number
  /** Milliseconds that reading the screen and coding the picture took, as far as the phone can tell them apart. */
  captureMs?: number
  encodeMs?: number
}

export interface VideoRequest {
  /** Size of the video in percent of the screen's, 1 to 100. */
  scalePercent: number
  /** As in CaptureRequest. */
  timeCode: boolean
}

/** The screen as video until it is closed. */
export interface ScreenVideo extends VideoSource {
  /** Goes on with another size; viewers stay. */
  adjust(request: VideoRequest): void
  /** Shows the picture of an operator's camera, told as packets of VP8; missing where a phone cannot. */
  showCamera?(packet: RtpPacket): void
  /** The camera's picture cannot be read on without a key frame. */
  onCameraLoss?: () => void
  /** Milliseconds that reading the screen takes at present. */
  readonly captureMs: number | undefined
}

/** The screen in full size, without the losses of a coded picture. */
export interface ScreenPixels {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  rgba: Uint8ClampedArray
}

/** Words on the screen, and where they stand in pixels. */
export interface ScreenText {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** Something on the screen that has words, a name that programs know it by, or both; the other one is empty. */
export interface ScreenPart extends ScreenText {
  /** As Android writes it: `com.example.shop:id/buy`. */
  id: string
}

export interface ScreenAction {
  type: ScreenActionType
  /** Fractions of the screen from its upper left corner, 0 to 1; they matter for touches and zooms. */
  x: number
  y: number
}

/** How the phone works on its own, as operators set it. */
export interface ControlSettings {
  runMode: 'automatic' | 'accessibility' | 'agent'
  /** A window over all apps with the newest lines of the log. */
  logWindow: boolean
  /** A button over all apps that starts and stops the script. */
  controlWindow: boolean
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type DriverEvent =
  /** Something worth a line in the phone's log happened. */
  | { type: 'log'; level: LogLevel; msg: string }
  /** The screen shows another picture; told only while the screen is watched. */
  | { type: 'screenChanged' }

/**
 * One phone. Every capability of the agent goes through this, so that simulated and real phones differ in drivers/ only.
 * A method that is missing is something the phone cannot do; its command is then answered as failed, with that reason.
 * Methods reject with an Error whose message may be shown to an operator.
 */
export interface DeviceDriver {
  readonly identity: DeviceIdentity

  readStatus(): Promise<DeviceStatus>

  /** Resolves to undefined when the screen still shows `knownRevision`. Rejects when the screen cannot be read. */
  capture(request: CaptureRequest): Promise<Capture | undefined>

  /**
   * Announces that captures will follow, until the returned function is called.
   * Drivers that answer true from `tellsScreenChanges` send screenChanged meanwhile; others are polled.
   */
  watchScreen(): () => void
  readonly tellsScreenChanges: boolean

  /** What openVideo will give; a phone without video shows pictures only. */
  readonly videoCodec?: VideoCodec
  /** Whether its video can show a camera. */
  readonly showsCamera?: boolean
  /** Rejects when there can be no video now. One at a time is open. */
  openVideo?(request: VideoRequest): Promise<ScreenVideo>

  /** Resolves when the phone has taken the action in; rejects when it could not. */
  input(action: ScreenAction): Promise<void>

  /** Types where the phone's cursor is; any language. */
  typeText?(text: string): Promise<void>
  pressKey?(key: PhoneKey): Promise<void>
  setClipboard?(text: string): Promise<void>
  readClipboard?(): Promise<string>

  /** The listener is called until the returned function is; several may listen. */
  listen(listener: (event: DriverEvent) => void): () => void

  /** Makes the phone show where it is. */
  locate?(): Promise<void>
  /** Shows a message over whatever the phone is at; it goes by itself, or the person at the phone wipes it away. */
  notify?(message: { title: string; text: string }): Promise<void>
  /** Resolves when the phone is up again. */
  reboot?(): Promise<void>
  /** Installs a package file; resolves to the name it is shown under. The file is gone afterwards. */
  install?(app: { file: string; name: string }): Promise<string>
  /** Puts a file into the phone's storage; resolves to where it is. */
  pushFile?(file: { file: string; name: string }): Promise<string>
  /** Ids of the apps that somebody installed, in the order of the alphabet. */
  listApps?(): Promise<string[]>
  /** Takes an app away, by its id; rejects when there is none. */
  uninstall?(app: string): Promise<void>
  /** Fetches a file of the phone's storage to this path of the computer; rejects when there is none. */
  pullFile?(place: string, file: string): Promise<void>
  /** Makes the phone go by these; called again with the same values after each connection. */
  configure?(control: ControlSettings): Promise<void>
  readPixels?(): Promise<ScreenPixels>
  /** In the order in which they are drawn. */
  readParts?(): Promise<ScreenPart[]>
  /** Opens an app by its id or name; rejects when there is none. */
  launch?(app: string): Promise<void>
  /** Resolves to what the command line printed. */
  runShell?(commandLine: string): Promise<string>

  /** Ends what the driver holds: timers, processes, pictures. */
  close(): Promise<void>
}
