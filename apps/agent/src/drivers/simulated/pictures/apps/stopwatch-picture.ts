import { elapsedMs, type StopwatchState, stopwatchTargets } from '../../apps/stopwatch.ts'
import type { Rect } from '../../geometry.ts'
import { centreOf } from '../elements.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn } from '../scene.ts'

const faceRadius = 108
const orange = '#ff8a3d'

function formatElapsed(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 60_000)}:${two((ms / 1000) % 60)}.${two((ms / 10) % 100)}`
}

export const stopwatchPicture: AppPicture<StopwatchState> = {
  draw: (pen, state, view, scene) => {
    const { width, height, now } = view
    const { texts } = scene
    pen.box({ x: 0, y: 0, width, height }, '#12151c')
    pen.text(texts.apps.stopwatch, { x: 20, y: 58 }, { size: 25, bold: true, colour: '#ffffff' })
    const elapsed = elapsedMs(state, now)
    drawFace(pen, { x: width / 2, y: 216 }, elapsed)
    const room = Math.floor((height - 140 - 352) / 30)
    state.rounds.slice(0, Math.max(0, room)).forEach((ms, index) => {
      const y = 364 + index * 30
      const name = texts.roundTitle.replace('{0}', String(state.rounds.length - index))
      pen.text(name, { x: 44, y }, { size: 14, colour: '#8d95a6' })
      pen.text(formatElapsed(ms), { x: width - 44, y }, { size: 14, colour: '#ffffff', align: 'right' })
    })
    const runs = state.startedAt !== undefined
    const [round, start] = stopwatchTargets(view)
    const pressed = pressedIn(scene)
    drawPill(pen, round, {
      words: runs ? texts.round : texts.reset,
      fill: '#2a303d',
      lit: pressed === 'round',
    })
    const fill = runs ? '#d9483b' : '#2fae68'
    drawPill(pen, start, { words: runs ? texts.halt : texts.start, fill, lit: pressed === 'start' })
  },
  bars: () => '#ffffff',
}

function drawPill(
  pen: Pen,
  rect: Rect,
  { words, fill, lit }: { words: string; fill: string; lit: boolean },
): void {
  pen.box(rect, fill, 26)
  if (lit) pen.box(rect, 'rgba(255, 255, 255, 0.25)', 26)
  pen.text(words, centreOf(rect), { size: 16, bold: true, colour: '#ffffff', align: 'center' })
}

function drawFace(pen: Pen, at: { x: number; y: number }, elapsed: number): void {
  const { context } = pen
  const top = -Math.PI / 2
  const turn = ((elapsed % 60_000) / 60_000) * 2 * Math.PI
  for (let tick = 0; tick < 60; tick++) {
    const angle = (tick / 60) * 2 * Math.PI
    const inner = faceRadius - (tick % 5 === 0 ? 13 : 7)
    context.strokeStyle = angle <= turn && elapsed > 0 ? orange : '#3a4150'
    context.lineWidth = tick % 5 === 0 ? 3 : 1.6
    context.beginPath()
    context.moveTo(at.x + Math.cos(top + angle) * inner, at.y + Math.sin(top + angle) * inner)
    context.lineTo(at.x + Math.cos(top + angle) * faceRadius, at.y + Math.sin(top + angle) * faceRadius)
    context.stroke()
  }
  const hand = {
    x: at.x + Math.cos(top + turn) * (faceRadius + 9),
    y: at.y + Math.sin(top + turn) * (faceRadius + 9),
  }
  pen.disc(hand, 4.5, orange)
  pen.text(formatElapsed(elapsed), at, { size: 36, colour: '#ffffff', align: 'center' })
}
