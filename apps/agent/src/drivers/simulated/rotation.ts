import type { Degrees } from '../phone-parts.ts'
import type { Profile } from './profile.ts'

/** The screen in its present rotation. */
export interface Layout {
  /** Positions and sizes on the screen are in these units. */
  width: number
  height: number
  /** Pixels per unit. */
  density: number
}

interface Turnable {
  profile: Profile
  controls: { rotation: Degrees; autoRotation: boolean }
}

/** In landscape everything is smaller: pages that were made for portrait need the height. */
const landscapeShare = 0.75

/** The phone is held upright: the screen is in portrait while it follows its position. */
export const degreesOf = ({ controls }: Pick<Turnable, 'controls'>): Degrees =>
  controls.autoRotation ? 0 : controls.rotation

export function layoutOf(state: Turnable): Layout {
  const { width, height, density } = state.profile
  if (degreesOf(state) % 180 === 0) return { width, height, density }
  return {
    width: height / landscapeShare,
    height: width / landscapeShare,
    density: density * landscapeShare,
  }
}

export const isLandscape = ({ width, height }: Layout): boolean => width > height
