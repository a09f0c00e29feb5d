import type { Point, Rect } from './geometry.ts'

export const statusBarHeight = 30
/** The strip at the lower edge where a swipe up leads home. */
export const navigationHeight = 22
/** Top of an app's content, below its title. */
export const contentTop = 92

export interface View {
  width: number
  height: number
  /** Scroll offset of the page, in pixels. */
  scroll: number
  /** ms since 1970. */
  now: number
}

/** An element that can be touched. */
export interface Target extends Rect {
  id: string
  /** Follows the finger instead of waiting for the lift. */
  drag?: boolean
}

/** How an app behaves; its image defines its look. All functions are pure. */
export interface AppLogic<State> {
  initial: State
  /** Topmost last. */
  targets(state: State, view: View): Target[]
  tap(state: State, id: string, view: View): State
  drag?(state: State, id: string, at: Point, view: View): State
  /** One step up within the app; undefined leaves it. */
  back?(state: State): State | undefined
  zoom?(state: State, factor: number): State
  /** Height of all content in pixels, from the upper edge of the screen. */
  contentHeight?(state: State, view: View): number
  /** Whether the frame changes without input. */
  moves?(state: State): boolean
}
