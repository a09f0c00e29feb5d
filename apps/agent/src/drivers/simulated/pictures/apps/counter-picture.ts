import { type CounterState, counterTargets } from '../../apps/counter.ts'
import type { Rect } from '../../geometry.ts'
import { centreOf, drawButton, drawTitle } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import { accent, ink, paper, softInk } from '../palette.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn, type Scene } from '../scene.ts'

const ringRadius = 92
const ringTurn = 20

export const counterPicture: AppPicture<CounterState> = {
  draw: (pen, { value }, view, scene) => {
    pen.box({ x: 0, y: 0, width: view.width, height: view.height }, paper)
    drawTitle(pen, scene.texts.apps.counter, scene.texts.counterHint)
    const [minus, plus, reset] = counterTargets(view)
    drawRing(pen, { x: view.width / 2, y: (92 + minus.y - 12) / 2 }, value)
    drawRound(pen, minus, { id: 'minus', glyph: glyphs.minus, fill: '#ffffff', colour: ink }, scene)
    drawRound(pen, plus, { id: 'plus', glyph: glyphs.plus, fill: accent, colour: '#ffffff' }, scene)
    const fill = pressedIn(scene) === 'reset' ? '#d9deea' : '#e6eaf3'
    pen.box(reset, fill, 18)
    pen.text(scene.texts.reset, centreOf(reset), { size: 14, colour: softInk, align: 'center' })
  },
}

interface Face {
  id: string
  glyph: string
  fill: string
  colour: string
}

function drawRound(pen: Pen, rect: Rect, face: Face, scene: Scene): void {
  drawButton(pen, rect, { fill: face.fill, radius: 42, pressed: pressedIn(scene) === face.id })
  pen.glyph(face.glyph, { x: rect.x + 26, y: rect.y + 26, width: 32, height: 32 }, face.colour)
}

/** The ring fills with every twenty counts. */
function drawRing(pen: Pen, at: { x: number; y: number }, value: number): void {
  const { context } = pen
  pen.shadowedDisc(at, ringRadius + 18, '#ffffff', { colour: 'rgba(30, 40, 80, 0.12)', blur: 24 })
  const share = value === 0 ? 0 : (((Math.abs(value) - 1) % ringTurn) + 1) / ringTurn
  const top = -Math.PI / 2
  context.lineCap = 'round'
  context.lineWidth = 12
  for (const [end, colour] of [
    [1, '#e9edf7'],
    [share, value < 0 ? '#f5803e' : accent],
  ] as const) {
    if (end === 0) continue
    context.strokeStyle = colour
    context.beginPath()
    context.arc(at.x, at.y, ringRadius, top, top + 2 * Math.PI * end)
    context.stroke()
  }
  const digits = String(value).replace('-', '−')
  const size = digits.length > 4 ? 44 : 66
  pen.text(digits, at, { size, bold: true, colour: ink, align: 'center' })
}
