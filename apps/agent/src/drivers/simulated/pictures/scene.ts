import type { View } from '../app-logic.ts'
import type { PhoneState } from '../phone-state.ts'
import type { PhoneTexts } from '../texts.ts'
import type { Pen } from './pen.ts'

/** All that a picture of the phone depends on. */
export interface Scene {
  state: PhoneState
  texts: PhoneTexts
  /** ms since 1970. */
  now: number
}

/** How an app looks; its own status and navigation bars are drawn over it. */
export interface AppPicture<State> {
  draw(pen: Pen, state: State, view: View, scene: Scene): void
  /** Whether bars over it are white. */
  dark?: (state: State) => boolean
}
