import { appTargetAt, dragApp, scrollEnd, tapApp, zoomApp } from './app-access.ts'
import { navigationHeight } from './app-logic.ts'
import type { AppId } from './apps.ts'
import { closePanel, goHome, openApp } from './buttons.ts'
import { clamp, contains, type Point } from './geometry.ts'
import { homeIcons, recentCards, recentScrollEnd } from './home-layout.ts'
import { type Gesture, type PhoneState, scrollAt } from './phone-state.ts'
import { layoutOf } from './rotation.ts'

/** A finger trembles: a smaller movement still counts as a tap. */
const tapRadius = 9
const swipeLength = 60
const flingSpeed = 0.25
const flingWindowMs = 120

export function touchDown(state: PhoneState, at: Point, now: number): PhoneState {
  if (state.screen !== 'on') return state
  // A touch on it, or below it, closes it.
  if (state.isPanelOpen) return closePanel(state)
  const { fling, lifted: _gone, ...rest } = state
  const scroll = fling ? { ...state.scroll, [fling.app]: scrollAt(state, fling.app, now) } : state.scroll
  const target = targetAt(state, at, now)
  const gesture: Gesture = {
    start: at,
    last: at,
    startedAt: now,
    moved: false,
    velocity: { x: 0, y: 0 },
    movedAt: now,
    ...(target ? { target: target.id } : {}),
  }
  const held = { ...rest, scroll, gesture }
  return target?.drag && state.place.at === 'app' ? dragApp(held, state.place.app, target.id, at) : held
}

export function touchMove(state: PhoneState, at: Point, now: number): PhoneState {
  const { gesture, place } = state
  if (!gesture) return state
  const far = Math.hypot(at.x - gesture.start.x, at.y - gesture.start.y) > tapRadius
  const step = { x: at.x - gesture.last.x, y: at.y - gesture.last.y }
  const next: Gesture = {
    ...gesture,
    last: at,
    moved: gesture.moved || far,
    velocity: measureVelocity(gesture, step, now),
    movedAt: now,
  }
  const moved = { ...state, gesture: next }
  if (state.locked || fromLowerEdge(state, gesture)) return moved
  if (place.at === 'recent') return { ...moved, recentScroll: recentScrollAfter(moved, step) }
  if (place.at !== 'app') return moved
  if (isDragged(state, place.app, gesture, now))
    return dragApp(moved, place.app, gesture.target as string, at)
  return next.moved ? scrollBy(moved, place.app, -step.y) : moved
}

export function touchUp(state: PhoneState, at: Point, now: number): PhoneState {
  if (!state.gesture) return state
  const { gesture, ...rest } = touchMove(state, at, now) as PhoneState & { gesture: Gesture }
  const lifted: PhoneState = { ...rest, lifted: { ...at, at: now } }
  if (!gesture.moved) return state.locked ? lifted : tap(lifted, gesture, now)
  return swipe(lifted, gesture, now)
}

/** Two fingers: the app in front zooms by the change of their distance. What one of them began is over. */
export function pinchTo(state: PhoneState, pinch: readonly [Point, Point]): PhoneState {
  if (state.screen !== 'on') return state
  const { gesture: _over, pinch: before, ...rest } = state
  const pinched: PhoneState = { ...rest, pinch }
  const { place, locked } = state
  if (!before || locked || place.at !== 'app') return pinched
  return zoomApp(pinched, place.app, distanceOf(pinch) / distanceOf(before))
}

export function endPinch({ pinch: _lifted, ...state }: PhoneState): PhoneState {
  return state
}

const distanceOf = ([one, other]: readonly [Point, Point]): number =>
  Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

function targetAt(state: PhoneState, at: Point, now: number) {
  if (state.locked || state.place.at !== 'app') return undefined
  return appTargetAt(state, state.place.app, at, now)
}

function isDragged(state: PhoneState, app: AppId, gesture: Gesture, now: number): boolean {
  const target = appTargetAt(state, app, gesture.start, now)
  return target?.drag === true && target.id === gesture.target
}

const fromLowerEdge = (state: PhoneState, { start }: Gesture): boolean =>
  start.y > layoutOf(state).height - navigationHeight

function measureVelocity(gesture: Gesture, step: Point, now: number): Point {
  const ms = now - gesture.movedAt
  // Lifting reports the last position again; that is no stop.
  if (ms < flingWindowMs && step.x === 0 && step.y === 0) return gesture.velocity
  return { x: step.x / Math.max(ms, 8), y: step.y / Math.max(ms, 8) }
}

function recentScrollAfter(state: PhoneState, step: Point): number {
  return clamp(state.recentScroll + step.x, 0, recentScrollEnd(state))
}

function scrollBy(state: PhoneState, app: AppId, by: number): PhoneState {
  const end = scrollEnd(state, app)
  if (end === 0) return state
  return { ...state, scroll: { ...state.scroll, [app]: clamp((state.scroll[app] ?? 0) + by, 0, end) } }
}

function tap(state: PhoneState, gesture: Gesture, now: number): PhoneState {
  if (state.place.at === 'app')
    return gesture.target === undefined ? state : tapApp(state, state.place.app, gesture.target, now)
  if (state.place.at === 'recent') {
    const card = recentCards(state).find((candidate) => contains(candidate, gesture.start))
    return card ? openApp(state, card.app, now) : goHome(state, now)
  }
  if (state.place.at === 'installed') return state
  const icon = homeIcons(state).find((candidate) => contains(withLabel(candidate), gesture.start))
  if (!icon) return state
  return icon.kind === 'app'
    ? openApp(state, icon.app, now)
    : { ...state, place: { at: 'installed', name: icon.name } }
}

/** The label below an icon belongs to it. */
const withLabel = (icon: { x: number; y: number; width: number; height: number }) => ({
  x: icon.x - 8,
  y: icon.y - 4,
  width: icon.width + 16,
  height: icon.height + 26,
})

function swipe(state: PhoneState, gesture: Gesture, now: number): PhoneState {
  const up = gesture.start.y - gesture.last.y
  if (state.locked) return up > swipeLength ? { ...state, locked: false } : state
  if (fromLowerEdge(state, gesture)) return up > swipeLength ? goHome(state, now) : state
  if (state.place.at === 'recent') return up > swipeLength ? closeCard(state, gesture.start) : state
  if (state.place.at !== 'app' || isDragged(state, state.place.app, gesture, now)) return state
  return flingOn(state, state.place.app, gesture, now)
}

function flingOn(state: PhoneState, app: AppId, gesture: Gesture, now: number): PhoneState {
  const velocity = -gesture.velocity.y
  const end = scrollEnd(state, app)
  if (Math.abs(velocity) < flingSpeed || end === 0) return state
  return { ...state, fling: { app, from: state.scroll[app] ?? 0, velocity, end, at: now } }
}

/** Removing a card forgets the app's page; the app's data stays. */
function closeCard(state: PhoneState, at: Point): PhoneState {
  const card = recentCards(state).find((candidate) => contains(candidate, at))
  if (!card) return state
  const opened = state.opened.filter((app) => app !== card.app)
  const next: PhoneState = { ...state, opened, scroll: { ...state.scroll, [card.app]: 0 } }
  const shown = { ...next, recentScroll: Math.min(next.recentScroll, recentScrollEnd(next)) }
  return opened.length === 0 ? { ...shown, place: { at: 'home' } } : shown
}
