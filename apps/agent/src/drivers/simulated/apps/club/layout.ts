import { contentTop, navigationHeight, type Target, type View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'

export const clubTabs = ['feed', 'prices', 'messages', 'checkin', 'signup'] as const
export type ClubTab = (typeof clubTabs)[number]

const tabBarHeight = 54
export const tabBar = ({ width, height }: View): Rect => ({
  x: 0,
  y: height - navigationHeight - tabBarHeight,
  width,
  height: tabBarHeight + navigationHeight,
})

export function tabTargets(view: View): Target[] {
  const bar = tabBar(view)
  const width = bar.width / clubTabs.length
  return clubTabs.map((tab, index) => ({
    id: `tab_${tab}`,
    x: index * width,
    y: bar.y,
    width,
    height: tabBarHeight,
  }))
}

export const margin = 14

/** The parts of a scrolled page that are visible between the title and the tabs. */
export const isVisible = ({ y, height }: Rect, view: View): boolean =>
  y + height > contentTop && y < tabBar(view).y

export const rowAt = ({ width, scroll }: View, index: number, height: number): Rect => ({
  x: margin,
  y: contentTop + index * height - scroll,
  width: width - 2 * margin,
  height,
})

export const pageEnd = (rows: number, height: number): number =>
  contentTop + rows * height + 12 + tabBarHeight + navigationHeight

/** A whole number from 0 to below `most` that looks random, and is the same for the same values. */
export function chosen(most: number, ...values: number[]): number {
  let hash = 2166136261
  for (const value of values) hash = Math.imul(hash ^ (value + 0x9e37), 16777619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2246822519)
  hash ^= hash >>> 13
  return (hash >>> 0) % most
}
