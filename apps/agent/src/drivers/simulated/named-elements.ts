import type { ScreenElement } from '../device-driver.ts'
import { appTargets } from './app-access.ts'
import { homeIcons } from './home-layout.ts'
import type { PhoneState } from './phone-state.ts'
import { layoutOf } from './rotation.ts'

/** Elements that can be touched, with names like Android's own ids: `counter:id/plus`. */
export function namedElements(state: PhoneState, now: number): ScreenElement[] {
  const { place, locked, screen } = state
  const { density } = layoutOf(state)
  if (locked || screen !== 'on' || state.isPanelOpen) return []
  const sized = (
    id: string,
    { x, y, width, height }: Pick<ScreenElement, 'x' | 'y' | 'width' | 'height'>,
  ) => ({
    id,
    text: '',
    x: x * density,
    y: y * density,
    width: width * density,
    height: height * density,
  })
  if (place.at === 'app')
    return appTargets(state, place.app, now).map((target) => sized(`${place.app}:id/${target.id}`, target))
  if (place.at !== 'home') return []
  return homeIcons(state).map((icon) => sized(`home:id/${icon.kind === 'app' ? icon.app : icon.name}`, icon))
}
