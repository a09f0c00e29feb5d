import type { Target } from '../../app-logic.ts'
import { type CalculatorState, calculatorKeys } from '../../apps/calculator.ts'
import { centreOf } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn } from '../scene.ts'

const white = '#ffffff'
const orange = '#ff9f38'
const operators = new Set(['÷', '×', '−', '+', '='])
const tools = new Set(['C', '±', '%'])

function keyColour(id: string): string {
  if (operators.has(id)) return orange
  return tools.has(id) ? '#a5adbb' : '#333a48'
}

export const calculatorPicture: AppPicture<CalculatorState> = {
  draw: (pen, state, view, scene) => {
    const { width, height } = view
    pen.box({ x: 0, y: 0, width, height }, '#151922')
    const keys = calculatorKeys(view)
    const right = { x: width - 26, y: (keys[0]?.y ?? height) - 46 }
    const size = state.shown.length > 8 ? 40 : 58
    pen.text(state.shown.replace('-', '−'), right, { size, colour: '#ffffff', align: 'right' })
    if (state.operator) {
      const pending = `${state.stored ?? ''} ${state.operator}`
      pen.text(pending, { ...right, y: right.y - 46 }, { size: 18, colour: '#8b94a6', align: 'right' })
    }
    for (const key of keys) drawKey(pen, key, state, pressedIn(scene) === key.id)
  },
  bars: () => '#ffffff',
}

function drawKey(pen: Pen, key: Target, { operator, fresh }: CalculatorState, pressed: boolean): void {
  const at = centreOf(key)
  const radius = key.width / 2 - 2
  const chosen = key.id === operator && fresh
  pen.disc(at, radius, chosen ? white : keyColour(key.id))
  if (pressed) pen.disc(at, radius, 'rgba(255, 255, 255, 0.3)')
  const colour = chosen ? orange : tools.has(key.id) ? '#151922' : white
  if (key.id === '⌫') pen.glyph(glyphs.erase, { x: at.x - 14, y: at.y - 14, width: 28, height: 28 }, colour)
  else pen.text(key.id, at, { size: 27, colour, align: 'center' })
}
