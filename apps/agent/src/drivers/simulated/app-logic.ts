import type { ClubTexts } from './club-texts.ts'
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
  /** A hardware keyboard is plugged in. */
  hasKeyboard: boolean
}

/** An element that can be touched. */
export interface Target extends Rect {
  id: string
  /** Follows the finger instead of waiting for the lift. */
  drag?: boolean
}

/** What a touchable element is, as Android's tree of elements shows it. */
export interface TargetFacts {
  /** The class without its package; Button without it. */
  type?: 'Switch' | 'CheckBox' | 'EditText' | 'SeekBar' | 'ImageView' | 'ImageButton' | 'LinearLayout'
  /** Of a switch or a checkbox. */
  checked?: boolean
  selected?: boolean
  /** Of an input field. */
  text?: string
  focused?: boolean
  hint?: (texts: { noteEmpty: string; club: ClubTexts }) => string
  password?: boolean
}

/** How an app behaves; its image defines its look. All functions are pure. */
export interface AppLogic<State> {
  initial: State
  /** Topmost last. */
  targets(state: State, view: View): Target[]
  facts?(state: State, id: string): TargetFacts
  tap(state: State, id: string, view: View): State
  drag?(state: State, id: string, at: Point, view: View): State
  /** Types into the focused field; undefined when no field has the focus. */
  type?(state: State, text: string): State | undefined
  /** A key by its Android name, such as `enter` and `del`, for the focused field; undefined without one. */
  press?(state: State, key: string): State | undefined
  /** The name of the present page; another page starts at its top. */
  page?(state: State): string
  /** Opens a page by its name in a link; undefined for a page that does not exist. */
  open?(state: State, page: string, now: number): State | undefined
  /** One step up within the app; undefined leaves it. */
  back?(state: State): State | undefined
  zoom?(state: State, factor: number): State
  /** Height of all content in pixels, from the upper edge of the screen. */
  contentHeight?(state: State, view: View): number
  /** Whether the frame changes without input. */
  moves?(state: State): boolean
}
