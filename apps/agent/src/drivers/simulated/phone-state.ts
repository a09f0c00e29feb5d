import type { PhonePosition } from '@fleetdeck/contract/phone-tools'
import type { Language } from '@fleetdeck/i18n/languages'
import type { ControlSettings } from '../device-driver.ts'
import type { Degrees, PhoneNotification, VolumeStream } from '../phone-parts.ts'
import type { View } from './app-logic.ts'
import { type AppId, type AppStates, initialApps } from './apps.ts'
import { advanceBody, type Body, newBody } from './body.ts'
import { clamp, type Point, type Rect } from './geometry.ts'
import type { Profile } from './profile.ts'
import { layoutOf } from './rotation.ts'

type Place = { at: 'home' } | { at: 'recent' } | { at: 'app'; app: AppId } | { at: 'installed'; name: string }

/** Settings without a page in the app of settings. */
export interface Controls {
  /** Unless autoRotation is on. */
  rotation: Degrees
  autoRotation: boolean
  /** Percent. */
  volume: Readonly<Record<VolumeStream, number>>
  airplaneMode: boolean
  stayAwake: boolean
}

export interface StoredFile {
  /** Undefined for a file that is too large to be kept in memory. */
  text: string | undefined
  /** Bytes. */
  size: number
  /** ms since 1970. */
  time: number
}

/** A finger on the glass. */
export interface Gesture {
  start: Point
  last: Point
  startedAt: number
  /** Whether it moved too far to be a tap. */
  moved: boolean
  /** The element under the touch-down. */
  target?: string
  /** Pixels per ms of the latest movement. */
  velocity: Point
  movedAt: number
}

interface Fling {
  app: AppId
  /** Scroll position when the finger lifted. */
  from: number
  /** Pixels per ms. */
  velocity: number
  /** Scroll position at the end of the page. */
  end: number
  at: number
}

/** An app that grows from, or shrinks into, a rectangle of the screen. */
export interface Motion {
  kind: 'open' | 'close'
  app: AppId
  origin: Rect
  at: number
}

/** The whole state of a simulated phone; steps create a new object, so that another object means another frame. */
export interface PhoneState {
  profile: Profile
  body: Body
  screen: 'on' | 'off' | 'booting'
  locked: boolean
  place: Place
  /** Newest first. */
  opened: readonly AppId[]
  apps: AppStates
  scroll: Readonly<Partial<Record<AppId, number>>>
  /** Pixels by which the cards of the recent apps are shifted to the right. */
  recentScroll: number
  /** Names of apps that were installed later. */
  installed: readonly string[]
  control: ControlSettings
  clipboard: string
  /** Given by an operator. */
  position?: PhonePosition
  /** Chosen by an operator; without it, that of the program. */
  language?: Language
  /** The newest first. */
  notifications: readonly PhoneNotification[]
  controls: Controls
  /** By their full path. */
  files: Readonly<Record<string, StoredFile>>
  /** The newest lines of the log, for its window. */
  lines: readonly string[]
  gesture?: Gesture
  /** Where two fingers are; they are no gesture of one. */
  pinch?: readonly [Point, Point]
  /** Position and time of the last lift. */
  lifted?: Point & { at: number }
  fling?: Fling
  motion?: Motion
  /** A hardware keyboard is plugged in, so that apps show none. */
  hasKeyboard?: boolean
  /** The panel of notifications is open. */
  isPanelOpen?: boolean
  /** Until then the volume is shown; ms since 1970. */
  volumeUntil?: number
  /** A temporary message over everything. */
  message?: { title: string; text: string }
  /** ms since 1970. */
  flashUntil: number
  /** Its number, or else its identity, as it is shown while it flashes. */
  flashLabel: string
}

export const motionMs = 220
export const liftedMs = 320
export const flashMs = 4000
export const messageMs = 8000
export const volumeMs = 1500
const flingDecayMs = 260
const flingMs = 5 * flingDecayMs

export function newPhone(profile: Profile, now: number): PhoneState {
  const brightness = 0.45 + (profile.chance[5] ?? 0) * 0.5
  return {
    profile,
    body: newBody(profile, now),
    screen: 'on',
    locked: false,
    place: { at: 'home' },
    opened: [],
    apps: {
      ...initialApps,
      settings: { ...initialApps.settings, brightness },
      club: { ...initialApps.club, seed: Math.round((profile.chance[6] ?? 0) * 255) },
    },
    scroll: {},
    recentScroll: 0,
    installed: [],
    control: { runMode: 'automatic', logWindow: false, controlWindow: false },
    lines: [],
    clipboard: '',
    notifications: [],
    controls: {
      ...{ rotation: 0, autoRotation: true, airplaneMode: false, stayAwake: false },
      volume: { media: 60, ring: 80, alarm: 80 },
    },
    files: {},
    flashUntil: 0,
    flashLabel: '',
  }
}

export function toView(state: PhoneState, app: AppId, now: number): View {
  const { width, height } = layoutOf(state)
  const { hasKeyboard = false } = state
  return { width, height, scroll: scrollAt(state, app, now), now, hasKeyboard }
}

/** Scroll position of the page, including a fling in progress. */
export function scrollAt(state: PhoneState, app: AppId, now: number): number {
  const { fling } = state
  if (fling?.app !== app) return state.scroll[app] ?? 0
  const share = 1 - Math.exp(-(now - fling.at) / flingDecayMs)
  return clamp(fling.from + fling.velocity * flingDecayMs * share, 0, fling.end)
}

const flingEnd = (fling: Fling): number => fling.at + flingMs

/** Advances battery, temperature and storage. */
export function age(state: PhoneState, now: number): PhoneState {
  const load = { screenOn: state.screen === 'on', saver: state.apps.settings.saver }
  return { ...state, body: advanceBody(state.body, state.profile, load, now) }
}

/** Pages begin at their top: what was visible has another place now. */
export function turned(state: PhoneState, to: Degrees | 'auto'): PhoneState {
  const { gesture: _lost, fling: _stopped, motion: _ended, ...rest } = state
  const rotation = to === 'auto' ? { autoRotation: true } : { autoRotation: false, rotation: to }
  return { ...rest, scroll: {}, recentScroll: 0, controls: { ...state.controls, ...rotation } }
}

/** When the frame stops changing without input, in ms since 1970. */
export function movesUntil(state: PhoneState): number {
  if (state.screen === 'booting') return Number.POSITIVE_INFINITY
  return Math.max(
    state.flashUntil,
    state.volumeUntil ?? 0,
    state.lifted ? state.lifted.at + liftedMs : 0,
    state.motion ? state.motion.at + motionMs : 0,
    state.fling ? flingEnd(state.fling) : 0,
  )
}
