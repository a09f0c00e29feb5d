interface Points {
  y: readonly number[]
  x: readonly number[]
  /** Another cause, whose effect is taken out. */
  besides: readonly number[]
}

/**
 * How much `y` grows with `x` by least squares on `x` and `besides` (Frisch, Waugh, Lovell: what `besides` does not
 * explain of `y`, on what it does not explain of `x`), with its standard error. NaN for fewer than two different x.
 */
export function slopeOf({ y, x, besides }: Points): { slope: number; error: number } {
  const [restX, restY] = [unexplained(x, besides), unexplained(y, besides)]
  const spread = sum(restX.map((value) => value ** 2))
  const slope = sum(restX.map((value, at) => value * (restY[at] ?? 0))) / spread
  const errors = sum(restX.map((value, at) => ((restY[at] ?? 0) - slope * value) ** 2))
  return { slope, error: Math.sqrt(errors / Math.max(1, x.length - 3) / spread) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function centred(values: readonly number[]): number[] {
  const mean = sum(values) / values.length
  return values.map((value) => value - mean)
}

function unexplained(values: readonly number[], by: readonly number[]): number[] {
  const [own, cause] = [centred(values), centred(by)]
  const spread = sum(cause.map((value) => value ** 2))
  const effect = spread === 0 ? 0 : sum(own.map((value, at) => value * (cause[at] ?? 0))) / spread
  return own.map((value, at) => value - effect * (cause[at] ?? 0))
}
