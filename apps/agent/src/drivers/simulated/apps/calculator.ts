import type { AppLogic, Target, View } from '../app-logic.ts'

export interface CalculatorState {
  shown: string
  stored?: number
  operator?: string
  /** The next digit starts a new number. */
  fresh: boolean
}

const calculatorRows = [
  ['C', '±', '%', '÷'],
  ['7', '8', '9', '×'],
  ['4', '5', '6', '−'],
  ['1', '2', '3', '+'],
  ['0', '.', '⌫', '='],
]
const maxDigits = 11
/** Above the keys, in which the number is shown. */
const displayHeight = 130

export function calculatorKeys({ width, height }: View): Target[] {
  const size = Math.min(72, (width - 60) / 4, (height - displayHeight - 44) / 5 - 8)
  const gap = (width - 40 - 4 * size) / 3
  const top = height - 44 - 5 * (size + 8)
  return calculatorRows.flatMap((row, line) =>
    row.map((id, column) => ({
      id,
      x: 20 + column * (size + gap),
      y: top + line * (size + 8),
      width: size,
      height: size,
    })),
  )
}

function compute(left: number, operator: string, right: number): number {
  if (operator === '+') return left + right
  if (operator === '−') return left - right
  if (operator === '×') return left * right
  return left / right
}

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '∞'
  const text = String(Number(value.toPrecision(10)))
  return text.length > maxDigits ? value.toExponential(5) : text
}

function operate(state: CalculatorState, operator: string | undefined): CalculatorState {
  const right = Number(state.shown)
  const pending = state.stored !== undefined && state.operator !== undefined && !state.fresh
  const value = pending ? compute(state.stored as number, state.operator as string, right) : right
  const next: CalculatorState = { shown: formatNumber(value), fresh: true }
  return operator ? { ...next, stored: value, operator } : next
}

function typeDigit(state: CalculatorState, digit: string): CalculatorState {
  const before = state.fresh || state.shown === '0' ? '' : state.shown
  if (before.length >= maxDigits) return state
  if (digit === '.')
    return before.includes('.') ? state : { ...state, shown: `${before || '0'}.`, fresh: false }
  return { ...state, shown: before + digit, fresh: false }
}

function press(state: CalculatorState, key: string): CalculatorState {
  const value = Number(state.shown)
  if (key === 'C') return { shown: '0', fresh: true }
  if (key === '±') return { ...state, shown: formatNumber(-value) }
  if (key === '%') return { ...state, shown: formatNumber(value / 100) }
  if (key === '⌫') return { ...state, shown: state.fresh ? '0' : state.shown.slice(0, -1) || '0' }
  if (key === '=') return operate(state, undefined)
  return operate(state, key)
}

export const calculator: AppLogic<CalculatorState> = {
  initial: { shown: '0', fresh: true },
  targets: (_state, view) => calculatorKeys(view),
  tap: (state, id) => (/^[\d.]$/.test(id) ? typeDigit(state, id) : press(state, id)),
}
