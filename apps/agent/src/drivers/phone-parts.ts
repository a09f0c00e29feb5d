import type {
  PhoneApp,
  PhonePlace,
  PhonePosition,
  SystemLogLine,
  ToolFailure,
} from '@fleetdeck/contract/phone-tools'

/** The app whose screen is in front. */
export interface CurrentApp {
  id: string
  activity: string
}

export interface AppVersion {
  versionName: string
  versionCode: number
}

/** As Android's Intent. */
export interface AppIntent {
  action?: string | undefined
  data?: string | undefined
  /** The MIME type of the data. */
  type?: string | undefined
  package?: string | undefined
  /** `com.example.shop/.CartActivity`. */
  component?: string | undefined
  category?: string | undefined
  extras?: Record<string, string | number | boolean> | undefined
  flags?: number | undefined
}

export interface PhoneApps {
  current(): Promise<CurrentApp>
  /** Undefined when the app is not installed. */
  installed(app: string): Promise<AppVersion | undefined>
  stop(app: string): Promise<void>
  /** Deletes all data of the app, as after its installation. */
  clearData(app: string): Promise<void>
  /** app: by its id; without it, the phone decides which app opens the link. */
  openLink(url: string, app?: string): Promise<void>
  startIntent(intent: AppIntent): Promise<void>
}

export interface PhoneNotification {
  /** The id of its app. */
  app: string
  title: string
  text: string
  /** ms since 1970; undefined when the phone does not report it. */
  time: number | undefined
}

export interface PhoneNotifications {
  /** The newest first. */
  list(): Promise<PhoneNotification[]>
  /** Dismisses all that can be dismissed. */
  clear(): Promise<void>
  /** Pulls the panel of notifications down. */
  openPanel(): Promise<void>
}

export type Degrees = 0 | 90 | 180 | 270
export type VolumeStream = 'media' | 'ring' | 'alarm'

/**
 * Restores the value from before a change; a phone may also do so by itself when the connection to it ends. `keep`: the
 * change stays, and the function is not called any more.
 */
export type Undo = (() => Promise<void>) & { keep?: () => Promise<void> }

export interface PhoneSettings {
  /** The present rotation of the screen. */
  rotation(): Promise<{ degrees: Degrees; auto: boolean }>
  /** auto: the screen follows the position of the phone. */
  setRotation(to: Degrees | 'auto'): Promise<Undo>
  /** Percent. */
  brightness(): Promise<number>
  setBrightness(percent: number): Promise<Undo>
  /** Percent of the stream's highest volume. */
  volume(stream: VolumeStream): Promise<number>
  setVolume(stream: VolumeStream, percent: number): Promise<Undo>
  wifi(): Promise<{ on: boolean; name: string }>
  setWifi(on: boolean): Promise<Undo>
  airplaneMode(): Promise<boolean>
  setAirplaneMode(on: boolean): Promise<Undo>
  /** Whether the screen stays on while the phone is charging. */
  stayAwake(): Promise<boolean>
  setStayAwake(on: boolean): Promise<Undo>
  isScreenOn(): Promise<boolean>
  setScreenOn(on: boolean): Promise<void>
}

export interface PhoneFile {
  name: string
  isFolder: boolean
  /** Bytes. */
  size: number
  /** ms since 1970. */
  time: number
}

/** Files of the phone's storage; a path that does not start with / is in /sdcard. */
export interface PhoneFiles {
  /** Sorted by name. */
  list(folder: string): Promise<PhoneFile[]>
  /** UTF-8. */
  read(path: string): Promise<string>
  /** Creates missing folders and replaces an existing file. */
  write(path: string, text: string): Promise<void>
  /** Rejects for a missing file, and for a folder. */
  remove(path: string): Promise<void>
  exists(path: string): Promise<boolean>
  /** Makes a file visible in the gallery and other apps. */
  scanMedia(path: string): Promise<void>
}

/** What only the tools of a page use. */
export interface PhoneTools {
  /** Sorted by id; up to as many as a reply holds. */
  listApps(): Promise<PhoneApp[]>
  /** Passes lines of the system log on, the newest first ones included; resolves when it ends, at the signal too. */
  followLog(take: (line: SystemLogLine) => void, signal: AbortSignal): Promise<void>
  readPlace(): Promise<PhonePlace>
  setPosition(position: PhonePosition): Promise<void>
  setLanguage(language: string): Promise<void>
  /** By its number in readPlace; pictures, video and fingers are of this display from now on. */
  showDisplay?(id: number): Promise<void>
}

/** The phone cannot do what a tool wants. */
export class CannotDo extends Error {
  readonly failure: ToolFailure

  constructor(failure: ToolFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Bytes of a file that a script reads or writes as text. */
export const maxTextFileBytes = 1024 * 1024
export const maxListedFiles = 1000
const storage = '/sdcard'

/** The full path of a file in the phone's storage. */
export const fullPath = (path: string): string => (path.startsWith('/') ? path : `${storage}/${path}`)

export const inPercent = (value: number, most: number): number =>
  Math.min(100, Math.max(0, Math.round((value / most) * 100)))
