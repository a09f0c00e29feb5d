import type { Target, View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'
import { chosen, isVisible, rowAt } from './layout.ts'

/** Base prices in cents. */
const bases = [1290, 3480, 990, 5900, 12800, 2350, 760, 4590, 8900, 1850, 26900, 640]
export const goodsCount = bases.length
export const goodsHeight = 62
/** Prices change at this interval. */
const priceMs = 30_000

/** In cents, and the difference from the price before. */
export function priceAt(index: number, now: number): { cents: number; change: number } {
  const slot = Math.floor(now / priceMs)
  const cents = centsIn(index, slot)
  return { cents, change: cents - centsIn(index, slot - 1) }
}

/** Up to 12% around the base price. */
const centsIn = (index: number, slot: number): number =>
  Math.round(((bases[index] ?? 0) * (88 + chosen(25, slot, index))) / 1000) * 10

export const goodsRow = (view: View, index: number): Rect => rowAt(view, index, goodsHeight)

export const visibleGoods = (view: View): number[] =>
  bases.map((_, index) => index).filter((index) => isVisible(goodsRow(view, index), view))

export const priceTargets = (view: View): Target[] =>
  visibleGoods(view).map((index) => ({ id: `goods_${index + 1}`, ...goodsRow(view, index) }))
