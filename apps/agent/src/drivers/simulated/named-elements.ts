import type { ScreenElement, ScreenText, TreeElement } from '../device-driver.ts'
import { appTargets } from './app-access.ts'
import { homeIcons } from './home-layout.ts'
import type { PhoneState } from './phone-state.ts'

/** Elements that can be touched, with names like Android's own ids: `counter:id/plus`. */
export function namedElements(state: PhoneState, now: number): ScreenElement[] {
  const { place, locked, screen, profile } = state
  if (locked || screen !== 'on') return []
  const sized = (
    id: string,
    { x, y, width, height }: Pick<ScreenElement, 'x' | 'y' | 'width' | 'height'>,
  ) => ({
    id,
    text: '',
    x: x * profile.density,
    y: y * profile.density,
    width: width * profile.density,
    height: height * profile.density,
  })
  if (place.at === 'app')
    return appTargets(state, place.app, now).map((target) => sized(`${place.app}:id/${target.id}`, target))
  if (place.at !== 'home') return []
  return homeIcons(state).map((icon) => sized(`home:id/${icon.kind === 'app' ? icon.app : icon.name}`, icon))
}

const area = ({ width, height }: ScreenText) => width * height

const contains = (outer: ScreenText, inner: ScreenText) => {
  const [x, y] = [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y]
  return area(outer) > area(inner) && x >= 0 && x <= outer.width && y >= 0 && y <= outer.height
}

/** The screen with its named elements and texts, each within the smallest named element around it. */
export function elementTree(
  { width, height }: { width: number; height: number },
  named: ScreenElement[],
  texts: ScreenText[],
): TreeElement[] {
  const root = { id: '', text: '', x: 0, y: 0, width, height }
  const parents = [root, ...named]
  const inner = [...named, ...texts.flatMap((text) => (text.text.trim() ? [{ ...text, id: '' }] : []))]
  const parentOf = (element: ScreenElement) =>
    parents.filter((outer) => contains(outer, element)).sort((a, b) => area(a) - area(b))[0] ?? root
  const children = Map.groupBy(inner, parentOf)
  const subtree = (element: ScreenElement, depth: number): TreeElement[] => [
    { ...element, depth, type: `android.widget.${element.id ? 'Button' : 'TextView'}` },
    ...(children.get(element) ?? []).flatMap((child) => subtree(child, depth + 1)),
  ]
  const [screen, ...rest] = subtree(root, 0)
  return screen ? [{ ...screen, type: 'android.widget.FrameLayout' }, ...rest] : []
}
