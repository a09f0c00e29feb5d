import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { ScreenActionType, ScreenPoint, ScreenSource } from '@fleetdeck/contract/screen-action'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { RtpPacket } from 'werift'
import type { PhoneSound } from '../sound/phone-sound.ts'
import type { CodedFrames } from '../video/coded-frames.ts'
import type { VideoCodec, VideoSource } from '../video/video-source.ts'
import type { ServiceOutput } from './adb/service-output.ts'
import type { FingerPath } from './finger-paths.ts'
import type { PhoneApps, PhoneFiles, PhoneNotifications, PhoneSettings, PhoneTools } from './phone-parts.ts'

/** Properties that do not change while the agent runs. */
export interface DeviceIdentity {
  /** Stable over restarts and re-installs; printable ASCII without spaces, at most 128 characters. */
  hardwareId: string
  brand: string
  model: string
  imei: string
  osVersion: string
  apkVersion: string
}

/** The values of a heartbeat. Unknown values are omitted. */
export interface DeviceStatus {
  runMode?: string
  /** Whether the phone's automation service runs. */
  serviceOk?: boolean
  /** Percent. */
  battery?: number
  charging?: boolean
  /** °C. */
  batteryTemp?: number
  /** 0 to 255, as in Android. */
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
  /** Size of the frame in percent of the screen's, 1 to 100. */
  scalePercent: number
  /** JPEG quality in percent, 1 to 100. */
  quality: number
  /** Revision of the caller's frame; the same frame is not encoded again. */
  knownRevision?: number
  /** Draw the time code (contract, time-code.ts) into the frame, if the phone can. */
  timeCode?: boolean
}

export interface Capture {
  jpeg: Uint8Array
  /** Pixels of the frame. */
  width: number
  height: number
  /** Pixels of the screen in its present rotation, in which fingers touch. */
  screenWidth: number
  screenHeight: number
  /** A different number for each different frame; only equality has a meaning. */
  revision: number
  /** Milliseconds for reading the screen and encoding the frame, as far as the phone can separate them. */
  captureMs?: number
  encodeMs?: number
}

export interface VideoRequest {
  /** Size of the video in percent of the screen's, 1 to 100. */
  scalePercent: number
  /** As in CaptureRequest. */
  timeCode: boolean
  /** Frames a second; undefined: as many as the phone encodes. */
  maxFps?: number
  /** Undefined: as the lines of the viewers allow. */
  maxBitsPerSecond?: number
}

/** The screen as video until it is closed. */
export interface ScreenVideo extends VideoSource {
  /** Continues with another size; viewers stay. */
  adjust(request: VideoRequest): void
  /** Shows the image of an operator's camera, given as packets of VP8; undefined if the phone cannot. */
  showCamera?(packet: RtpPacket): void
  /** The camera's image cannot be decoded further without a key frame. */
  onCameraLoss?: () => void
  /** Present time for reading the screen, in milliseconds. */
  readonly captureMs: number | undefined
  /** For looks at the screen, while it runs. */
  readonly live?: LiveVideo | undefined
}

/** A running video as it comes from the phone. */
export interface LiveVideo {
  readonly frames: CodedFrames
  /** The phone encodes a new one. */
  requestKeyFrame(): void
}

export interface ScreenSize {
  width: number
  height: number
}

/** The screen in full size, without encoding losses. */
export interface ScreenPixels {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  rgba: Uint8ClampedArray
}

/**
 * The screen in full size as the phone gives it: its PNG is decoded where it is looked at, and then fitted to the size,
 * in which fingers touch, if it has another one.
 */
export type ScreenFrame = { width: number; height: number } & (
  | { png: Uint8Array }
  | Pick<ScreenPixels, 'rgba'>
)

/** A PNG of the screen that another process keeps, in its own size. */
export interface HeldPicture extends ScreenSize, Disposable {
  /** It shows a screen of this size, in whose pixels it is looked at. */
  fitTo(screen: ScreenSize): void
}

