const mostSteps = 4
/** Round values from the top to zero, at most five, in steps of 1, 2 or 5 times a power of ten. */
export function countAxis(most: number): number[] {
  const rough = Math.max(1, most / mostSteps)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, at) => (count - at) * step)
}
