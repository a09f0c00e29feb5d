import { sliderRect, swatchTargets } from '../../apps/agent/src/drivers/simulated/apps/colours.ts'
import { homeIcons } from '../../apps/agent/src/drivers/simulated/home-layout.ts'
import { newPhone, toView } from '../../apps/agent/src/drivers/simulated/phone-state.ts'
import { createProfile } from '../../apps/agent/src/drivers/simulated/profile.ts'

export interface Place {
  /** Fractions of the phone's screen. */
  x: number
  y: number
}

/** The app grows out of its icon; until then the slider does not exist. */
export const openingMs = 600

const state = newPhone(createProfile(1, 'bench'), Date.now())
const { width, height } = state.profile

/** Position of the colour page's icon on the home screen. */
export function colourIcon(): Place {
  const icon = homeIcons(state).find((candidate) => candidate.kind === 'app' && candidate.app === 'colours')
  if (!icon) throw new Error('The simulated phone has no colour page.')
  return { x: (icon.x + icon.width / 2) / width, y: (icon.y + icon.height / 2) / height }
}

/** Position of one of the swatches that give the whole page another colour. */
export function swatchAt(hue: number): Place {
  const swatch = swatchTargets(toView(state, 'colours', 0)).find(({ id }) => id === `hue ${hue}`)
  if (!swatch) throw new Error('The colour page has no such colour.')
  return { x: (swatch.x + swatch.width / 2) / width, y: (swatch.y + swatch.height / 2) / height }
}

/** Position of the finger at this time in milliseconds: back and forth on the slider that changes the whole page. */
export function fingerAt(elapsedMs: number): Place {
  const slider = sliderRect(toView(state, 'colours', 0))
  const share = 0.5 + 0.45 * Math.sin(elapsedMs / 700)
  return { x: (slider.x + slider.width * share) / width, y: (slider.y + slider.height / 2) / height }
}
