import type { Degrees } from '../phone-parts.ts'
import type { PhoneState } from './phone-state.ts'

/** The screen in its present rotation. */
export interface Layout {
  /** Positions and sizes on the screen are in these units. */
  width: number
  height: number
  /** Pixels per unit. */
  density: number
}

/** In landscape everything is smaller: pages that were made for portrait need the height. */
const landscapeShare = 0.75

/** Held upright, as long as the screen follows its position. */
export const degreesOf = ({ controls }: Pick<PhoneState, 'controls'>): Degrees =>
  controls.autoRotation ? 0 : controls.rotation

export function layoutOf(state: Pick<PhoneState, 'controls' | 'profile'>): Layout {
  const { width, height, density } = state.profile
  if (degreesOf(state) % 180 === 0) return { width, height, density }
  return {
    width: height / landscapeShare,
    height: width / landscapeShare,
    density: density * landscapeShare,
  }
}

export const isLandscape = ({ width, height }: Layout): boolean => width > height

/** Pages begin at their top: what was visible has another place now. */
export function turned(state: PhoneState, to: Degrees | 'auto'): PhoneState {
  const { gesture: _lost, fling: _stopped, motion: _ended, ...rest } = state
  const rotation = to === 'auto' ? { autoRotation: true } : { autoRotation: false, rotation: to }
  return { ...rest, scroll: {}, recentScroll: 0, controls: { ...state.controls, ...rotation } }
}
