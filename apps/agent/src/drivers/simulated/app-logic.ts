import type { Point, Rect } from './geometry.ts'

export const statusBarHeight = 30
/** The strip at the lower edge from which a swipe up leads home. */
export const navigationHeight = 22
/** Where an app's content begins, below its title. */
export const contentTop = 92

export interface View {
  width: number
  height: number
  /** How far the page is scrolled down, in pixels. */
  scroll: number
  /** ms since 1970. */
  now: number
}

/** Something that can be touched. */
export interface Target extends Rect {
  id: string
  /** Follows the finger instead of waiting for it to lift. */
  drag?: boolean
}

/** How an app behaves; how it looks is in its picture. All functions are pure. */
export interface AppLogic<State> {
  initial: State
  /** Uppermost last. */
  targets(state: State, view: View): Target[]
  tap(state: State, id: string, view: View): State
  drag?(state: State, id: string, at: Point, view: View): State
  /** One step up inside the app; undefined leaves it. */
  back?(state: State): State | undefined
  zoom?(state: State, factor: number): State
  /** Height of all content in pixels, from the upper edge of the screen. */
  contentHeight?(state: State, view: View): number
  /** Whether the picture changes by itself. */
  moves?(state: State): boolean
}
