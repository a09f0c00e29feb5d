import { navigationHeight } from './app-logic.ts'
import { type AppId, dockApps, gridApps } from './apps.ts'
import type { Point, Rect } from './geometry.ts'
import type { PhoneState } from './phone-state.ts'
import { isLandscape, type Layout, layoutOf } from './rotation.ts'

export type HomeIcon = Rect & ({ kind: 'app'; app: AppId } | { kind: 'installed'; name: string })

const iconSize = 56
const columns = 4
const margin = 14
const rowHeight = 92
const maxRows = 3
const dockHeight = 84

/** A short screen has less room above the icons. */
const gridTop = (layout: Layout): number => {
  if (isLandscape(layout)) return 52
  return layout.height < 700 ? 226 : 268
}

/** Where the clock is: above the icons, or on their left in landscape. */
export function clockPlace(state: PhoneState): Point {
  const layout = layoutOf(state)
  if (isLandscape(layout)) return { x: layout.width / 4, y: layout.height / 2 - 110 }
  return { x: layout.width / 2, y: gridTop(layout) - 172 }
}

export function dockRect(state: PhoneState): Rect {
  const { width, height } = layoutOf(state)
  return { x: 12, y: height - navigationHeight - dockHeight - 4, width: width - 24, height: dockHeight }
}

/** Icons of one row between `left` and the right edge. */
const cell = ({ left, right }: { left: number; right: number }, index: number, top: number): Rect => {
  const each = (right - left - 2 * margin) / columns
  return {
    x: left + margin + (index % columns) * each + (each - iconSize) / 2,
    y: top + Math.floor(index / columns) * rowHeight,
    width: iconSize,
    height: iconSize,
  }
}

export function homeIcons(state: PhoneState): HomeIcon[] {
  const layout = layoutOf(state)
  const { width } = layout
  const dock = dockRect(state)
  const row = { left: isLandscape(layout) ? width / 2 : 0, right: width }
  const top = gridTop(layout)
  const room = columns * maxRows - gridApps.length
  const grid: HomeIcon[] = [
    ...gridApps.map((app, index) => ({ kind: 'app' as const, app, ...cell(row, index, top) })),
    ...state.installed.slice(-room).map((name, index) => ({
      kind: 'installed' as const,
      name,
      ...cell(row, gridApps.length + index, top),
    })),
  ]
  return [
    ...grid,
    ...dockApps.map((app, index) => ({
      kind: 'app' as const,
      app,
      ...cell({ left: 0, right: width }, index, dock.y + 14),
    })),
  ]
}

/** The rectangle from which an app grows and into which it shrinks. */
export function iconRect(state: PhoneState, app: AppId): Rect {
  const icon = homeIcons(state).find((candidate) => candidate.kind === 'app' && candidate.app === app)
  return icon ?? { x: layoutOf(state).width / 2, y: layoutOf(state).height / 2, width: 0, height: 0 }
}

const cardShare = 0.62
const cardGap = 18

/** The cards of the recent apps, newest in the middle, older ones to its left. */
export function recentCards(state: PhoneState): (Rect & { app: AppId })[] {
  const { width, height } = layoutOf(state)
  const card = { width: width * cardShare, height: height * cardShare }
  return state.opened.map((app, index) => ({
    app,
    x: (width - card.width) / 2 - index * (card.width + cardGap) + state.recentScroll,
    y: (height - card.height) / 2,
    ...card,
  }))
}

export const recentScrollEnd = (state: PhoneState): number =>
  Math.max(0, state.opened.length - 1) * (layoutOf(state).width * cardShare + cardGap)
