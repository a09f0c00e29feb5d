interface ValueAxis {
  min: number
  max: number
  interval: number
}

const mostTries = 12

/** Round steps from about this size on, each 2 to 2.5 times the one before. */
function* roundSteps(rough: number): Generator<number> {
  const power = 10 ** Math.floor(Math.log10(rough))
  for (let scale = power; ; scale *= 10)
    for (const factor of [1, 2, 5]) if (factor * scale >= rough * 0.999) yield factor * scale
}

/** The values that an axis names, from the least on. */
export const ticksOf = ({ min, max, interval }: ValueAxis): number[] =>
  Array.from({ length: Math.round((max - min) / interval) + 1 }, (_, at) => min + at * interval)

/**
 * An axis around values, with about three steps that are round in their unit and whose texts differ: values that are
 * close together or all the same would else repeat their text.
 */
export function valueAxis(
  values: readonly number[],
  formatValue: (value: number) => string,
  unit = 1,
): ValueAxis | undefined {
  if (values.length === 0) return undefined
  const least = Math.min(...values) / unit
  const most = Math.max(...values) / unit
  const rough = (most - least) / 3 || Math.abs(most) / 20 || 1
  let axis: ValueAxis | undefined
  let tries = 0
  for (const step of roundSteps(rough)) {
    const first = Math.floor(least / step)
    const last = Math.max(Math.ceil(most / step), first + 1)
    axis = { min: first * step * unit, max: last * step * unit, interval: step * unit }
    const texts = ticksOf(axis).map(formatValue)
    if (new Set(texts).size === texts.length || ++tries > mostTries) break
  }
  return axis
}
