import type { View } from '../../../app-logic.ts'
import { goodsCount, goodsHeight, goodsRow, priceAt, visibleGoods } from '../../../apps/club/prices.ts'
import { card, green, ink, line, red, softInk } from '../../palette.ts'
import type { Pen } from '../../pen.ts'
import type { Scene } from '../../scene.ts'
import { drawAvatar } from './club-pen.ts'

/** Of a price that fell, stayed or rose. */
const signs = ['−', '', '+']
const colours = [green, softInk, red]

export function drawPrices(pen: Pen, view: View, { texts }: Scene): void {
  const { club } = texts
  pen.box({ ...goodsRow(view, 0), height: goodsCount * goodsHeight }, card, 16)
  for (const index of visibleGoods(view)) {
    const row = goodsRow(view, index)
    const middle = row.y + row.height / 2
    if (index > 0) pen.box({ x: row.x + 60, y: row.y, width: row.width - 60, height: 1 }, line)
    const name = club.goods[index] ?? ''
    drawAvatar(pen, name, index + 2, { x: row.x + 32, y: middle, radius: 18 })
    const { cents, change } = priceAt(index, view.now)
    const right = row.x + row.width - 16
    const price = `${club.currency}${(cents / 100).toFixed(2)}`
    pen.text(name, { x: row.x + 62, y: middle }, { size: 15, colour: ink, maxWidth: row.width - 180 })
    pen.text(price, { x: right, y: middle - 8 }, { size: 16, bold: true, colour: ink, align: 'right' })
    const difference = `${signs[Math.sign(change) + 1]}${(Math.abs(change) / 100).toFixed(2)}`
    const colour = colours[Math.sign(change) + 1] as string
    pen.text(difference, { x: right, y: middle + 12 }, { size: 12, colour, align: 'right' })
  }
}
