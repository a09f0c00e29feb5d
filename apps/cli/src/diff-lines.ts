/** Lines around a change that are shown. */
const contextLines = 3
/** Above this many compared pairs, a change is shown as removed and added lines. */
const maxPairs = 25_000_000

type Line = [mark: ' ' | '-' | '+', text: string]

/** The changed lines with some lines around them; empty if there are none. */
export function diffLines(before: string, after: string): string[] {
  const lines = compare(before.split('\n'), after.split('\n'))
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(([mark]) => mark !== ' ')
  const shown: string[] = []
  let isSkipping = false
  for (const [at, [mark, text]] of lines.entries()) {
    if (isNear(at)) shown.push(`${mark} ${text}`)
    else if (!isSkipping && shown.length) shown.push('  …')
    isSkipping = !isNear(at)
  }
  return shown.at(-1) === '  …' ? shown.slice(0, -1) : shown
}

function compare(before: string[], after: string[]): Line[] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  const same = (lines: string[]): Line[] => lines.map((text) => [' ', text])
  return [
    ...same(before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

const removed = (lines: string[]): Line[] => lines.map((text) => ['-', text])
const added = (lines: string[]): Line[] => lines.map((text) => ['+', text])

/** By the longest common subsequence. */
function compareMiddle(before: string[], after: string[]): Line[] {
  if (before.length * after.length > maxPairs) return [...removed(before), ...added(after)]
  const common = commonLengths(before, after)
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    const isSame = before[row] === after[column]
    if (isSame) lines.push([' ', before[row++] ?? ''])
    else if (common(row + 1, column) >= common(row, column + 1)) lines.push(['-', before[row++] ?? ''])
    else lines.push(['+', after[column] ?? ''])
    if (isSame || lines.at(-1)?.[0] === '+') column += 1
  }
  return [...lines, ...removed(before.slice(row)), ...added(after.slice(column))]
}

/** Length of the longest common subsequence of what follows two places. */
function commonLengths(before: string[], after: string[]): (row: number, column: number) => number {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  return at
}
