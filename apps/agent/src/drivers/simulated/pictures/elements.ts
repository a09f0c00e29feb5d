import { clamp, inset, type Rect } from '../geometry.ts'
import { glyphs } from './glyphs.ts'
import { accent, ink, softInk } from './palette.ts'
import type { Pen } from './pen.ts'

export function drawTitle(pen: Pen, title: string, hint?: string): void {
  pen.text(title, { x: 20, y: 58 }, { size: 25, bold: true, colour: ink })
  if (hint) pen.text(hint, { x: 20, y: 82 }, { size: 12, colour: softInk })
}

/** The title of a page inside an app, with the back arrow. */
export function drawPageTitle(pen: Pen, title: string, colour = ink): void {
  pen.glyph(glyphs.back, { x: 14, y: 48, width: 22, height: 22 }, colour)
  pen.text(title, { x: 44, y: 59 }, { size: 20, bold: true, colour })
}

export function drawSwitch(pen: Pen, rect: Rect, on: boolean): void {
  pen.box(rect, on ? accent : '#d3d7e1', rect.height / 2)
  const radius = rect.height / 2 - 3
  const x = on ? rect.x + rect.width - radius - 3 : rect.x + radius + 3
  const shadow = { colour: 'rgba(0, 0, 0, 0.25)', blur: 4 }
  pen.shadowedDisc({ x, y: rect.y + rect.height / 2 }, radius, '#ffffff', shadow)
}

/** The knob is at `share` (0 to 1) of the width. */
export function drawSlider(pen: Pen, rect: Rect, share: number, fill: string): void {
  const track = { x: rect.x, y: rect.y + rect.height / 2 - 5, width: rect.width, height: 10 }
  pen.box(track, 'rgba(20, 24, 40, 0.14)', 5)
  const x = rect.x + rect.width * clamp(share, 0, 1)
  pen.box({ ...track, width: Math.max(10, x - rect.x) }, fill, 5)
  const shadow = { colour: 'rgba(0, 0, 0, 0.3)', blur: 8 }
  pen.shadowedDisc({ x, y: track.y + 5 }, 14, '#ffffff', shadow)
}

/** A round or rounded button; pressed ones are smaller and darker. */
export function drawButton(
  pen: Pen,
  rect: Rect,
  style: { fill: string; radius: number; pressed: boolean },
): void {
  const shape = style.pressed ? inset(rect, 2) : rect
  const shadow = { colour: 'rgba(30, 40, 80, 0.18)', blur: style.pressed ? 3 : 10 }
  pen.shadowedBox(shape, style.fill, style.radius, shadow)
  if (style.pressed) pen.box(shape, 'rgba(0, 0, 0, 0.12)', style.radius)
}

export const centreOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })
