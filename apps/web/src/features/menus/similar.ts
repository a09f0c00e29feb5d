/** How many letters differ: added, left out or replaced. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const here = [row + 1]
    for (const [column, otherLetter] of [...other].entries())
      here.push(
        Math.min(
          (here[column] ?? 0) + 1,
          (above[column + 1] ?? 0) + 1,
          (above[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      )
    above = here
  }
  return above.at(-1) ?? 0
}

const mostTypos = 3

/** The known text that somebody probably meant to type, if any is close. */
export function similar(typed: string, known: readonly string[]): string | undefined {
  let best: { text: string; typos: number } | undefined
  for (const text of known) {
    if (Math.abs(text.length - typed.length) > mostTypos) continue
    const typos = distance(typed.toLowerCase(), text.toLowerCase())
    if (typos <= mostTypos && typos < (best?.typos ?? mostTypos + 1)) best = { text, typos }
  }
  return best?.text
}
