/** The most similar of these names, if it can be a mistyped one; undefined otherwise. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const limit = name.length < 4 ? 1 : name.length < 8 ? 2 : 3
  const [best] = names
    .filter((known) => Math.abs(known.length - name.length) <= limit)
    .map((known) => ({ known, steps: distance(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ steps }) => steps <= limit)
    .sort((one, other) => one.steps - other.steps)
  return best?.known
}

/** Letters that are added, removed, replaced, or swapped with the next one. Names are short. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = next
  }
  return last.at(-1) ?? 0
}
