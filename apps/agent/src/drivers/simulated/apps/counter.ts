import type { AppLogic, Target, View } from '../app-logic.ts'

export interface CounterState {
  value: number
}

export function counterTargets({ width, height }: View): [minus: Target, plus: Target, reset: Target] {
  const y = height - 190
  const centre = width / 2
  return [
    { id: 'minus', x: centre - 128, y, width: 84, height: 84 },
    { id: 'plus', x: centre + 44, y, width: 84, height: 84 },
    { id: 'reset', x: centre - 36, y: y + 106, width: 72, height: 36 },
  ]
}

export const counter: AppLogic<CounterState> = {
  initial: { value: 0 },
  targets: (_state, view) => counterTargets(view),
  facts: (_state, id) => (id === 'reset' ? {} : { type: 'ImageButton' }),
  tap: ({ value }, id) => {
    if (id === 'plus') return { value: value + 1 }
    if (id === 'minus') return { value: value - 1 }
    return { value: 0 }
  },
}