/**
 * Reads a PNG of the screen in another process, which keeps it; resolves to what stands for it there, or to undefined if
 * the output contains no complete picture.
 */
export type HoldFrame<Held> = (output: ServiceOutput, signal: AbortSignal) => Promise<Held | undefined>

/** Text on the screen, and its position in pixels. */
export interface ScreenText {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** A screen element with a text, a resource id, or both; the other one is empty. */
export interface ScreenElement extends ScreenText {
  /** In Android's format: `com.example.shop:id/buy`. */
  id: string
}

/** What an element can do, and its state. */
export const elementFlags = [
  'clickable',
  'longClickable',
  'checkable',
  'checked',
  'enabled',
  'focusable',
  'focused',
  'scrollable',
  'selected',
  'password',
] as const
type ElementFlags = Record<(typeof elementFlags)[number], boolean>

/** An element in the tree of the screen; its parent is the last one before it with a smaller depth. */
export interface TreeElement extends ScreenElement, ElementFlags {
  depth: number
  /** The class: `android.widget.Button`. */
  type: string
  package: string
  /** Its content description, which Android reads aloud; the text is empty if there is only this. */
  desc: string
  /** The words in an empty input field. */
  hint: string
  /** Its place among the children of its parent, from 0. */
  index: number
}

/** What a person reads on an element: its text, or else its description. */
export const wordsOf = ({ text, desc }: Pick<TreeElement, 'text' | 'desc'>): string => text || desc

export interface ScreenAction {
  type: ScreenActionType
  /** Fractions of the screen from its upper left corner, 0 to 1; used for touches and zooms. */
  x: number
  y: number
  /** The finger stands for a mouse wheel, which is turned where it touched; a phone without one drags the finger. */
  wheel?: boolean
  /** Of a touch: where a second finger is; it is down as long as touches have it. */
  second?: ScreenPoint
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
  /** An event for the phone's log. */
  | { type: 'log'; level: LogLevel; msg: string }
  /** The screen changed; emitted only while the screen is watched. */
  | { type: 'screenChanged' }
  /** screenSource is another one; `lost`: the way that failed, if that is why. */
  | { type: 'screenSource'; lost?: ScreenSource['lost'][number] }
  /** What the phone refused, or does again, while it was used. */
  | { type: 'found'; finding: CheckFinding }

/**
 * One phone. Every capability of the agent uses this interface, so that simulated and real phones differ in drivers/
 * only. A missing method means that the phone cannot do it; its command then fails with that reason. Methods reject
 * with an Error whose message may be shown to an operator.
 */
export interface DeviceDriver {
  readonly identity: DeviceIdentity

  readStatus(): Promise<DeviceStatus>

  /** Resolves to undefined when the screen still shows `knownRevision`. Rejects when the screen cannot be read. */
  capture(request: CaptureRequest): Promise<Capture | undefined>

  /**
   * Announces that captures will follow, until the returned function is called. Drivers whose `tellsScreenChanges`
   * returns true emit screenChanged in the meantime; others are polled.
   */
  watchScreen(): () => void
  readonly tellsScreenChanges: boolean

  /** The codecs that openVideo can send, the usual one first; a phone without any only shows frames. */
  readonly videoCodecs?: readonly VideoCodec[]
  /** How the screen is shown, or would be next; undefined if there is only one way. */
  readonly screenSource?: ScreenSource
  /** Whether its video can show a camera. */
  readonly showsCamera?: boolean
  /** Rejects when video is not available now. Only one is open at a time. */
  openVideo?(request: VideoRequest): Promise<ScreenVideo>

  /** Rejects with NoSound when its sound is not available. Only one is open at a time. */
  openSound?(): Promise<PhoneSound>

