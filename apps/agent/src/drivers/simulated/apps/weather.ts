import type { AppLogic, Target, View } from '../app-logic.ts'

export interface WeatherState {
  city: number
}

const cityCount = 3

export function cityTargets({ width }: View): Target[] {
  const each = (width - 40) / cityCount
  return Array.from({ length: cityCount }, (_, index) => ({
    id: `city ${index}`,
    x: 20 + index * each,
    y: 84,
    width: each,
    height: 36,
  }))
}

export const weather: AppLogic<WeatherState> = {
  initial: { city: 0 },
  targets: (_state, view) => cityTargets(view),
  facts: ({ city }, id) => ({ selected: id === `city ${city}` }),
  tap: (_state, id) => ({ city: Number(id.slice('city '.length)) }),
}
