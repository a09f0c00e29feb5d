import type { ScreenActionType } from '@fleetdeck/contract/screen-action'
import { backInApp, zoomApp } from './app-access.ts'
import type { AppId } from './apps.ts'
import { iconRect } from './home-layout.ts'
import { type PhoneState, turned } from './phone-state.ts'
import { isLandscape, layoutOf } from './rotation.ts'

export type Button = Exclude<ScreenActionType, 'touchDown' | 'touchMove' | 'touchUp'>
type Press = (state: PhoneState, now: number) => PhoneState

const zoomStep = 1.25

export function openApp(state: PhoneState, app: AppId, now: number): PhoneState {
  return {
    ...state,
    place: { at: 'app', app },
    opened: [app, ...state.opened.filter((other) => other !== app)],
    motion: { kind: 'open', app, origin: iconRect(state, app), at: now },
  }
}

/** What lies over the apps is gone. */
export function closePanel({ isPanelOpen: _closed, ...state }: PhoneState): PhoneState {
  return state
}

export function goHome(state: PhoneState, now: number): PhoneState {
  const { fling: _stopped, ...rest } = closePanel(state)
  if (state.place.at !== 'app') return { ...rest, place: { at: 'home' } }
  const { app } = state.place
  const motion = { kind: 'close' as const, app, origin: iconRect(state, app), at: now }
  return { ...rest, place: { at: 'home' }, motion }
}

/** Navigation keys do nothing on a dark or locked screen, as on a real phone. */
const whileUsable =
  (press: Press): Press =>
  (state, now) =>
    state.screen === 'on' && !state.locked ? press(state, now) : state

function back(state: PhoneState, now: number): PhoneState {
  if (state.isPanelOpen) return closePanel(state)
  if (state.place.at !== 'app') return goHome(state, now)
  return backInApp(state, state.place.app) ?? goHome(state, now)
}

const zoom = (factor: number): Press =>
  whileUsable((state) => (state.place.at === 'app' ? zoomApp(state, state.place.app, factor) : state))

function power(state: PhoneState): PhoneState {
  const { gesture: _lost, ...rest } = closePanel(state)
  return state.screen === 'on' ? { ...rest, screen: 'off', locked: true } : { ...rest, screen: 'on' }
}

const presses: Record<Button, Press> = {
  back: whileUsable(back),
  home: whileUsable(goHome),
  recent: whileUsable((state) => ({ ...closePanel(state), place: { at: 'recent' }, recentScroll: 0 })),
  power,
  lock: (state) => ({ ...closePanel(state), locked: true }),
  unlock: (state) => ({ ...state, screen: 'on', locked: false }),
  zoom_in: zoom(zoomStep),
  zoom_out: zoom(1 / zoomStep),
  rotate: (state) => turned(state, isLandscape(layoutOf(state)) ? 0 : 90),
}

/** A key of the phone; during boot, none of them works. */
export const pressButton = (state: PhoneState, button: Button, now: number): PhoneState =>
  state.screen === 'booting' ? state : presses[button](state, now)
