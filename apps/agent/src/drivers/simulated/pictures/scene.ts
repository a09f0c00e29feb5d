import type { Canvas } from '@napi-rs/canvas'
import type { View } from '../app-logic.ts'
import type { PhoneState } from '../phone-state.ts'
import type { PhoneTexts } from '../texts.ts'
import type { Pen } from './pen.ts'

/** Everything that a frame of the phone depends on. */
export interface Scene {
  state: PhoneState
  texts: PhoneTexts
  /** ms since 1970. */
  now: number
  /** Set while the time code is drawn: touches and keys so far. */
  inputs?: number
  /** The image of an operator's camera. */
  camera?: Canvas
}

/** How an app looks. */
export interface AppPicture<State> {
  draw(pen: Pen, state: State, view: View, scene: Scene): void
  /** Colour of the bars over it; dark by default. */
  bars?: (state: State) => string
}

/** The pressed element of the app in front. */
export const pressedIn = ({ state }: Scene): string | undefined =>
  state.gesture?.moved ? undefined : state.gesture?.target