  /** Resolves when the phone has executed the action; rejects when it could not. */
  input(action: ScreenAction): Promise<void>
  /** Pixels in the present rotation, without a capture. `fresh`: as the phone reports it now. */
  readSize(options?: { fresh?: boolean }): Promise<ScreenSize>
  /** Whether `touch` and `input` take two fingers. */
  readonly canPinch?: boolean
  /** Moves fingers along their paths at the same time; resolves when they have lifted. */
  touch(fingers: readonly FingerPath[]): Promise<void>

  /** Types at the phone's cursor; any language. */
  typeText?(text: string): Promise<void>
  /** By its name, as in the contract's phone-keys.ts. */
  pressKey?(key: string): Promise<void>
  /** Plugs a hardware keyboard in, or out, which releases its keys. Rejects with CannotDo; out when the driver closes. */
  setKeyboard?(isOn: boolean): Promise<void>
  /** The keys of that keyboard that are held, by `KeyboardEvent.code`; all others are released. */
  holdKeys?(keys: readonly string[]): Promise<void>
  /** Removes so many characters at the end of the focused field. */
  eraseText?(characters: number): Promise<void>
  setClipboard?(text: string): Promise<void>
  /** copies: what is selected is copied first, if the phone can. */
  readClipboard?(options?: { copies?: boolean }): Promise<string>

  /** Darkens the panel while the phone goes on working. Rejects with CannotDo; lit again when the driver closes. */
  setDisplay?(isOn: boolean): Promise<void>

  /**
   * What it cannot do at present, although it has the methods for it. `assumed`: what has not failed counts as working,
   * so that nothing is started on the phone to find out.
   */
  missing?(options?: { assumed?: boolean }): Promise<Capability[]>

  /** What works on the phone and what must be mended, within 10 s; what it cannot tell is missing. */
  check?(): Promise<CheckFinding[]>

  readonly apps?: PhoneApps
  readonly notifications?: PhoneNotifications
  readonly settings?: PhoneSettings
  readonly files?: PhoneFiles
  readonly tools?: PhoneTools

  /** The listener is called until the returned function is; there may be several. */
  listen(listener: (event: DriverEvent) => void): () => void

  /** Makes the phone signal its location and show this label; false if it could not show the label. */
  locate?(label: string): Promise<boolean>
  /** Shows a message over the present app; it disappears automatically or when the user swipes it away. */
  notify?(message: { title: string; text: string }): Promise<void>
  /** Resolves when the phone has booted again. */
  reboot?(): Promise<void>
  /** Installs a package file; resolves to its display name. The file is removed afterwards. */
  install?(app: { file: string; name: string }): Promise<string>
  /** Puts a file into the phone's storage; resolves to its path. */
  pushFile?(file: { file: string; name: string }): Promise<string>
  /** Ids of the apps that were not preinstalled, sorted alphabetically. */
  listApps?(): Promise<string[]>
  /** Removes an app by its id; rejects when there is none. */
  uninstall?(app: string): Promise<void>
  /** Fetches a file of the phone's storage to this path of the computer; rejects when there is none. */
  pullFile?(place: string, file: string): Promise<void>
  /** Applies these settings; called again with the same values after each connection. */
  configure?(control: ControlSettings): Promise<void>
  /** With `hold`, phones behind an adb server are read by it. The memory of other frames belongs to the caller. */
  readFrame?<Held extends HeldPicture>(hold?: HoldFrame<Held>): Promise<ScreenFrame | Held>
  /** The video that openVideo has started, while it runs: looks at it cost the phone nothing. */
  readonly liveVideo?: LiveVideo | undefined
  /** In drawing order. */
  readElements?(): Promise<ScreenElement[]>
  /**
   * All elements, from the root on, each followed by its children. Looks at the same time share one result; with
   * `maxAge` also an earlier one of so many milliseconds.
   */
  readTree?(options?: { maxAge?: number }): Promise<TreeElement[]>
  /** Opens an app by its id or name; rejects when there is none. */
  launch?(app: string): Promise<void>
  /** Resolves to the output of the command line. */
  runShell?(commandLine: string): Promise<string>

  /** Releases the driver's resources: timers, processes, frames. */
  close(): Promise<void>
}
