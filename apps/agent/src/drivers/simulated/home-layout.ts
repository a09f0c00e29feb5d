import { navigationHeight } from './app-logic.ts'
import { type AppId, dockApps, gridApps } from './apps.ts'
import type { Rect } from './geometry.ts'
import type { PhoneState } from './phone-state.ts'

export type HomeIcon = Rect & ({ kind: 'app'; app: AppId } | { kind: 'installed'; name: string })

const iconSize = 56
const columns = 4
const margin = 14
const rowHeight = 92
const maxRows = 3
const dockHeight = 84

/** A short screen has less room above the icons. */
export const gridTop = ({ profile }: PhoneState): number => (profile.height < 700 ? 226 : 268)

export function dockRect({ profile: { width, height } }: PhoneState): Rect {
  return { x: 12, y: height - navigationHeight - dockHeight - 4, width: width - 24, height: dockHeight }
}

const cell = (width: number, index: number, top: number): Rect => {
  const each = (width - 2 * margin) / columns
  return {
    x: margin + (index % columns) * each + (each - iconSize) / 2,
    y: top + Math.floor(index / columns) * rowHeight,
    width: iconSize,
    height: iconSize,
  }
}

export function homeIcons(state: PhoneState): HomeIcon[] {
  const { width } = state.profile
  const dock = dockRect(state)
  const room = columns * maxRows - gridApps.length
  const grid: HomeIcon[] = [
    ...gridApps.map((app, index) => ({ kind: 'app' as const, app, ...cell(width, index, gridTop(state)) })),
    ...state.installed.slice(-room).map((name, index) => ({
      kind: 'installed' as const,
      name,
      ...cell(width, gridApps.length + index, gridTop(state)),
    })),
  ]
  return [
    ...grid,
    ...dockApps.map((app, index) => ({ kind: 'app' as const, app, ...cell(width, index, dock.y + 14) })),
  ]
}

/** The rectangle from which an app grows and into which it shrinks. */
export function iconRect(state: PhoneState, app: AppId): Rect {
  const icon = homeIcons(state).find((candidate) => candidate.kind === 'app' && candidate.app === app)
  return icon ?? { x: state.profile.width / 2, y: state.profile.height / 2, width: 0, height: 0 }
}

const cardShare = 0.62
const cardGap = 18

/** The cards of the recent apps, newest in the middle, older ones to its left. */
export function recentCards(state: PhoneState): (Rect & { app: AppId })[] {
  const { width, height } = state.profile
  const card = { width: width * cardShare, height: height * cardShare }
  return state.opened.map((app, index) => ({
    app,
    x: (width - card.width) / 2 - index * (card.width + cardGap) + state.recentScroll,
    y: (height - card.height) / 2,
    ...card,
  }))
}

export const recentScrollEnd = ({ opened, profile }: PhoneState): number =>
  Math.max(0, opened.length - 1) * (profile.width * cardShare + cardGap)
