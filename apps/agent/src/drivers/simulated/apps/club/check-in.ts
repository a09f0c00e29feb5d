import { contentTop, type Target, type View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'
import { chosen, margin } from './layout.ts'

const dayMs = 86_400_000
/** The button appears so long after the page. */
const buttonMs = 4000

export const dayOf = (now: number): number => Math.floor(now / dayMs)

/** The code of a day: four digits that are shown as a picture only. */
export function codeOf(seed: number, day: number): string {
  return Array.from({ length: 4 }, (_, place) => 1 + chosen(9, seed, day, place)).join('')
}

export const codePicture = ({ width }: View): Rect => ({
  x: margin,
  y: contentTop + 4,
  width: width - 2 * margin,
  height: 150,
})
export const codeField = (view: View): Rect => ({ ...codePicture(view), y: contentTop + 190, height: 46 })
export const checkInButton = (view: View): Rect => ({ ...codePicture(view), y: contentTop + 278, height: 48 })

export const hasButton = (openedAt: number, now: number): boolean => now >= openedAt + buttonMs

export function checkInTargets(
  view: View,
  { openedAt, isDone }: { openedAt: number; isDone: boolean },
): Target[] {
  if (isDone) return []
  const field = { id: 'code', ...codeField(view) }
  return hasButton(openedAt, view.now) ? [field, { id: 'check_in', ...checkInButton(view) }] : [field]
}
