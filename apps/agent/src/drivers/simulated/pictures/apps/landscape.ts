import type { Rect } from '../../geometry.ts'
import type { Pen } from '../pen.ts'

const ridgeSteps = 40
const hues = [205, 18, 265, 160, 340, 40, 225]

/** One of many photos in the gallery: sky, sun, three ranges of hills, sometimes water. */
export function drawLandscape(pen: Pen, index: number, rect: Rect): void {
  const { x, y, width, height } = rect
  const hue = ((hues[index % hues.length] ?? 0) + index * 7) % 360
  const high = 0.25 + ((index * 37) % 10) / 28
  pen.box(rect, pen.downward(rect, `hsl(${hue} 62% 46%)`, `hsl(${(hue + 36) % 360} 82% 80%)`))
  const sun = { x: x + width * (0.2 + ((index * 53) % 60) / 100), y: y + height * high }
  pen.disc(sun, width * 0.15, 'rgba(255, 250, 225, 0.3)')
  pen.disc(sun, width * 0.1, '#fff6d6')
  const horizon = y + height * 0.58
  for (let range = 0; range < 3; range++) {
    const colour = `hsl(${(hue + 10 + range * 8) % 360} 42% ${44 - range * 12}%)`
    drawRange(
      pen,
      { ...rect, y: horizon + (height * range) / 9 },
      { colour, bend: index * 1.3 + range * 2, floor: y + height },
    )
  }
  if (index % 3 === 0) drawWater(pen, { x, y: y + height * 0.82, width, height: height * 0.18 }, hue)
}

function drawRange(
  { context }: Pen,
  { x, y, width, height }: Rect,
  { colour, bend, floor }: { colour: string; bend: number; floor: number },
): void {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x, floor)
  for (let step = 0; step <= ridgeSteps; step++) {
    const ridge =
      Math.sin((step / ridgeSteps) * 9 + bend) * 0.07 +
      Math.abs(Math.sin((step / ridgeSteps) * 17 + bend * 1.7)) * 0.09
    context.lineTo(x + (width * step) / ridgeSteps, y - ridge * height)
  }
  context.lineTo(x + width, floor)
  context.closePath()
  context.fill()
}

function drawWater(pen: Pen, rect: Rect, hue: number): void {
  pen.box(rect, pen.downward(rect, `hsl(${hue} 55% 62%)`, `hsl(${hue} 60% 34%)`))
  for (let wave = 1; wave < 4; wave++) {
    const inset = rect.width * (0.12 * wave)
    const y = rect.y + (rect.height * wave) / 4
    pen.box({ x: rect.x + inset, y, width: rect.width - 2 * inset, height: 1 }, 'rgba(255, 255, 255, 0.4)')
  }
}
