import type { ScreenText, TreeElement } from '../device-driver.ts'
import { appTargetFacts, appTargets, scrollEnd } from './app-access.ts'
import { contentTop, navigationHeight, type TargetFacts } from './app-logic.ts'
import type { Rect } from './geometry.ts'
import { homeIcons, recentCards } from './home-layout.ts'
import type { Scene } from './pictures/scene.ts'
import { layoutOf } from './rotation.ts'

/** An element in pixels, before it has its place in the tree. */
type Part = Omit<TreeElement, 'depth' | 'index' | 'package'>

/** The screen with its touchable elements and texts, as uiautomator shows a real phone's. */
export function elementTree(scene: Scene, texts: readonly ScreenText[]): TreeElement[] {
  const { width, height, density } = layoutOf(scene.state)
  const scaled = (part: Part): Part => ({ ...part, ...scale(part, density) })
  const screen = { x: 0, y: 0, width: width * density, height: height * density }
  const touchable = touchableParts(scene).flatMap((part) => clipped(scaled(part), screen))
  const names = new Set(touchable.filter(({ type }) => type === icon).map(({ text }) => text))
  const words = texts
    .filter(({ text }) => text.trim() && !names.has(text))
    .flatMap(({ text, ...place }) => clipped(toPart({ type: 'TextView', text }, place), screen))
  const root = toPart({ type: 'FrameLayout' }, screen)
  return nested(root, [...touchable, ...words], packageOf(scene))
}

const icon = 'android.widget.TextView'

function touchableParts(scene: Scene): Part[] {
  const { state, texts, now } = scene
  const { place, locked, screen } = state
  if (locked || screen !== 'on' || state.isPanelOpen) return []
  if (place.at === 'recent')
    return recentCards(state).map((card) =>
      touchable({ type: 'FrameLayout', desc: texts.apps[card.app], id: `recent:id/${card.app}` }, card),
    )
  if (place.at === 'home')
    return homeIcons(state).map((it) => {
      const [id, text] = it.kind === 'app' ? [it.app, texts.apps[it.app]] : [it.name, it.name]
      return touchable({ type: 'TextView', id: `home:id/${id}`, text, desc: text }, it)
    })
  if (place.at !== 'app') return []
  const { app } = place
  const { width, height } = layoutOf(state)
  const page = { x: 0, y: contentTop, width, height: height - contentTop - navigationHeight }
  const list = toPart({ type: 'ScrollView', id: `${app}:id/content` }, page)
  const targets = appTargets(state, app, now).map(({ id, ...place }) => {
    const { hint, checked, ...facts } = appTargetFacts(state, app, id)
    const known = {
      ...facts,
      ...(hint && { hint: hint(texts) }),
      ...(checked !== undefined && { checked, checkable: true }),
    }
    return touchable({ ...known, id: `${app}:id/${id}` }, place)
  })
  return scrollEnd(state, app) > 0
    ? [{ ...list, scrollable: true }, ...targets.flatMap((target) => clipped(target, page))]
    : targets
}

type Known = Partial<Omit<Part, 'type' | keyof Rect>> & {
  type?: TargetFacts['type'] | 'Button' | 'TextView' | 'FrameLayout' | 'ScrollView'
}

const toPart = ({ type = 'Button', ...known }: Known, { x, y, width, height }: Rect): Part => ({
  id: '',
  text: '',
  desc: '',
  hint: '',
  clickable: false,
  longClickable: false,
  checkable: false,
  checked: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  selected: false,
  password: false,
  ...known,
  type: `android.widget.${type}`,
  x,
  y,
  width,
  height,
})

const touchable = (known: Known, place: Rect): Part =>
  toPart({ clickable: true, focusable: true, longClickable: known.type === 'EditText', ...known }, place)

const scale = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: Math.round(x * by),
  y: Math.round(y * by),
  width: Math.round(width * by),
  height: Math.round(height * by),
})

/** The visible part; nothing of an element outside. */
function clipped(part: Part, { x, y, width, height }: Rect): Part[] {
  const [left, top] = [Math.max(x, part.x), Math.max(y, part.y)]
  const right = Math.min(x + width, part.x + part.width)
  const bottom = Math.min(y + height, part.y + part.height)
  return right > left && bottom > top
    ? [{ ...part, x: left, y: top, width: right - left, height: bottom - top }]
    : []
}

const area = ({ width, height }: Rect) => width * height
const contains = (outer: Rect, inner: Rect) => {
  const [x, y] = [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y]
  return area(outer) > area(inner) && x >= 0 && x <= outer.width && y >= 0 && y <= outer.height
}

/** Each element within the smallest touchable or scrollable one around it. */
function nested(root: Part, parts: Part[], name: string): TreeElement[] {
  const outer = [root, ...parts.filter(({ clickable, scrollable }) => clickable || scrollable)]
  const parentOf = (part: Part) =>
    outer.filter((other) => contains(other, part)).sort((one, two) => area(one) - area(two))[0] ?? root
  const children = Map.groupBy(parts, parentOf)
  const subtree = (part: Part, depth: number, index: number): TreeElement[] => {
    const { own, inner } = labelled(part, children.get(part) ?? [])
    const below = inner.flatMap((child, at) => subtree(child, depth + 1, at))
    return [{ ...own, depth, index, package: name }, ...below]
  }
  return subtree(root, 0, 0)
}

/** A button, switch or checkbox has its label as its text; the lines that are drawn in a field are the field's text. */
function labelled(part: Part, inner: Part[]): { own: Part; inner: Part[] } {
  const words = inner.filter(({ clickable, type }) => !clickable && type === icon)
  const others = inner.filter((child) => !words.includes(child))
  if (part.type.endsWith('.EditText')) return { own: part, inner: others }
  const [label, ...more] = words
  const isLabel =
    label && more.length === 0 && others.length === 0 && /\.(Button|Switch|CheckBox)$/.test(part.type)
  return isLabel ? { own: { ...part, text: label.text }, inner: [] } : { own: part, inner }
}

function packageOf({ state: { place, locked } }: Scene): string {
  if (locked) return 'systemui'
  if (place.at === 'app') return place.app
  return place.at === 'installed' ? place.name : place.at
}
