interface Rows {
  /** Tiles in each row. */
  lines: readonly number[]
  /** Rows in view. */
  page: number
}

type Step = (at: number, rows: Rows) => number

const steps = new Map<string, Step>([
  ['ArrowLeft', (at) => at - 1],
  ['ArrowRight', (at) => at + 1],
  ['ArrowUp', (at, { lines }) => inRow(at, -1, lines)],
  ['ArrowDown', (at, { lines }) => inRow(at, 1, lines)],
  ['PageUp', (at, { lines, page }) => inRow(at, -page, lines)],
  ['PageDown', (at, { lines, page }) => inRow(at, page, lines)],
  ['Home', () => 0],
  ['End', (_, { lines }) => lines.reduce((sum, tiles) => sum + tiles, 0) - 1],
])

export const isArrow = (key: string) => /^Arrow(?:Left|Right|Up|Down)$/.test(key)

/** The place of the tile that the key leads to; undefined at the edge, and for other keys. */
export function nextTile(key: string, at: number, rows: Rows): number | undefined {
  const to = steps.get(key)?.(at, rows)
  const last = rows.lines.reduce((sum, tiles) => sum + tiles, 0) - 1
  return to === undefined || to === at || to < 0 || to > last ? undefined : to
}

/** In the same column so many rows away, or the last tile of a shorter row. */
function inRow(at: number, step: number, lines: readonly number[]): number {
  const starts: number[] = []
  let next = 0
  for (const tiles of lines) {
    starts.push(next)
    next += tiles
  }
  const row = starts.findLastIndex((start) => start <= at)
  const to = Math.min(lines.length - 1, Math.max(0, row + step))
  if (to === row) return at
  const column = at - (starts[row] ?? 0)
  return (starts[to] ?? 0) + Math.min(column, (lines[to] ?? 1) - 1)
}
