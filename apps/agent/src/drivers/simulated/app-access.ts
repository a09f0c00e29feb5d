import type { AppLogic, Target, TargetFacts } from './app-logic.ts'
import { type AppId, type AppStates, apps } from './apps.ts'
import { contains, type Point } from './geometry.ts'
import { type PhoneState, toView } from './phone-state.ts'

/** Elements of the app that can be touched, topmost last. */
export function appTargets<Id extends AppId>(state: PhoneState, app: Id, now: number): Target[] {
  const logic: AppLogic<AppStates[Id]> = apps[app]
  return logic.targets(state.apps[app], toView(state, app, now))
}

export function appTargetFacts<Id extends AppId>(state: PhoneState, app: Id, id: string): TargetFacts {
  const logic: AppLogic<AppStates[Id]> = apps[app]
  return logic.facts?.(state.apps[app], id) ?? {}
}

/** The topmost element that can be touched there. */
export function appTargetAt<Id extends AppId>(
  state: PhoneState,
  app: Id,
  at: Point,
  now: number,
): Target | undefined {
  return appTargets(state, app, now).findLast((target) => contains(target, at))
}

function change<Id extends AppId>(
  state: PhoneState,
  app: Id,
  step: (logic: AppLogic<AppStates[Id]>, own: AppStates[Id]) => AppStates[Id] | undefined,
): PhoneState | undefined {
  const own = state.apps[app]
  const next = step(apps[app], own)
  if (next === undefined) return undefined
  if (next === own) return state
  const changed = { ...state, apps: { ...state.apps, [app]: next } }
  const { page } = apps[app] as AppLogic<AppStates[Id]>
  return page && page(own) !== page(next) ? atTop(changed, app) : changed
}

function atTop({ fling: _stopped, ...state }: PhoneState, app: AppId): PhoneState {
  return { ...state, scroll: { ...state.scroll, [app]: 0 } }
}

export const tapApp = (state: PhoneState, app: AppId, id: string, now: number): PhoneState =>
  change(state, app, (logic, own) => logic.tap(own, id, toView(state, app, now))) ?? state

export const dragApp = (state: PhoneState, app: AppId, id: string, at: Point): PhoneState =>
  change(state, app, (logic, own) => logic.drag?.(own, id, at, toView(state, app, 0))) ?? state

/** Undefined when no field of the app has the focus. */
export const typeInApp = (state: PhoneState, app: AppId, text: string): PhoneState | undefined =>
  change(state, app, (logic, own) => logic.type?.(own, text))

export const pressInApp = (state: PhoneState, app: AppId, key: string): PhoneState | undefined =>
  change(state, app, (logic, own) => logic.press?.(own, key))

/** Undefined when the app has no such page. */
export const openPage = (state: PhoneState, app: AppId, page: string, now: number): PhoneState | undefined =>
  change(state, app, (logic, own) => logic.open?.(own, page, now))

/** Undefined when the app has no parent page left. */
export const backInApp = (state: PhoneState, app: AppId): PhoneState | undefined =>
  change(state, app, (logic, own) => logic.back?.(own))

export const zoomApp = (state: PhoneState, app: AppId, factor: number): PhoneState =>
  change(state, app, (logic, own) => logic.zoom?.(own, factor)) ?? state

export function scrollEnd<Id extends AppId>(state: PhoneState, app: Id): number {
  const logic: AppLogic<AppStates[Id]> = apps[app]
  const view = toView(state, app, 0)
  return Math.max(0, (logic.contentHeight?.(state.apps[app], view) ?? view.height) - view.height)
}

export function appMoves<Id extends AppId>(state: PhoneState, app: Id): boolean {
  const logic: AppLogic<AppStates[Id]> = apps[app]
  return logic.moves?.(state.apps[app]) ?? false
}
